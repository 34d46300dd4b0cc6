/// The rows of a list that grows at its end.
protocol FollowedRows: Sendable {
    /// What arrives.
    associatedtype Item: Sendable
    /// What a filter tests.
    associatedtype Entry
    /// What is shown on a line.
    associatedtype Row: Identifiable & Sendable where Row.ID: Sendable

    /// How many rows there are.
    var count: Int { get }
    /// Whether nothing has arrived, wanted or not.
    var isEmpty: Bool { get }
    /// Whether the last row is the newest one, so that it can be followed.
    var growsAtEnd: Bool { get }

    /// Returns a row.
    func row(_ index: Int) -> Row?
    /// Returns the id of a row.
    func id(_ index: Int) -> Row.ID
    /// Returns where an item is shown, or `nil` if it is in no row.
    func index(of id: Row.ID) -> Int?
    /// Returns the row of an item, also one that is filtered out; `nil` if the item is no longer kept.
    func row(with id: Row.ID) -> Row?
    /// Adds items that have just come, oldest first.
    ///
    /// - Parameters:
    ///   - new: The items.
    ///   - isWanted: Whether an entry belongs in the list; `nil` if all do.
    mutating func receive(_ new: [Item], where isWanted: ((Entry) -> Bool)?)
    /// Looks for the wanted entries again.
    ///
    /// - Parameter isWanted: Whether an entry belongs in the list; `nil` if all do.
    mutating func restrict(to isWanted: ((Entry) -> Bool)?)
}

extension FollowedRows {
    var growsAtEnd: Bool { true }
}

/// A list that grows at its end: the newest row is selected as it arrives, until the selection is moved away from it.
///
/// What is selected stays selected, by identity, whatever arrives or is forgotten, and whatever a filter hides.
struct FollowingList<Rows: FollowedRows>: Sendable {
    /// The selection, the filter and the panes.
    var browser = Browser<Rows.Row.ID>()
    /// The rows; after a change from outside, ``adapt(height:)`` has to follow.
    var rows: Rows
    /// Whether the newest row is selected as it arrives.
    private(set) var isFollowing = true {
        didSet {
            if oldValue, !isFollowing { lastFollowed = count > 0 ? rows.id(count - 1) : nil }
        }
    }
    /// The row that was the newest one when it was no longer followed.
    private var lastFollowed: Rows.Row.ID?
    /// Whether the newest row was followed before the filter was opened.
    private var followedUnfiltered = true

    /// Creates a list of rows.
    init(_ rows: Rows) {
        self.rows = rows
    }

    /// How many rows there are.
    var count: Int { rows.count }

    /// The selected row, or `nil` if it is no longer kept or there is none.
    var selected: Rows.Row? { browser.list.selection.flatMap { rows.row(with: $0) } }

    /// The selected row as long as it is in the list: neither removed nor filtered out.
    var shown: Rows.Row? { browser.list.isPresent ? selected : nil }

    /// Adds items that have just come.
    ///
    /// - Parameters:
    ///   - new: The items, oldest first.
    ///   - height: The number of rows on the screen.
    ///   - isWanted: Whether an entry belongs in the list; `nil` if all do.
    mutating func receive(_ new: [Rows.Item], height: Int, where isWanted: ((Rows.Entry) -> Bool)?) {
        rows.receive(new, where: isWanted)
        adapt(height: height)
    }

    /// Looks for the wanted entries again.
    ///
    /// - Parameters:
    ///   - height: The number of rows on the screen.
    ///   - isWanted: Whether an entry belongs in the list; `nil` if all do.
    mutating func restrict(height: Int, to isWanted: ((Rows.Entry) -> Bool)?) {
        rows.restrict(to: isWanted)
        adapt(height: height)
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
        adapt(height: height)
    }

    /// Moves the selection; at the newest row the list is followed, anywhere else it keeps its position.
    mutating func move(_ motion: Motion, height: Int) {
        var list = browser.list
        list.move(motion, count: count, height: height) { rows.id($0) }
        if list.selection != browser.list.selection { browser.detailTop = 0 }
        browser.list = list
        isFollowing = isAtEnd
    }

    /// Selects a row by its number; one that does not exist changes nothing.
    mutating func select(row: Int) {
        guard (0..<count).contains(row) else { return }
        browser.list.select(rows.id(row), at: row)
        isFollowing = isAtEnd
    }

    /// Selects a row and brings it into view.
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
        guard rows.growsAtEnd else { return position }
        if isFollowing { return "following, \(position)" }
        return unseen > 0 ? "\(position), \(unseen) new below" : position
    }

    /// How many rows have come below since the newest one was last followed.
    private var unseen: Int {
        guard let lastFollowed, let index = rows.index(of: lastFollowed) else { return 0 }
        return count - 1 - index
    }

    /// Whether the newest row is selected.
    private var isAtEnd: Bool { rows.growsAtEnd && browser.list.index >= count - 1 }

    /// Follows the newest row, or keeps the selected one where it is on the screen.
    ///
    /// - Parameter height: The number of rows on the screen.
    mutating func adapt(height: Int) {
        if isFollowing, rows.growsAtEnd, browser.pane == .list, count > 0 {
            move(.last, height: height)
            return
        }
        guard let selection = browser.list.selection else { return }
        let index = rows.index(of: selection)
        browser.list.reanchor(at: index, count: count, height: height)
        // What is selected may have become a part of another row.
        if let index, rows.id(index) != selection { browser.list.select(rows.id(index), at: index) }
    }
}
