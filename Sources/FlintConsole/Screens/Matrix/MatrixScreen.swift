// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

/// The stored state of the Matrix screen.
///
/// The first column of the matrix is the current state, and each further column is a persona. The matrix is read when
/// the screen is visible and the app's state has changed. Only one count of states runs at a time, for the selected
/// feature.
struct MatrixState: ListContent {
    var browser = Browser<String>()
    var rows: [String] = []
    var matrix: AvailabilityMatrix? {
        didSet {
            comparison = MatrixComparison(self)
            let columns = matrix?.columns.count ?? 0
            totals = Array(repeating: TotalCount(), count: columns)
            for feature in matrix?.features ?? [] {
                guard let row = matrix?.row(feature) else { continue }
                for (column, isAvailable) in row.enumerated() where isAvailable == true {
                    if feature.isVisible { totals[column].visible += 1 } else { totals[column].hidden += 1 }
                }
            }
        }
    }
    private(set) var totals: [TotalCount] = []
    /// For each persona, the overrides that also apply in its column, because the persona does not mention their facts.
    private(set) var keptOverrides: [[OverrideRecord]] = []

    struct TotalCount: Sendable, Hashable {
        var visible = 0
        var hidden = 0
    }

    var personas: [Persona] = []
    /// The names of the personas that come with the app, and so cannot be renamed or deleted.
    var bundled: Set<String> = []
    var problems: [String] = []
    var isStale = true
    var column = 0 {
        didSet { if column != oldValue { comparison = MatrixComparison(self) } }
    }
    var base = 0 {
        didSet { if base != oldValue { comparison = MatrixComparison(self) } }
    }
    private(set) var comparison = MatrixComparison()
    var showsOnlyDifferences = false
    /// The width in cells that the visible features' names need.
    ///
    /// The width only grows until the screen is left or the window changes its size, so that scrolling does not move
    /// the columns back and forth.
    var nameColumns = 0
    var requested: String?
    var states: [String: AvailableStates] = [:]
    var count: StateCount?
    /// The gaps in each feature's coverage when it was last listed, by the feature's id.
    var unseen: [String: [String]] = [:]
    var explained: ExplainedCell?

    struct ExplainedCell: Sendable, Hashable {
        let featureID: String
        let question: ConsoleQuestion
        var explanation: PersonaExplanation?
    }

    var selectedPersona: Persona? { persona(ofColumn: column) }

    func persona(ofColumn column: Int) -> Persona? {
        personas.indices.contains(column - 1) ? personas[column - 1] : nil
    }

    func column(_ column: Int, in list: PersonaList) -> Int {
        guard let name = persona(ofColumn: column)?.name else { return column }
        let (names, known) = (list.personas.map(\.name), Set(personas.map(\.name)))
        if let index = names.firstIndex(of: name) { return index + 1 }
        // If exactly one name is new, the persona was probably renamed.
        let added = names.indices.filter { !known.contains(names[$0]) }
        return added.count == 1 ? added[0] + 1 : column
    }

    mutating func replaceMatrix(
        with new: AvailabilityMatrix, _ list: PersonaList, keeping overrides: [[OverrideRecord]]
    ) {
        matrix = new
        keptOverrides = overrides
        // The columns are found by the names of the previous personas, so this precedes the replacement of the
        // personas.
        let (shown, compared) = (self.column(column, in: list), self.column(base, in: list))
        explained = nil
        (personas, problems) = (list.personas, list.problems)
        bundled = Set(list.bundled ?? [])
        let last = max(0, new.columns.count - 1)
        (column, base) = (min(shown, last), min(compared, last))
        if let requested, let found = new.columns.dropFirst().firstIndex(where: { $0.name == requested }) {
            // Column 0 is the current state.
            (column, base, showsOnlyDifferences) = (found, 0, true)
        }
        requested = nil
    }

    mutating func storeExplanation(_ explanation: PersonaExplanation?, to question: ConsoleQuestion) {
        if explained?.question == question { explained?.explanation = explanation }
    }

    mutating func updateCount(share: Double, ofCount id: String) {
        if count?.featureID == id, count?.share != nil { count?.share = share }
    }

    mutating func storeStates(_ new: AvailableStates?, of id: String) {
        if let new {
            // The limit bounds the memory for features that are no longer selected.
            if states.count >= 256 { states = [:] }
            states[id] = new
        }
        // Without states, the count was stopped.
        if count?.featureID == id { count = new == nil ? StateCount(featureID: id, share: nil) : nil }
    }

