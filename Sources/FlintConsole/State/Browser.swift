import InspectorKit

/// One of the two panes of a screen.
enum Pane: Sendable, Hashable {
    /// What can be chosen from.
    case list
    /// What is known of the chosen item.
    case detail
}

/// The filter over a screen's list.
struct Filter: Sendable, Hashable {
    /// What was typed.
    var field = TextField()
    /// Whether keys go to the filter.
    var isEditing = false
    /// Whether a row was chosen while the filter was typed.
    var hasChosen = false
    /// The completions that are gone through, while nothing else is typed.
    var completions: FilterCompletions?

    /// Whether anything is being looked for.
    var isActive: Bool { !field.text.allSatisfy { $0 == " " } }
    /// Whether there is or may soon be something to look for.
    var isInUse: Bool { isEditing || isActive }

    /// What it looks for in a list whose items have certain fields.
    func itemFilter(_ fields: [FilterField]) -> ItemFilter { ItemFilter(FilterQuery(field.text), fields: fields) }
}

/// What every screen with a list and a detail pane keeps, whatever is in the list.
struct BrowserView: Sendable, Hashable {
    /// The filter over the list.
    var filter = Filter()
    /// The pane that keys go to; on a narrow screen also the only one that is shown.
    var pane = Pane.list
    /// The first line of the detail pane on the screen.
    var detailTop = 0
}

/// What every screen with a list and a detail pane keeps.
@dynamicMemberLookup
struct Browser<ID: Hashable & Sendable>: Sendable, Hashable {
    /// The list's selection and position.
    var list = ListState<ID>()
    /// The selection and position in the whole list, as they were before the filter was opened.
    var unfiltered: ListState<ID>?
    /// Everything else.
    var view = BrowserView()

    /// Gives what does not depend on the list's items as the browser's own.
    subscript<Value>(dynamicMember member: WritableKeyPath<BrowserView, Value>) -> Value {
        get { view[keyPath: member] }
        set { view[keyPath: member] = newValue }
    }

    /// Whether the selected item is none of those the filter shows, so that no key must reach it.
    var hidesSelection: Bool { view.filter.isActive && list.selection != nil && !list.isPresent }

    /// Selects what was selected before the filter was opened, unless a row was chosen since: each letter is looked for from
    /// there on, wherever the letters before it led.
    ///
    /// - Returns: Whether it did.
    @discardableResult
    mutating func startFromBefore() -> Bool {
        guard view.filter.isEditing, !view.filter.hasChosen, let before = unfiltered else { return false }
        list = before
        return true
    }

    /// Goes back to where the whole list was before the filter was opened.
    ///
    /// - Parameter keepsSelection: Whether what is selected now stays selected as long as the whole list has it; the list is
    ///   then scrolled back as far as it stays in view.
    mutating func leaveFilter(keepsSelection: Bool) {
        guard let before = unfiltered else { return }
        unfiltered = nil
        if keepsSelection, list.isPresent { list.scroll(to: before.top) } else { list = before }
    }
}
