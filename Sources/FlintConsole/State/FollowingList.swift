// SPDX-License-Identifier: MIT

/// The row storage of a ``FollowingList``.
///
/// A conforming type determines which items share a row, and keeps the rows in order. It filters items as they arrive,
/// so that the cost of a frame does not depend on the number of items.
protocol FollowedRows: Sendable {
    associatedtype Item: Sendable
    /// The value that a filter tests.
    ///
    /// An entry can combine several items.
    associatedtype Entry
    associatedtype Row: Identifiable & Sendable where Row.ID: Sendable

    var count: Int { get }
    /// The number of items that pass the filter, and the number of all items.
    var itemCounts: (matching: Int, all: Int) { get }
    /// Whether the list would be empty even without a filter.
    var isEmpty: Bool { get }
    /// Whether the last row is the newest one, so that the list can follow it.
    var growsAtEnd: Bool { get }

    func row(_ index: Int) -> Row?
    func id(_ index: Int) -> Row.ID
    /// Returns the index of the row that contains an item, or `nil` if no visible row does.
    func index(of id: Row.ID) -> Int?
    /// Returns the row of an item even if a filter hides it, or `nil` if the item is no longer retained.
    func row(with id: Row.ID) -> Row?
    /// Appends new items, oldest first. If `isWanted` is `nil`, all entries have rows.
    mutating func append(_ new: [Item], where isWanted: ((Entry) -> Bool)?)
    mutating func restrict(to isWanted: ((Entry) -> Bool)?)
}

extension FollowedRows {
    var growsAtEnd: Bool { true }
}

/// A list that grows at its end and can follow its newest row.
///
/// While the list follows, each new row is selected as it arrives. Moving the selection away from the newest row stops
/// following, and moving it back resumes it. The selection is an identity: it survives new rows, dropped rows, and
/// filters. The list does not follow while its details have the focus, so that the text being read is not replaced.
struct FollowingList<Rows: FollowedRows>: Sendable {
    var browser = Browser<Rows.Row.ID>()
    /// The row storage.
    ///
    /// After changing it directly, call ``adapt(height:)``.
    var rows: Rows
    private(set) var isFollowing = true {
        didSet {
            if oldValue, !isFollowing { lastFollowed = count > 0 ? rows.id(count - 1) : nil }
        }
    }
    /// The id of the newest row at the time the list stopped following.
    private var lastFollowed: Rows.Row.ID?
    private var followedUnfiltered = true

    init(_ rows: Rows) {
        self.rows = rows
    }

    var count: Int { rows.count }

    /// The selected row, even if a filter hides it, or `nil` if it is no longer retained.
    var selected: Rows.Row? { browser.list.selection.flatMap { rows.row(with: $0) } }

    var shown: Rows.Row? { browser.list.isPresent ? selected : nil }

    mutating func append(_ new: [Rows.Item], height: Int, where isWanted: ((Rows.Entry) -> Bool)?) {
        rows.append(new, where: isWanted)
        adapt(height: height)
    }

    mutating func restrict(height: Int, to isWanted: ((Rows.Entry) -> Bool)?) {
        rows.restrict(to: isWanted)
        adapt(height: height)
    }

    /// Rearranges the retained items into different rows, without counting these as new.
    ///
    /// Call ``adapt(height:)`` afterward.
    mutating func regroup(_ change: (inout Rows) -> Void) {
        // The new rows are counted before the ids of the rows change.
        let hadNewRows = unseen > 0
        change(&rows)
        if !isFollowing, !hadNewRows, count > 0 { lastFollowed = rows.id(count - 1) }
    }

    mutating func rememberPosition() {
        browser.unfiltered = browser.list
        followedUnfiltered = isFollowing
    }

    mutating func restoreUnfilteredSelection() {
        if browser.restoreUnfilteredSelection() { isFollowing = followedUnfiltered }
    }

    mutating func restorePosition(keepsSelection: Bool, height: Int) {
        guard browser.unfiltered != nil else { return }
        let isKept = keepsSelection && browser.list.isPresent
        browser.leaveFilter(keepsSelection: keepsSelection)
        isFollowing = isKept ? isAtEnd : followedUnfiltered
        adapt(height: height)
    }

    mutating func move(_ motion: Motion, height: Int) {
        var list = browser.list
        list.move(motion, count: count, height: height) { rows.id($0) }
        if list.selection != browser.list.selection { browser.details = DetailPosition() }
        browser.list = list
        isFollowing = isAtEnd
    }

    mutating func select(row: Int) {
        guard (0..<count).contains(row) else { return }
        browser.list.select(rows.id(row), at: row)
        isFollowing = isAtEnd
    }

    mutating func stopFollowing() { isFollowing = false }

    mutating func select(row: Int, height: Int) {
        select(row: row)
        browser.list.keepVisible(count: count, height: height)
        browser.details = DetailPosition()
        // A new row must not replace the details that are being read.
        if browser.pane == .detail { isFollowing = false }
    }

    mutating func paneChanged() {
        isFollowing = browser.pane == .list && isAtEnd
    }

    /// The position of the selection and the number of new rows, such as `3 of 12, 2 new below`.
    var note: String {
        guard count > 0 else { return "" }
        let position = browser.list.isPresent ? "\(browser.list.index + 1) of \(count)" : "\(count)"
        guard rows.growsAtEnd else { return position }
        if isFollowing { return "following, \(position)" }
        return unseen > 0 ? "\(position), \(unseen) new below" : position
    }

    private var unseen: Int {
        guard let lastFollowed, let index = rows.index(of: lastFollowed) else { return 0 }
        return count - 1 - index
    }

    private var isAtEnd: Bool { rows.growsAtEnd && browser.list.index >= count - 1 }

    /// Updates the selection after the rows have changed.
    ///
    /// If the list is following, the newest row is selected. Otherwise, the selected row stays on its line of the
    /// screen.
    mutating func adapt(height: Int) {
        if isFollowing, rows.growsAtEnd, browser.pane == .list, count > 0 {
            move(.last, height: height)
            return
        }
        guard let selection = browser.list.selection else { return }
        let index = rows.index(of: selection)
        browser.list.reanchor(at: index, count: count, height: height)
        // The selected item may have moved into another row.
        if let index, rows.id(index) != selection { browser.list.select(rows.id(index), at: index) }
    }
}
