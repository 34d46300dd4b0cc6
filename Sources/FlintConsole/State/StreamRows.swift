/// The rows of a stream of which each item is a row.
struct StreamRows<Item: Identifiable & Sendable>: FollowedRows where Item.ID == UInt64 {
    /// The items.
    private(set) var recent: RecentBuffer<Item>
    /// The ids of the items that are wanted, or `nil` while all are.
    private var matches: [UInt64]?

    /// Creates rows without items.
    ///
    /// - Parameter capacity: How many items are kept.
    init(capacity: Int) {
        recent = RecentBuffer(capacity: capacity)
    }

    var count: Int { matches?.count ?? recent.items.count }

    var isEmpty: Bool { recent.items.isEmpty }

    func row(_ index: Int) -> Item? {
        guard let matches else { return recent.items[index] }
        return recent[matches[index]]
    }

    func id(_ index: Int) -> UInt64 { matches?[index] ?? recent.items[index].id }

    func index(of id: UInt64) -> Int? {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self.id(middle) < id { low = middle + 1 } else { high = middle }
        }
        return low < count && self.id(low) == id ? low : nil
    }

    func row(with id: UInt64) -> Item? { recent[id] }

    mutating func receive(_ new: [Item], where isWanted: ((Item) -> Bool)?) {
        let added = recent.append(new)
        guard var matches else { return }
        let oldest = recent.items.first?.id ?? 0
        matches.removeAll { $0 < oldest }
        matches += added.filter { $0.id >= oldest && isWanted?($0) != false }.map(\.id)
        self.matches = matches
    }

    mutating func restrict(to isWanted: ((Item) -> Bool)?) {
        matches = isWanted.map { isWanted in recent.items.filter(isWanted).map(\.id) }
    }
}

/// The newest items of a stream, oldest first, up to a limit.
struct RecentBuffer<Item: Identifiable & Sendable>: Sendable where Item.ID == UInt64 {
    /// How many items are kept at least once there are as many.
    let capacity: Int
    /// The items, ids ascending.
    private(set) var items: [Item] = []

    /// Creates an empty list.
    init(capacity: Int) {
        self.capacity = capacity
    }

    /// The id of the latest item; 0 if there is none.
    var lastID: UInt64 { items.last?.id ?? 0 }

    /// Adds items that came after all that are there; any that are there already are left out.
    ///
    /// - Returns: The items that were added.
    mutating func append(_ new: [Item]) -> ArraySlice<Item> {
        let last = lastID
        let added = new.drop { $0.id <= last }
        items.append(contentsOf: added)
        // A few more may gather before the oldest are dropped, so that dropping is rare.
        if items.count > capacity + capacity / 5 { items.removeFirst(items.count - capacity) }
        return added
    }

    /// The item with an id, if it is still kept.
    subscript(id: UInt64) -> Item? {
        let index = items.partition(before: id)
        return index < items.count && items[index].id == id ? items[index] : nil
    }
}

extension RandomAccessCollection where Element: Identifiable, Element.ID == UInt64, Index == Int {
    /// Returns the index of the first element whose id is not below a given one, in a list with ascending ids.
    fileprivate func partition(before id: UInt64) -> Int {
        var low = startIndex
        var high = endIndex
        while low < high {
            let middle = (low + high) / 2
            if self[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
