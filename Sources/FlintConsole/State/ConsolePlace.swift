// SPDX-License-Identifier: MIT

import FlintWorld

/// The part of the console's state that is restored at the next launch.
///
/// It covers the current screen, the selection, the filter, and the order of each screen, the collapsed groups, whether
/// hidden features are listed, the pane sizes, the log's minimum level, the watched items, and the preferences. The
/// command line stores the value in a file in the format that this type defines. Screens are named as in keymap files.
/// Unknown names, such as names from other versions, and items that no longer exist are ignored.
package struct ConsolePlace: Codable, Sendable, Hashable {
    struct Screen: Codable, Sendable, Hashable {
        var selection: String?
        var filter: String?
        /// The order of the list, or `nil` for the app's order.
        var order: String?
    }

    private static let collapsedLimit = 10_000
    private static let watchLimit = 1_000
    private static let recordingLimit = 10

    var screen: String?
    var screens: [String: Screen] = [:]
    var collapsed: [String] = []
    var showsHidden: Bool?
    var divider = Divider()
    /// The log's minimum level, or `nil` if all levels were shown.
    var minimumLevel: String?
    /// The watched items by the screen that lists them.
    var watched: [String: [String]]?
    package var preferences: ConsolePreferences?
    /// The absolute paths of the recordings that were opened last, newest first.
    package var recordings: [String]?

    package init() {}

    package mutating func addRecording(_ path: String) {
        recordings = Array(([path] + (recordings ?? []).filter { $0 != path }).prefix(Self.recordingLimit))
    }

    package init(_ state: ConsoleState) {
        screen = state.screen.placeName
        for screen in ConsoleScreen.allCases {
            let view = screen.behavior.view(in: state)
            // A filter without matches is not kept, because an empty list would look like an app without features.
            let keepsFilter = view.filter.isActive && screen.behavior.matchCount(in: state) > 0
            let content = Screen(
                selection: screen.behavior.keptSelection(in: state), filter: keepsFilter ? view.filter.field.text : nil,
                order: view.order == .declared ? nil : view.order.rawValue)
            if content != Screen() { screens[screen.placeName] = content }
        }
        // The limits bound the size of the file.
        collapsed = Array(state.screens.features.collapsed.sorted().prefix(Self.collapsedLimit))
        if state.screens.features.showsHidden { showsHidden = true }
        divider = state.pointer.divider
        if state.screens.logs.minimumLevel != .trace { minimumLevel = state.screens.logs.minimumLevel.rawValue }
        watched = Self.watchedItems(of: state.watches)
    }

    private static func watchedItems(of list: WatchList) -> [String: [String]]? {
        var watched: [String: [String]] = [:]
        for item in list.items.prefix(watchLimit) {
            switch item {
            case .feature(let id): watched[ConsoleScreen.features.placeName, default: []].append(id)
            case .fact(let fact):
                let screen = ConsoleScreen(listing: fact.kind)
                if let screen { watched[screen.placeName, default: []].append(screen.behavior.id(of: fact)) }
            }
        }
        return watched.isEmpty ? nil : watched
    }

    fileprivate func watchedItems(on screen: ConsoleScreen) -> [WatchList.Item] {
        let ids = (watched?[screen.placeName] ?? []).prefix(Self.watchLimit)
        if screen == .features { return ids.map(WatchList.Item.feature) }
        return ids.compactMap(screen.behavior.fact(ofRow:)).map(WatchList.Item.fact)
    }
}

extension ConsoleScreen {
    /// The screen's name in files.
    var placeName: String { behavior.keyContext.rawValue }
}

extension ConsoleState {
    /// Restores a place before the first model of the app arrives.
    ///
    /// Selections wait in ``BrowserView/restoredSelection`` until their list has the row.
    mutating func restore(_ place: ConsolePlace) {
        for target in ConsoleScreen.allCases {
            for item in place.watchedItems(on: target) { watches.add(item) }
            if target.placeName == place.screen { screen = target }
            guard let content = place.screens[target.placeName] else { continue }
            var view = target.behavior.view(in: self)
            view.restoredSelection = content.selection
            view.order = content.order.flatMap(ListOrder.init) ?? .declared
            if let filter = content.filter { view.filter.field = TextField(filter) }
            target.behavior.setView(view, in: &self)
        }
        screens.features.collapsed = Set(place.collapsed)
        screens.features.showsHidden = place.showsHidden == true
        pointer.divider = place.divider
        if let level = place.minimumLevel.flatMap(LogLine.Level.init(rawValue:)) { screens.logs.minimumLevel = level }
        for screen in ConsoleScreen.allCases { screen.behavior.rebuildRows(in: &self) }
    }
}
