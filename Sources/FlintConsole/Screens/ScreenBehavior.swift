// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

/// The content and commands of a console screen.
///
/// Conforming types are stateless values. The state of a screen is part of the ``ConsoleState`` that is passed to every
/// method, so that the whole console remains one value. ``ListScreen`` implements most requirements for lists, and
/// ``FollowingScreen`` for tables that grow. Shared code accesses screens only through this protocol and
/// ``ConsoleScreen/behavior``.
protocol ScreenBehavior: LinearList, Sendable {
    var screen: ConsoleScreen { get }
    var title: String { get }
    /// A title of at most six letters. The first four letters distinguish it from the titles of all other screens.
    var shortTitle: String { get }
    var keyContext: KeyContext { get }
    /// Whether the list is a table that takes the full width, with the details below it.
    var isTable: Bool { get }
    var detailRowLimit: Int { get }
    /// Whether new events add rows to the list.
    var grows: Bool { get }
    /// The kind of facts that the screen lists, or `nil` if the screen lists no facts or several kinds.
    var factKind: FactKind? { get }
    func lists(_ kind: FactKind) -> Bool
    func fact(ofRow id: String) -> FactReference?
    func id(of fact: FactReference) -> String
    /// The columns that the user can hide from the screen's table.
    var tableColumns: [TableColumn] { get }

    /// Returns the number of lines at the top of the list that are not items.
    func headingLines(in layout: ConsoleLayout) -> Int

    // MARK: The list

    func view(in state: ConsoleState) -> BrowserView
    func setView(_ view: BrowserView, in state: inout ConsoleState)
    func rebuildRows(in state: inout ConsoleState)
    func filterChanged(in state: inout ConsoleState)
    var filterFields: [FilterField] { get }
    /// Returns the values to offer as completions for a field that accepts any text.
    func filterValues(of field: FilterField, in state: ConsoleState) -> [String]
    func rememberPosition(in state: inout ConsoleState)
    /// Restores the stored position after the filter has been cleared.
    func restorePosition(keepsSelection: Bool, in state: inout ConsoleState)
    /// Selects the next match of the filter or, without a filter, the next failure or refusal.
    ///
    /// The search goes down with a step of 1 and up with -1.
    func selectMatch(_ step: Int, in state: inout ConsoleState) -> MatchSearch
    func noFailureText(in state: ConsoleState) -> String
    func move(_ motion: Motion, in state: inout ConsoleState)
    /// Selects the item on a visible line.
    ///
    /// A line without an item is ignored.
    func select(line: Int, in state: inout ConsoleState)
    /// Returns the column of the sign that expands or collapses an item, relative to the inside of the frame.
    ///
    /// The result is `nil` for a line without such a sign.
    func foldColumn(ofLine line: Int, in state: ConsoleState) -> Int?
    func select(_ id: String, in state: inout ConsoleState)
    func hasSelection(in state: ConsoleState) -> Bool
    func matchCount(in state: ConsoleState) -> Int
    /// Returns the number of items that pass the filter and the other restrictions, and the number of all items.
    func itemCounts(in state: ConsoleState) -> (matching: Int, all: Int)

    func selectedRow(in state: ConsoleState, columns: Int) -> StyledLine?
    func selectedID(in state: ConsoleState) -> String?
    /// Returns the id of the selected item if the selection is to be restored at the next launch; otherwise `nil`.
    func keptSelection(in state: ConsoleState) -> String?
    func selectedValue(in state: ConsoleState) -> (any Encodable)?

    // MARK: Drawing

    /// Draws the list, and returns the number of rows drawn.
    func drawList(of state: ConsoleState, on canvas: inout Canvas, theme: Theme) -> Int
    /// Returns the position in the list, for its frame.
    func frameNote(in state: ConsoleState) -> String
    func detailTitle(in state: ConsoleState) -> String?
    func detailLines(in state: ConsoleState) -> [StyledLine]
    /// Draws other content in place of the details, or returns `false` if the details are to be drawn.
    func drawInsteadOfDetail(of state: ConsoleState, on canvas: inout Canvas, theme: Theme) -> Bool

