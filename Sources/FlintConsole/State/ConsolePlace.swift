import InspectorKit

/// The part of the console's state that is restored at the next launch.
///
/// It covers the current screen, the selection and the filter of each screen, the collapsed groups, whether hidden
/// features are listed, the pane sizes, and the log's minimum level. The command line stores the value in a file in the
/// format that this type defines. Screens are named as in keymap files. Unknown names, such as names from other
/// versions, and items that no longer exist are ignored.
package struct ConsolePlace: Codable, Sendable, Hashable {
    /// The selection and the filter of a single screen.
    struct Screen: Codable, Sendable, Hashable {
        var selection: String?
        var filter: String?
    }

    private static let collapsedLimit = 10_000

    var screen: String?
    var screens: [String: Screen] = [:]
    var collapsed: [String] = []
    /// Whether hidden features are listed, or `nil` if they are not.
    var showsHidden: Bool?
    var divider = Divider()
    /// The log's minimum level, or `nil` if all levels were shown.
    var minimumLevel: String?

    package init() {}

    package init(_ state: ConsoleState) {
        screen = state.screen.placeName
        for screen in ConsoleScreen.allCases {
            let (behavior, filter) = (screen.behavior, screen.behavior.view(in: state).filter)
            let content = Screen(
                selection: behavior.keptSelection(in: state),
                filter: filter.isActive ? filter.field.text : nil)
            if content != Screen() { screens[screen.placeName] = content }
        }
        collapsed = Array(state.features.collapsed.sorted().prefix(Self.collapsedLimit))
        if state.features.showsHidden { showsHidden = true }
        divider = state.divider
        if state.logs.minimumLevel != .trace { minimumLevel = state.logs.minimumLevel.rawValue }
    }
}

extension ConsoleScreen {
    fileprivate var placeName: String { behavior.keyContext.rawValue }
}

extension ConsoleState {
    /// Restores a place before the first model of the app arrives.
    ///
    /// Selections wait in ``restoredSelections`` until their list has rows.
    mutating func restore(_ place: ConsolePlace) {
        for target in ConsoleScreen.allCases {
            if target.placeName == place.screen { screen = target }
            guard let content = place.screens[target.placeName] else { continue }
            restoredSelections[target] = content.selection
            guard let filter = content.filter else { continue }
            var view = target.behavior.view(in: self)
            view.filter.field = TextField(filter)
            target.behavior.setView(view, in: &self)
        }
        features.collapsed = Set(place.collapsed)
        features.showsHidden = place.showsHidden == true
        divider = place.divider
        if let level = place.minimumLevel.flatMap(LogLine.Level.init(rawValue:)) { logs.minimumLevel = level }
        for screen in ConsoleScreen.allCases { screen.behavior.rebuildRows(in: &self) }
    }
}
