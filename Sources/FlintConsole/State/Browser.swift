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

    /// The words to look for.
    var terms: SearchTerms { SearchTerms(field.text) }
    /// Whether anything is being looked for.
    var isActive: Bool { !field.text.allSatisfy { $0 == " " } }
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
    /// Everything else.
    var view = BrowserView()

    /// Gives what does not depend on the list's items as the browser's own.
    subscript<Value>(dynamicMember member: WritableKeyPath<BrowserView, Value>) -> Value {
        get { view[keyPath: member] }
        set { view[keyPath: member] = newValue }
    }

    /// Whether the selected item is none of those the filter shows, so that no key must reach it.
    var hidesSelection: Bool { view.filter.isActive && list.selection != nil && !list.isPresent }
}