    // MARK: Commands

    func run(_ command: KeyCommand, in state: inout ConsoleState)
    func reasonNotAllowed(_ command: KeyCommand, in state: ConsoleState) -> String?
    func paneChanged(in state: inout ConsoleState)
    func moveLeft(in state: inout ConsoleState)
    /// Handles the right arrow key in the list.
    ///
    /// - Returns: `false` if the key has no effect on the list, so that the focus moves to the details.
    func moveRight(in state: inout ConsoleState) -> Bool
    /// Removes a restriction on the list other than the filter.
    ///
    /// - Returns: `false` if the screen has no such restriction.
    func goBack(in state: inout ConsoleState) -> Bool
    /// Expands or collapses the selected item.
    ///
    /// - Returns: `false` if the item cannot be expanded.
    func toggle(in state: inout ConsoleState) -> Bool

    // MARK: Inspector queries

    /// Returns the question whose answer fills the selected item's details or the list.
    func question(in state: ConsoleState) -> ConsoleQuestion?
    func visibleFeatures(in state: ConsoleState) -> [String]
    func visibleFacts(in state: ConsoleState) -> [FactReference]
    func explainedFeature(in state: ConsoleState) -> String?
    /// Returns the ids of the features whose explanations the next keys are likely to show.
    func nearbyFeatures(in state: ConsoleState) -> [String]
    /// Returns the selected fact and its neighbors, because the next keys are likely to show their dependents.
    func adjacentFacts(in state: ConsoleState) -> [FactReference]
    func selectedFact(in state: ConsoleState) -> OverridableFact?
    var showsEffects: Bool { get }
}

extension ScreenBehavior {
    /// Returns the screen's title, followed by the number of matches while a filter is in use.
    func countedTitle(in state: ConsoleState) -> String {
        guard view(in: state).filter.isActive else { return title }
        let counts = itemCounts(in: state)
        return "\(title) \(counts.matching) of \(counts.all)"
    }

    var isTable: Bool { false }
    var detailRowLimit: Int { 15 }
    var grows: Bool { false }
    var factKind: FactKind? { nil }
    func lists(_ kind: FactKind) -> Bool { factKind == kind }
    func fact(ofRow id: String) -> FactReference? { factKind.map { FactReference(kind: $0, key: id) } }
    func id(of fact: FactReference) -> String { fact.key }
    var tableColumns: [TableColumn] { [] }
    var showsEffects: Bool { false }

    var filterFields: [FilterField] { [] }
    func keptSelection(in state: ConsoleState) -> String? { nil }
    func headingLines(in layout: ConsoleLayout) -> Int { 0 }
    func filterValues(of field: FilterField, in state: ConsoleState) -> [String] { [] }
    func foldColumn(ofLine line: Int, in state: ConsoleState) -> Int? { nil }
    func select(_ id: String, in state: inout ConsoleState) {}
    func drawInsteadOfDetail(of state: ConsoleState, on canvas: inout Canvas, theme: Theme) -> Bool { false }
    func run(_ command: KeyCommand, in state: inout ConsoleState) {}
    func reasonNotAllowed(_ command: KeyCommand, in state: ConsoleState) -> String? { nil }
    func paneChanged(in state: inout ConsoleState) {}
    func moveLeft(in state: inout ConsoleState) {}
    func moveRight(in state: inout ConsoleState) -> Bool { false }
    func goBack(in state: inout ConsoleState) -> Bool { false }
    func toggle(in state: inout ConsoleState) -> Bool { false }
    func question(in state: ConsoleState) -> ConsoleQuestion? { nil }
    func visibleFeatures(in state: ConsoleState) -> [String] { [] }
    func visibleFacts(in state: ConsoleState) -> [FactReference] { [] }
    func explainedFeature(in state: ConsoleState) -> String? { nil }
    func nearbyFeatures(in state: ConsoleState) -> [String] { [] }
    func adjacentFacts(in state: ConsoleState) -> [FactReference] { [] }
    func selectedFact(in state: ConsoleState) -> OverridableFact? { nil }
}
