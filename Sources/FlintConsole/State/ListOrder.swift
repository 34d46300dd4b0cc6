import InspectorKit

/// The order of a list of products, permissions, or flags.
enum ListOrder: String, Sendable, Hashable, CaseIterable {
    case declared
    case name
    /// Items that block features come first, and undetermined ones second.
    case state
    /// Overridden items come first.
    case overrides

    var next: ListOrder {
        let all = Self.allCases
        return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
    }

    var announcement: String {
        switch self {
        case .declared: "In the app's order"
        case .name: "Sorted by name"
        case .state: "Sorted by state"
        case .overrides: "Overridden ones first"
        }
    }
}

/// An item of a list that can be sorted.
protocol SortableItem {
    var sortName: String { get }
    /// Whether the item's value grants what features require, or `nil` if that is undetermined.
    var sortState: Bool? { get }
    var isOverridden: Bool { get }
}

extension ProductSnapshot: SortableItem {
    var sortName: String { name }
    var sortState: Bool? { effective == .unknown ? nil : effective == .purchased }
    var isOverridden: Bool { override != nil }
}

extension PermissionSnapshot: SortableItem {
    var sortName: String { title }
    var sortState: Bool? { effective == .notDetermined ? nil : effective == .authorized }
    var isOverridden: Bool { override != nil }
}

extension FlagSnapshot: SortableItem {
    var sortName: String { key }
    var sortState: Bool? { effective }
    var isOverridden: Bool { override != nil }
}

extension ConsoleState {
    /// Returns the items in the order that the user has chosen for the screen.
    func sorted<Item: SortableItem>(_ items: [Item], on screen: ConsoleScreen) -> [Item] {
        func rank(_ item: Item) -> Int {
            switch orders[screen] ?? .declared {
            case .declared, .name: 0
            case .state: item.sortState.map { $0 ? 2 : 0 } ?? 1
            case .overrides: item.isOverridden ? 0 : 1
            }
        }
        switch orders[screen] ?? .declared {
        case .declared: return items
        case .name:
            return items.sorted { ($0.sortName.lowercased(), $0.sortName) < ($1.sortName.lowercased(), $1.sortName) }
        case .state, .overrides:
            // Equal items keep the app's order.
            return items.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }
                .map(\.element)
        }
    }

    mutating func changeOrder() {
        let order = (orders[screen] ?? .declared).next
        orders[screen] = order
        screen.behavior.rebuildRows(in: &self)
        announce(order.announcement, .notice)
    }

    /// Whether a change of an item's value can move the items of a list.
    func sortsByValue(_ screen: ConsoleScreen) -> Bool {
        switch orders[screen] ?? .declared {
        case .declared, .name: false
        case .state, .overrides: true
        }
    }
}
