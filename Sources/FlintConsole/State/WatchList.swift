// SPDX-License-Identifier: MIT

import FlintWorld

/// The features, products, permissions, and flags that the user watches.
///
/// Items are compared with their last known values when the app reports changes. The cost of a change therefore depends
/// on the number of watched items, not on the app's size. A change is reported after the events of the same batch have
/// arrived, because they contain its reason.
struct WatchList: Sendable, Hashable {
    enum Item: Sendable, Hashable {
        case feature(String)
        case fact(FactReference)
    }

    /// The watched items, in the order in which the user marked them.
    private(set) var items: [Item] = []
    /// The ids of the watched features whose denials pause the app's background work.
    private(set) var breaks: Set<String> = []
    /// The last known values, in words.
    ///
    /// An item that the app does not have has no value.
    private var values: [Item: String] = [:]
    private var members: Set<Item> = []
    /// The items that changed since the last report, in the order of their changes.
    private var changed: [Item] = []
    /// The changed facts that arrived together with the last changes.
    private(set) var facts: [FactRecord] = []
    /// Whether events have arrived, so that further events are news rather than the app's past.
    var hasPast = false
    /// Whether the command that pauses background work is pending.
    var isPausing = false
    /// The report about watched items, until the next key.
    ///
    /// The result of the user's own command follows the report and would otherwise replace it.
    var report: String?

    var isEmpty: Bool { items.isEmpty }

    func contains(_ item: Item) -> Bool { members.contains(item) }

    func value(of item: Item) -> String? { values[item] }

    /// Adds an item without a value, which is compared only after the value has been noted.
    mutating func add(_ item: Item) {
        if members.insert(item).inserted { items.append(item) }
    }

    mutating func remove(_ item: Item) {
        guard members.remove(item) != nil else { return }
        items.removeAll { $0 == item }
        changed.removeAll { $0 == item }
        values[item] = nil
        if case .feature(let id) = item { breaks.remove(id) }
    }

    /// Adds or removes the break point of a feature, which is watched in either case.
    mutating func setBreak(_ isBreak: Bool, at feature: String) {
        add(.feature(feature))
        if isBreak { breaks.insert(feature) } else { breaks.remove(feature) }
    }

    /// Stores an item's present value, and notes whether it changed.
    ///
    /// - Parameters:
    ///   - value: The value, or `nil` to keep the last known one because the app does not have the item.
    ///   - item: The item.
    mutating func note(_ value: String?, of item: Item) {
        guard let value, members.contains(item) else { return }
        if let old = values[item], old != value, !changed.contains(item) { changed.append(item) }
        values[item] = value
    }

    mutating func note(facts new: [FactRecord]) { facts = new }

    /// Returns the items that changed since the last call, and the facts that changed with them.
    mutating func takeChanges() -> (items: [Item], facts: [FactRecord]) {
        defer { (changed, facts) = ([], []) }
        return (changed, facts)
    }
}

/// The way the console draws attention to a change of a watched item.
///
/// The message appears in the console in any case.
package enum WatchAlert: String, Sendable, Hashable, CaseIterable {
    case message
    case bell
    /// A notification of the desktop, if the terminal supports it and is not in focus.
    case notification
}
