import InspectorKit

/// Where a user was in the console, kept from one start to the next.
///
/// What is no longer there when the console starts again is left out.
package struct ConsolePlace: Codable, Sendable, Hashable {
    /// What is kept of a screen.
    struct Screen: Codable, Sendable, Hashable {
        /// The id of the selected item of a list.
        var selection: String?
        /// The text of the filter, if there is one.
        var filter: String?
    }

    /// The most ids of collapsed groups that are kept.
    private static let collapsedLimit = 10_000

    /// The screen that was shown, by its name in keymaps.
    var screen: String?
    /// What is kept of each screen, by the same names.
    var screens: [String: Screen] = [:]
    /// The ids of the groups whose members were hidden.
    var collapsed: [String] = []
    /// Where the lines between lists and details were put.
    var divider = Divider()
    /// The minimum level of the log, if not every level was shown.
    var minimumLevel: String?

    /// A place that nothing is known of.
    package init() {}

    /// Notes where the user of a console is.
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
        divider = state.divider
        if state.logs.minimumLevel != .trace { minimumLevel = state.logs.minimumLevel.rawValue }
    }
}

extension ConsoleScreen {
    /// The name of the screen in files.
    fileprivate var placeName: String { behavior.keyContext.rawValue }
}

extension ConsoleState {
    /// Goes back to where the user was when the console was left, before anything is listed.
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
        divider = place.divider
        if let level = place.minimumLevel.flatMap(LogLine.Level.init(rawValue:)) { logs.minimumLevel = level }
        for screen in ConsoleScreen.allCases { screen.behavior.rebuildRows(in: &self) }
    }
}
