// SPDX-License-Identifier: MIT

import FlintWorld

enum Pane: Sendable, Hashable {
    case list
    case detail
}

/// A list's filter, and the state of its text field while the user types.
///
/// A filter stays active after the user has finished typing. While it is being typed, the list is updated after each
/// letter.
struct Filter: Sendable, Hashable {
    var field = TextField()
    var isEditing = false
    /// Whether the user has selected a row while typing the filter.
    var hasChosen = false
    /// The completions that Tab cycles through, until any other key is pressed.
    var completions: FilterCompletions?

    var isActive: Bool { !field.text.allSatisfy { $0 == " " } }
    var isInUse: Bool { isEditing || isActive }

    func itemFilter(_ fields: [FilterField]) -> ItemFilter { ItemFilter(FilterQuery(field.text), fields: fields) }
}

struct DetailPosition: Sendable, Hashable {
    /// A selected line that can be opened.
    ///
    /// The line is found again after the lines have changed.
    struct Selection: Sendable, Hashable {
        var line: Int
        var target: Intent

        func index(in lines: [StyledLine]) -> Int? {
            if lines.indices.contains(line), lines[line].target == target { return line }
            return lines.firstIndex { $0.target == target }
        }
    }

    /// The index of the first visible line.
    var top = 0
    var selection: Selection?
}

/// The part of a browser's state that does not depend on the type of its items.
///
/// Shared code, such as key handling and filtering, accesses the current screen's state through this type.
struct BrowserView: Sendable, Hashable {
    var filter = Filter()
    /// The pane that receives keys.
    ///
    /// In a narrow window, the other pane is hidden.
    var pane = Pane.list
    var details = DetailPosition()
    var order = ListOrder.declared
    var marks: Set<String> = []
    /// The selection to restore after a launch or a jump.
    ///
    /// It is kept until the list has its row or the user selects another one.
    var restoredSelection: String?
}

/// The state of a screen with a list and details.
///
/// The browser adds the selection to ``BrowserView``, whose members are also available directly. When the user opens a
/// filter, the screen stores the list's position in ``unfiltered``, so that clearing the filter can restore it.
@dynamicMemberLookup
struct Browser<ID: Hashable & Sendable>: Sendable, Hashable {
    var list = ListState<ID>()
    var unfiltered: ListState<ID>?
    var view = BrowserView()

    subscript<Value>(dynamicMember member: WritableKeyPath<BrowserView, Value>) -> Value {
        get { view[keyPath: member] }
        set { view[keyPath: member] = newValue }
    }

    /// Whether the filter hides the selected item.
    ///
    /// Keys must not act on a hidden item.
    var hidesSelection: Bool { view.filter.isActive && list.selection != nil && !list.isPresent }

    /// Restores the selection from before the filter, unless the user has selected another row while typing.
    ///
    /// - Returns: Whether the selection was restored.
    @discardableResult
    mutating func restoreUnfilteredSelection() -> Bool {
        guard view.filter.isEditing, !view.filter.hasChosen, let before = unfiltered else { return false }
        // Each typed letter searches from the same row, regardless of the matches of the previous letters.
        list = before
        return true
    }

    /// Restores the position from before the filter was opened.
    mutating func leaveFilter(keepsSelection: Bool) {
        guard let before = unfiltered else { return }
        unfiltered = nil
        // If the selection is kept, the list scrolls back only as far as the selection stays visible.
        if keepsSelection, list.isPresent { list.scroll(to: before.top) } else { list = before }
    }
}
