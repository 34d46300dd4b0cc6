/// A list that grows at its end: the newest item is selected as it arrives, until the selection is moved away from it.
///
/// What is selected stays selected, by identity, whatever arrives or is forgotten, and whatever a filter hides.
struct FollowingList<Item: Identifiable & Sendable>: Sendable where Item.ID == UInt64 {
    /// The selection, the filter and the panes.
    var browser = Browser<UInt64>()
    /// Whether the newest item is selected as it arrives.
    private(set) var isFollowing = true
    /// The items.
    private(set) var recent: RecentBuffer<Item>
    /// Whether the newest item was followed before the filter was opened.
    private var followedUnfiltered = true
    /// The ids of the items that are wanted, or `nil` while all are.
    private var matches: [UInt64]?

    /// Creates an empty list that keeps a number of items.
    init(capacity: Int) {
        recent = RecentBuffer(capacity: capacity)
    }

    /// How many rows there are.
    var count: Int { matches?.count ?? recent.items.count }

    /// The selected item, or `nil` if it is no longer kept or there is none.
    var selected: Item? { browser.list.selection.flatMap { recent[$0] } }

    /// The selected item as long as it is in the list: neither removed nor filtered out.
    var shown: Item? { browser.list.isPresent ? selected : nil }

    /// The item in a row.
    func item(_ row: Int) -> Item? {
        guard let matches else { return recent.items[row] }
        return recent[matches[row]]
    }

    /// The id of the item in a row.
    private func id(_ row: Int) -> UInt64 { matches?[row] ?? recent.items[row].id }

    /// Adds items that have just come.
    ///
    /// - Parameters:
    ///   - new: The items, oldest first.
    ///   - height: The number of rows on the screen.
    ///   - isWanted: Whether an item belongs in the list; asked only while not all do.
    mutating func receive(_ new: [Item], height: Int, where isWanted: (Item) -> Bool) {
        let added = recent.append(new)
        if var matches {
            let oldest = recent.items.first?.id ?? 0
            matches.removeAll { $0 < oldest }
            matches += added.filter { $0.id >= oldest && isWanted($0) }.map(\.id)
            self.matches = matches
        }
        anchor(height: height)
    }

    /// Looks for the wanted items again.
    ///
    /// - Parameters:
    ///   - height: The number of rows on the screen.
    ///   - isWanted: Whether an item belongs in the list; `nil` if all do.
    mutating func restrict(height: Int, to isWanted: ((Item) -> Bool)?) {
        matches = isWanted.map { isWanted in recent.items.filter(isWanted).map(\.id) }
        anchor(height: height)
    }

    /// Remembers the selection and the position, before a filter is typed.
    mutating func rememberPosition() {
        browser.unfiltered = browser.list
        followedUnfiltered = isFollowing
    }

    /// Selects what was selected before the filter was opened, unless a row was chosen since.
    mutating func startFromBefore() {
        if browser.startFromBefore() { isFollowing = followedUnfiltered }
    }

    /// Goes back to what was remembered, after the filter was cleared.
    ///
    /// - Parameters:
    ///   - keepsSelection: Whether what is selected now stays selected.
    ///   - height: The number of rows on the screen.
    mutating func restorePosition(keepsSelection: Bool, height: Int) {
        guard browser.unfiltered != nil else { return }
        let isKept = keepsSelection && browser.list.isPresent
        browser.leaveFilter(keepsSelection: keepsSelection)
        isFollowing = isKept ? isAtEnd : followedUnfiltered
        anchor(height: height)
    }

    /// Moves the selection; at the newest item the list is followed, anywhere else it keeps its position.
    mutating func move(_ motion: Motion, height: Int) {
        var list = browser.list
        list.move(motion, count: count, height: height) { id($0) }
        if list.selection != browser.list.selection { browser.detailTop = 0 }
        browser.list = list
        isFollowing = isAtEnd
    }

    /// Selects the item in a row; a row without one changes nothing.
    mutating func select(row: Int) {
        guard (0..<count).contains(row) else { return }
        browser.list.select(id(row), at: row)
        isFollowing = isAtEnd
    }

    /// Selects the item in a row and brings it into view.
    mutating func select(row: Int, height: Int) {
        select(row: row)
        browser.list.keepVisible(count: count, height: height)
        browser.detailTop = 0
        if browser.pane == .detail { isFollowing = false }
    }

    /// Takes in that keys go to another pane now: what is being read must not be replaced by the next item.
    mutating func paneChanged() {
        isFollowing = browser.pane == .list && isAtEnd
    }

    /// The position of the selection, as people read it.
    var note: String {
        guard count > 0 else { return "" }
        let position = browser.list.isPresent ? "\(browser.list.index + 1) of \(count)" : "\(count)"
        return isFollowing ? "following, \(position)" : position
    }

    /// Whether the newest item is selected.
    private var isAtEnd: Bool { browser.list.index >= count - 1 }

    /// Follows the newest item, or keeps the selected one where it is.
    private mutating func anchor(height: Int) {
        if isFollowing, browser.pane == .list, count > 0 {
            move(.last, height: height)
            return
        }
        guard let selection = browser.list.selection else { return }
        browser.list.reanchor(at: row(of: selection), count: count, height: height)
    }

    /// The row an item is in, or `nil` if it is in none.
    private func row(of wanted: UInt64) -> Int? {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if id(middle) < wanted { low = middle + 1 } else { high = middle }
        }
        return low < count && id(low) == wanted ? low : nil
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