    struct StateCount: Sendable, Hashable {
        let featureID: String
        /// The completed fraction of the count, or `nil` if the count was stopped.
        var share: Double?
    }

    /// Returns whether a feature differs between the selected column and the base column.
    func differs(_ feature: FeatureSummary) -> Bool { (matrix?.row(feature)).map(differs) ?? false }

    func differs(_ row: [Bool?]) -> Bool {
        // If the base column itself is selected, the row is compared in all columns.
        column == base ? row.contains { $0 != row[base] } : row[column] != row[base]
    }

    func values(of item: MatrixItem) -> [Bool?]? {
        switch item {
        case .feature(let feature): matrix?.row(feature)
        case .flag(let flag): flag.values
        }
    }

    static func sign(of value: Bool?, _ item: MatrixItem) -> String {
        guard let value else { return "?" }
        return switch item {
        case .feature: AvailabilityFormatter.sign(value)
        case .flag: value ? "on" : "off"
        }
    }

    /// Returns the adopted flag of a row, or `nil` for the row of a feature.
    func flag(ofRow id: String) -> AvailabilityMatrix.FlagRow? {
        id.hasPrefix(MatrixItem.flagPrefix) ? matrix?.flags.first { MatrixItem.flag($0).rowID == id } : nil
    }
}

/// A row of the matrix: a feature, or a flag that the app has adopted.
enum MatrixItem: Encodable {
    case feature(FeatureSummary)
    case flag(AvailabilityMatrix.FlagRow)

    /// The prefix of flag ids, which no feature's id contains.
    fileprivate static let flagPrefix = "flag "

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .feature(let feature): try feature.encode(to: encoder)
        case .flag(let flag): try flag.encode(to: encoder)
        }
    }

    var rowID: String {
        switch self {
        case .feature(let feature): feature.id
        case .flag(let flag): Self.flagPrefix + flag.key
        }
    }

    var name: String {
        switch self {
        case .feature(let feature): feature.name
        case .flag(let flag): Self.flagPrefix + flag.key
        }
    }
}

/// The differences between two columns of the matrix.
///
/// The comparison is made when the matrix or a column changes, so that the cost of a frame does not depend on the
/// number of features.
struct MatrixComparison: Sendable, Hashable {
    struct Group: Sendable, Hashable {
        static let nameLimit = 3

        private(set) var count = 0
        private(set) var names: [String] = []

        mutating func add(_ change: FeatureChange) {
            count += 1
            if names.count < Self.nameLimit { names.append(change.featureName) }
        }

        func summary(namingAtMost limit: Int) -> String {
            var items = Array(names.prefix(limit))
            guard !items.isEmpty else { return "" }
            if count > items.count { items.append("\(count - items.count) more") }
            return " (\(items.listed()))"
        }
    }

    private(set) var lost = Group()
    private(set) var gained = Group()
    private(set) var becomingUndetermined = Group()
    private(set) var becomingUnavailable = Group()
    /// The number of features that differ from the base column in any column, if the base column is selected.
    private(set) var differing = 0

    init() {}

    init(_ state: MatrixState) {
        guard let matrix = state.matrix, matrix.columns.indices.contains(state.base),
            matrix.columns.indices.contains(state.column)
        else { return }
        if state.column == state.base {
            differing = matrix.features.count(where: state.differs)
            return
        }
        for change in matrix.differences(from: state.base, to: state.column) {
            if change.before == true {
                lost.add(change)
            } else if change.after == true {
                gained.add(change)
            } else if change.after == nil {
                becomingUndetermined.add(change)
            } else {
                becomingUnavailable.add(change)
            }
        }
    }
}

/// The screen with the availability of every feature for each persona.
///
/// The first column is the current state. One column is the base for comparison, and the list can be restricted to the
/// features that differ from it. The left and right keys select a column.
struct MatrixScreen: ListScreen {
    let screen = ConsoleScreen.matrix
    let title = "Matrix"
    let shortTitle = "Matrix"
    let noun = "feature"
    let emptyText = "The app has no features."
    let keyContext = KeyContext.matrix
    let isTable = true
    let detailRowLimit = 8

    var content: WritableKeyPath<ConsoleState, MatrixState> { \.screens.matrix }

    func question(in state: ConsoleState) -> ConsoleQuestion? { .matrix }

    // MARK: The list

