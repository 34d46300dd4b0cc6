import InspectorKit
import TerminalKit

/// What a screen of the console shows and does.
///
/// A screen keeps nothing itself: what it remembers is a part of the ``ConsoleState`` that every function is given.
/// ``ListScreen`` and ``FollowingScreen`` implement most of it for screens over a list and over a table that grows.
protocol ScreenBehavior: Sendable {
    /// The screen.
    var screen: ConsoleScreen { get }
    /// The name for people.
    var title: String { get }
    /// The name for people in no more than six letters, of which the first four tell it from others.
    var shortTitle: String { get }
    /// The context of the keys that only this screen has.
    var keyContext: KeyContext { get }
    /// Whether the list is a table that takes the full width, with the details below it.
    var isTable: Bool { get }
    /// The kind of fact the screen lists, if it lists facts that can be overridden.
    var factKind: FactKind? { get }

    /// Returns how many lines at the top of the list are not items of it.
    func headingLines(in layout: ConsoleLayout) -> Int

    // MARK: The list

    /// Returns the filter, the pane and the position in the details.
    func view(in state: ConsoleState) -> BrowserView
    /// Sets the filter, the pane and the position in the details.
    func setView(_ view: BrowserView, in state: inout ConsoleState)
    /// Makes the rows again, after something they depend on has changed.
    func rebuildRows(in state: inout ConsoleState)
    /// Shows what the filter looks for now.
    func filterChanged(in state: inout ConsoleState)
    /// The fields by which the list can be filtered.
    var filterFields: [FilterField] { get }
    /// Returns the values to offer for a field that is searched for any text.
    func filterValues(of field: FilterField, in state: ConsoleState) -> [String]
    /// Remembers the selection and the position in the whole list, before a filter is typed.
    func rememberPosition(in state: inout ConsoleState)
    /// Goes back to what was remembered, after the filter was cleared.
    ///
    /// - Parameters:
    ///   - keepsSelection: Whether what is selected now stays selected.
    ///   - state: The state of the console.
    func restorePosition(keepsSelection: Bool, in state: inout ConsoleState)
    /// Selects the next match of the filter or, without a filter, the next row with a failure or a refusal.
    ///
    /// - Parameters:
    ///   - step: 1 for the rows below, -1 for those above.
    ///   - state: The state of the console.
    /// - Returns: What came of it.
    func selectMatch(_ step: Int, in state: inout ConsoleState) -> MatchSearch
    /// What is announced while no row has a failure or a refusal.
    var noFailureText: String { get }
    /// Moves the selection.
    func move(_ motion: Motion, in state: inout ConsoleState)
    /// Selects the item on a line of the list; a line without one changes nothing.
    func select(line: Int, in state: inout ConsoleState)
    /// Returns the column of the sign that folds the item on a line of the list, counted from the inside of its frame.
    func foldColumn(ofLine line: Int, in state: ConsoleState) -> Int?
    /// Selects an item by its id, as far as the list has it.
    func select(_ id: String, in state: inout ConsoleState)
    /// Returns whether an item is selected that the list shows.
    func hasSelection(in state: ConsoleState) -> Bool
    /// Returns how many items match the filter.
    func matchCount(in state: ConsoleState) -> Int

    /// Returns the row of the selected item as it is drawn; `nil` if none is selected.
    func selectedRow(in state: ConsoleState) -> StyledLine?
    /// Returns the id of the selected item.
    func selectedID(in state: ConsoleState) -> String?
    /// Returns the id of the selected item, if it may be selected again when the console is next started.
    func keptSelection(in state: ConsoleState) -> String?
    /// Returns all that is known of the selected item, for JSON.
    func selectedValue(in state: ConsoleState) -> (any Encodable)?

    // MARK: Drawing

    /// Draws the list; returns how many rows were drawn.
    func drawList(of state: ConsoleState, on canvas: inout Canvas, theme: Theme) -> Int
    /// Returns the title of the details, or `nil` if nothing is selected.
    func detailTitle(in state: ConsoleState) -> String?
    /// Returns the details, line by line.
    func detailLines(in state: ConsoleState) -> [StyledLine]
    /// Draws something else in place of the details, if there is something.
    ///
    /// - Returns: Whether it was drawn.
    func drawInsteadOfDetail(of state: ConsoleState, on canvas: inout Canvas, theme: Theme) -> Bool

    // MARK: Commands

    /// Runs a command of the screen's own.
    func run(_ command: KeyCommand, in state: inout ConsoleState)
    /// Returns why a command that concerns the selection cannot be run now, or `nil` if it can.
    func reason(against command: KeyCommand, in state: ConsoleState) -> String?
    /// Notes that keys go to the other pane now.
    func paneChanged(in state: inout ConsoleState)
    /// Handles the left key in the list.
    func moveLeft(in state: inout ConsoleState)
    /// Handles the right key in the list; returns whether it did something.
    func moveRight(in state: inout ConsoleState) -> Bool
    /// Shows again what the screen leaves out besides its filter; returns whether there was something.
    func goBack(in state: inout ConsoleState) -> Bool
    /// Opens what is selected from within the details.
    func openFromDetail(in state: inout ConsoleState)

    // MARK: Questions to the inspector

    /// Returns the ids of the features in the rows on the screen.
    func visibleFeatures(in state: ConsoleState) -> [String]
    /// Returns the facts in the rows on the screen.
    func visibleFacts(in state: ConsoleState) -> [FactReference]
    /// Returns the id of the feature the details explain.
    func explainedFeature(in state: ConsoleState) -> String?
    /// Returns the selected fact.
    func selectedFact(in state: ConsoleState) -> OverridableFact?
    /// Returns whether the details show the effect of overriding the selected fact.
    var showsEffects: Bool { get }
}

extension ScreenBehavior {
    var isTable: Bool { false }
    var factKind: FactKind? { nil }
    var showsEffects: Bool { false }

    var filterFields: [FilterField] { [] }
    func keptSelection(in state: ConsoleState) -> String? { nil }
    func headingLines(in layout: ConsoleLayout) -> Int { 0 }
    func filterValues(of field: FilterField, in state: ConsoleState) -> [String] { [] }
    func foldColumn(ofLine line: Int, in state: ConsoleState) -> Int? { nil }
    func select(_ id: String, in state: inout ConsoleState) {}
    func drawInsteadOfDetail(of state: ConsoleState, on canvas: inout Canvas, theme: Theme) -> Bool { false }
    func run(_ command: KeyCommand, in state: inout ConsoleState) {}
    func reason(against command: KeyCommand, in state: ConsoleState) -> String? { nil }
    func paneChanged(in state: inout ConsoleState) {}
    func moveLeft(in state: inout ConsoleState) {}
    func moveRight(in state: inout ConsoleState) -> Bool { false }
    func goBack(in state: inout ConsoleState) -> Bool { false }
    func openFromDetail(in state: inout ConsoleState) {}
    func visibleFeatures(in state: ConsoleState) -> [String] { [] }
    func visibleFacts(in state: ConsoleState) -> [FactReference] { [] }
    func explainedFeature(in state: ConsoleState) -> String? { nil }
    func selectedFact(in state: ConsoleState) -> OverridableFact? { nil }
}
