// SPDX-License-Identifier: MIT

import FlintWorld

enum ListOrder: String, Sendable, Hashable, CaseIterable {
    case declared
    case name
    /// Items that block features come first, and undetermined ones second.
    case state
    case overrides

    var announcement: String {
        switch self {
        case .declared: "In the app's order"
        case .name: "Sorted by name"
        case .state: "Sorted by state"
        case .overrides: "Overridden ones first"
        }
    }

    /// Whether a change of an item's value can move the items of a list.
    var dependsOnValues: Bool {
        switch self {
        case .declared, .name: false
        case .state, .overrides: true
        }
    }

    func sorted<Item: FilteredItem>(_ items: [Item], by name: (Item) -> String) -> [Item] {
        func ordered<Key: Comparable>(by key: (Item) -> Key) -> [Item] {
            // The offset keeps equal items in the app's order.
            items.enumerated().map { (key: key($1), offset: $0, item: $1) }
                .sorted { ($0.key, $0.offset) < ($1.key, $1.offset) }.map(\.item)
        }
        func has(_ value: String) -> (Item) -> Bool { { $0.hasValue(of: statusField) { $0 == value } } }
        let (isBlocking, isMet, isOverridden) = (has("no"), has("ok"), has("overridden"))
        return switch self {
        case .declared: items
        case .name: ordered { name($0).lowercased() }
        case .state: ordered { isBlocking($0) ? 0 : isMet($0) ? 2 : 1 }
        case .overrides: ordered { isOverridden($0) ? 0 : 1 }
        }
    }
}

extension CaseIterable where Self: Equatable, AllCases == [Self] {
    /// The following case, or the first case after the last one.
    var next: Self { advanced(by: 1) ?? Self.allCases[0] }

    func advanced(by step: Int) -> Self? {
        let index = (Self.allCases.firstIndex(of: self) ?? 0) + step
        return Self.allCases.indices.contains(index) ? Self.allCases[index] : nil
    }
}

extension ConsoleState {
    mutating func changeOrder() {
        view.order = view.order.next
        screen.behavior.rebuildRows(in: &self)
        announce(view.order.announcement, .notice)
    }
}