    func listTitle(in state: ConsoleState) -> String {
        let kept = Set(state.screens.matrix.keptOverrides.joined().map(\.identity)).count
        let parts = [
            kept > 0 ? "personas keep \(kept.counted("override"))" : nil,
            state.screens.matrix.showsOnlyDifferences ? "only differences" : nil,
        ]
        return ([state.titleWithHidden(countedTitle(in: state))] + parts.compactMap(\.self)).joined(
            separator: " \(state.glyphs.dash) ")
    }

    func rows(in state: ConsoleState) -> [String] {
        let (matrix, filter) = (state.screens.matrix, state.screens.matrix.browser.filter)
        guard let features = matrix.matrix?.features else { return [] }
        let isMatch =
            filter.isActive ? state.featuresMatching(filter.itemFilter(filterFields), differs: matrix.differs) : nil
        return features.filter { feature in
            let index = isMatch == nil ? nil : state.model.tree.sortIndex(ofNumber: feature.number)
            return (isMatch == nil || index.map { isMatch?[$0] == true } == true)
                && (!matrix.showsOnlyDifferences || matrix.differs(feature))
        }
        .map(\.id) + flagRows(in: state)
    }

    private func flagRows(in state: ConsoleState) -> [String] {
        let (matrix, filter) = (state.screens.matrix, state.screens.matrix.browser.filter)
        let terms = SearchTerms(filter.isActive ? filter.field.text : "")
        return (matrix.matrix?.flags ?? []).filter { flag in
            terms.match(MatrixItem.flag(flag).name) && (!matrix.showsOnlyDifferences || matrix.differs(flag.values))
        }
        .map { MatrixItem.flag($0).rowID }
    }

    func rebuildRows(in state: inout ConsoleState) {
        if state.screens.matrix.browser.filter.isActive { state.prepareFeatureIndex() }
        setRows(rows(in: state), in: &state)
    }

    func noFailureText(in state: ConsoleState) -> String { "Every feature here is available in the chosen column" }

    func isFailure(_ id: String, in state: ConsoleState) -> Bool {
        guard let row = item(of: id, in: state).flatMap({ state.screens.matrix.values(of: $0) }) else { return false }
        return row.indices.contains(state.screens.matrix.column) && row[state.screens.matrix.column] == false
    }

    var filterFields: [FilterField] {
        let statuses = FilterField.featureStatus.values ?? []
        return [FilterField(statusField, values: statuses + ["differs"]), .needs, .id]
    }

    func filterValues(of field: FilterField, in state: ConsoleState) -> [String] {
        FeaturesScreen().filterValues(of: field, in: state)
    }

    func headingLines(in layout: ConsoleLayout) -> Int { 3 }

    func heading(in state: ConsoleState, columns: Int) -> [StyledLine] {
        let table = MatrixTable(state, columns: columns + 2)
        return [table.summary, table.heading, table.totals]
    }

    func emptyLines(in state: ConsoleState) -> [StyledLine] {
        if state.screens.matrix.browser.filter.isActive { return filteredLines(in: state) }
        if let line = state.missingLine(on: self) {
            return line.wrapped(to: state.layout.listArea(of: screen).columns - 4)
        }
        guard state.screens.matrix.showsOnlyDifferences, state.screens.matrix.matrix != nil else {
            return [StyledLine(state.screens.matrix.matrix == nil ? "Reading the personas" : emptyText, .dim)]
        }
        let key = state.keymap.keyText(for: .onlyDifferences, in: [.matrix]) ?? ""
        return [StyledLine("No feature differs: ", .dim).adding(key, .key).adding(" shows all", .dim)]
    }

    func line(_ id: String, in state: ConsoleState, columns: Int) -> StyledLine {
        item(of: id, in: state).map { MatrixTable(state, columns: columns).line($0) } ?? StyledLine()
    }

    func item(of id: String, in state: ConsoleState) -> MatrixItem? {
        state.screens.matrix.flag(ofRow: id).map(MatrixItem.flag) ?? state.feature(id).map(MatrixItem.feature)
    }

    // MARK: The details

    func selectedItem(in state: ConsoleState) -> MatrixItem? {
        state.screens.matrix.browser.list.selection.flatMap { item(of: $0, in: state) }
    }

    func itemCount(in state: ConsoleState) -> Int {
        state.screens.matrix.matrix.map { $0.features.count + $0.flags.count } ?? 0
    }

    func name(of item: MatrixItem) -> String { item.name }

    func detail(of item: MatrixItem, in state: ConsoleState) -> [StyledLine] {
        switch item {
        case .feature(let feature): MatrixDetail(feature, in: state).lines
        case .flag(let flag): MatrixDetail.lines(of: flag, in: state)
        }
    }

    func explainedFeature(in state: ConsoleState) -> String? { state.screens.matrix.browser.list.selection }

    func nearbyFeatures(in state: ConsoleState) -> [String] { nearbyRows(in: state).compactMap(\.itemID) }

    // MARK: Commands

    func run(_ command: KeyCommand, in state: inout ConsoleState) { state.runMatrix(command) }

    func moveLeft(in state: inout ConsoleState) { state.chooseColumn(by: -1) }

    func moveRight(in state: inout ConsoleState) -> Bool {
        state.chooseColumn(by: 1)
        return true
    }

    func goBack(in state: inout ConsoleState) -> Bool {
        guard state.screens.matrix.showsOnlyDifferences else { return false }
        state.screens.matrix.showsOnlyDifferences = false
        rebuildRows(in: &state)
        return true
    }

    func reasonNotAllowed(_ command: KeyCommand, on item: MatrixItem, in state: ConsoleState) -> String? {
        guard command == .countStates else { return nil }
        return switch item {
        case .feature(let feature):
            state.screens.matrix.states[feature.id] != nil
                ? "The states of \(feature.name) have already been counted" : nil
        case .flag: "A flag has no gate whose states could be counted"
        }
    }
}

/// The layout of the matrix, with as many columns as fit.
///
/// The names of the features and of the columns determine the widths. If the columns do not fit, the widest ones are
/// narrowed first. If they still do not fit, a range of columns around the selected one is visible, with the base
/// column beside it.
struct MatrixTable {
    private let state: MatrixState
    private let showsHidden: Bool
    private let matrix: AvailabilityMatrix?
    private let glyphs: GlyphSet
    private let nameColumns: Int
    /// The widths of all columns, including a margin of one cell on either side.
    private let widths: [Int]
    private let range: Range<Int>
    private let shown: [Int]
    private let columns: Int

    private static let leastWidth = 12

    init(_ state: ConsoleState, columns: Int) {
        self.state = state.screens.matrix
        showsHidden = state.screens.features.showsHidden
        matrix = state.screens.matrix.matrix
        glyphs = state.glyphs
        self.columns = columns
        let neededForNames = max(state.screens.matrix.nameColumns, "feature".utf8.count)
        var nameColumns = min(neededForNames, max(20, columns / 2))
        let room = columns - 4 - nameColumns
        let needed = (matrix?.columns ?? []).map { max(6, DisplayWidth.of($0.name) + 3) }
        let limit = max(Self.leastWidth, Self.limit(of: needed, in: room))
        var widths = needed.map { min($0, limit) }
        let (base, column) = (state.screens.matrix.base, state.screens.matrix.column)
        var range = Self.range(of: widths, including: column, in: room)
        let areValid = widths.indices.contains(base) && widths.indices.contains(column)
        let hasRoom = areValid && widths[base] + widths[column] <= room
        // The base column is shown beside the range, so the range has less room.
        if hasRoom, !range.contains(base) {
            range = Self.range(of: widths, including: column, in: room - widths[base])
        }
        let beside = hasRoom && !range.contains(base) ? [base] : []
        shown = base < range.lowerBound ? beside + range : range + beside
        self.range = range
        // The room that is too narrow for another column widens the visible ones, and then the column of the names.
        let limitOfShown = Self.limit(of: shown.map { needed[$0] }, in: room)
        for column in shown where widths[column] < limitOfShown { widths[column] = min(needed[column], limitOfShown) }
        let rest = room - shown.reduce(0) { $0 + widths[$1] }
        nameColumns = min(neededForNames, nameColumns + max(0, rest))
        (self.widths, self.nameColumns) = (widths, nameColumns)
    }

    /// Returns the largest column width at which all columns fit.
    private static func limit(of widths: [Int], in room: Int) -> Int {
        var rest = room
        for (index, width) in widths.sorted().enumerated() {
            // The remaining columns, which are at least as wide, share the rest equally.
            let share = rest / (widths.count - index)
            if width > share { return share }
            rest -= width
        }
        return room
    }

    private static func range(of widths: [Int], including column: Int, in room: Int) -> Range<Int> {
        guard widths.indices.contains(column) else { return 0..<0 }
        var (first, end, used) = (column, column + 1, widths[column])
        while first > 0, used + widths[first - 1] <= room {
            first -= 1
            used += widths[first]
        }
        while end < widths.count, used + widths[end] <= room {
            used += widths[end]
            end += 1
        }
        return first..<end
    }

    static func indent(of item: MatrixItem, in state: MatrixState) -> Int {
        switch item {
        case .feature(let feature): state.showsOnlyDifferences ? 0 : Int(feature.depth) * 2
        case .flag: 0
        }
    }

    /// The names of the columns.
    ///
    /// The selected column is highlighted, and the name of the base column has the prefix `=`.
    var heading: StyledLine {
        var line = StyledLine(TextLayout.cell("feature", nameColumns + 1, ellipsis: glyphs.ellipsis), .dim)
        for column in shown {
            let name = matrix?.columns[column].name ?? ""
            let text = (column == state.base ? "=" : " ") + name
            line.append(" ")
            line.append(
                TextLayout.cell(text, widths[column] - 1, ellipsis: glyphs.ellipsis),
                column == state.column ? .current : .dim)
        }
        return line
    }

    var totals: StyledLine {
        var line = StyledLine(TextLayout.cell("available", nameColumns + 1, ellipsis: glyphs.ellipsis), .dim)
        for column in shown where state.totals.indices.contains(column) {
            let total = state.totals[column].visible + (showsHidden ? state.totals[column].hidden : 0)
            line.append("  " + TextLayout.cell("\(total)", widths[column] - 2, ellipsis: ""), .strong)
        }
        return line
    }

    /// The differences between the selected column and the base column, with as many names as fit.
    var summary: StyledLine {
        let limit = MatrixComparison.Group.nameLimit
        // Feature names take precedence over the number of omitted personas, because the details list these personas.
        for limits in [1...limit, 0...0] {
            for countsProblems in [true, false] {
                for limit in limits.reversed() {
                    let (line, end) = summary(namingAtMost: limit, countsProblems: countsProblems)
                    if line.width + end.width <= columns - 2 { return line.adding(end) }
                }
            }
        }
        let (line, end) = summary(namingAtMost: 0, countsProblems: false)
        return line.clipped(to: max(0, columns - 2 - end.width), ellipsis: glyphs.ellipsis).adding(end)
    }

    private func summary(namingAtMost limit: Int, countsProblems: Bool) -> (StyledLine, end: StyledLine) {
        guard let matrix, matrix.columns.indices.contains(state.column) else { return (StyledLine(), StyledLine()) }
        let base = matrix.columns[state.base].name
        let comparison = state.comparison
        var line = StyledLine("")
        if state.column == state.base {
            let count = comparison.differing
            line.append("\(count.counted("feature differs", plural: "features differ")) from \(base)", .dim)
        } else {
            line.append(matrix.columns[state.column].name, .strong)
            line.append(" against \(base): ")
            let parts = [
                (comparison.lost, "lost", Role.bad), (comparison.gained, "gained", .good),
                (comparison.becomingUndetermined, "undetermined instead of unavailable", .doubtful),
                (comparison.becomingUnavailable, "unavailable instead of undetermined", .bad),
            ].filter { $0.0.count > 0 }
            if parts.isEmpty { line.append("no feature differs", .dim) }
            for (index, (group, text, role)) in parts.enumerated() {
                if index > 0 { line.append(", ") }
                line.append("\(group.count) \(text)", role)
                line.append(group.summary(namingAtMost: limit))
            }
        }
        var end = StyledLine()
        if shown.count < matrix.columns.count {
            end.append("   columns \(range.lowerBound + 1)-\(range.upperBound) of \(matrix.columns.count)", .dim)
        }
        let leftOut = state.problems.count
        if leftOut > 0, countsProblems { end.append("   \(leftOut.counted("persona")) left out", .doubtful) }
        return (line, end)
    }

    func line(_ item: MatrixItem) -> StyledLine {
        var line = StyledLine("  ")
        let indent = min(Self.indent(of: item, in: state), nameColumns / 3)
        let name = String(repeating: " ", count: indent) + item.name
        line.append(TextLayout.cell(name, nameColumns, ellipsis: glyphs.ellipsis))
        guard let row = state.values(of: item) else { return line }
        for column in shown {
            let differs = row[column] != row[state.base]
            line.append("  ")
            let sign = MatrixState.sign(of: row[column], item)
            line.append(sign, AvailabilityFormatter.role(row[column]))
            line.append(mark: "*", .overridden, if: differs)
            line.append(String(repeating: " ", count: max(0, widths[column] - 3 - sign.utf8.count)))
        }
        return line
    }
}
