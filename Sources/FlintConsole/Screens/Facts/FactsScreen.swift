// SPDX-License-Identifier: MIT

import FeatureGating
import FlintTerminal
import FlintWorld

enum FactRow: ListRow, Hashable {
    case heading(FactKind)
    case fact(String)

    var itemID: String? {
        if case .fact(let id) = self { id } else { nil }
    }
}

struct FactsState: ListContent {
    var browser = Browser<String>()
    var rows: [FactRow] = []
    var isStale = true
    /// The listed facts other than flags, as of the last answer.
    fileprivate(set) var entries: [FactEntry] = [] {
        didSet { indices = Dictionary(zip(entries.map(\.reference), entries.indices)) { first, _ in first } }
    }
    private var indices: [FactReference: Int] = [:]

    func entry(_ fact: FactReference) -> FactEntry? { indices[fact].map { entries[$0] } }
}

extension FactReference {
    var rowID: String { "\(kind.rawValue) \(key)" }

    /// Creates the reference to the fact in a row of the list of facts.
    ///
    /// An id without a kind is the key of a flag, because earlier versions saved places with such ids.
    init(rowID id: String) {
        let end = id.utf8.firstIndex(of: UInt8(ascii: " ")) ?? id.startIndex
        let kind = FactKind(rawValue: String(id[..<end]))
        if end > id.startIndex, FactsScreen().lists(kind) {
            self.init(kind: kind, key: String(id[id.utf8.index(after: end)...]))
        } else {
            self.init(kind: .flag, key: id)
        }
    }
}

extension ConsoleState {
    var selectedFactItem: FactItem? {
        screens.flags.browser.list.selection.flatMap { fact(FactReference(rowID: $0)) }
    }

    func flag(_ key: String) -> FlagSnapshot? { model.flags[key] }

    func fact(_ reference: FactReference) -> FactItem? {
        guard reference.kind == .flag else { return screens.flags.entry(reference).map(FactItem.entry) }
        return flag(reference.key).map(FactItem.flag)
    }

    mutating func wantFacts() {
        var isSearching = false
        if case .palette? = dialog { isSearching = true }
        guard screen == .flags || isSearching || watches.needsFacts, screens.flags.isStale else { return }
        screens.flags.isStale = false
        outbox.append(.ask(.facts))
    }

    mutating func showFacts(_ facts: [FactEntry]) {
        screens.flags.entries = facts.otherThanFlags
        watches.storeMissing(from: screens.flags.entries, in: model)
        FactsScreen().rebuildRows(in: &self)
        refreshPalette()
    }
}

/// The screen with the flags, the app's own facts, the user settings, and the runtime switches.
///
/// Facts that no feature requires are dimmed. The details of a flag show each provider's value. Commands override a
/// fact for all features, set a flag in a provider that supports setting values, or change a user setting.
struct FactsScreen: ListScreen {
    let screen = ConsoleScreen.flags
    let title = "Facts"
    let shortTitle = "Facts"
    let noun = "fact"
    let emptyText = "The app has no flags, user settings or runtime switches, and no other facts"
    let keyContext = KeyContext.flags
    let hasHeadings = true
    let showsEffects = true

    var content: WritableKeyPath<ConsoleState, FactsState> { \.screens.flags }

    func lists(_ kind: FactKind) -> Bool { kind == .flag || kind.isOwn || kind.belongsToFeature }

    func fact(ofRow id: String) -> FactReference? { FactReference(rowID: id) }

    func id(of fact: FactReference) -> String { fact.rowID }

    // MARK: The list

    func rows(in state: ConsoleState) -> [FactRow] {
        let browser = state.screens.flags.browser
        let filter = browser.filter.itemFilter(filterFields)
        let facts = state.model.flags.map(FactItem.flag) + state.screens.flags.entries.map(FactItem.entry)
        let groups = Dictionary(grouping: facts.filter(filter.matches), by: \.reference.kind)
        let kinds = groups.keys.sorted { (Self.position(of: $0), $0.rawValue) < (Self.position(of: $1), $1.rawValue) }
        return kinds.flatMap { kind in
            [.heading(kind)]
                + browser.order.sorted(groups[kind] ?? [], by: \.title).map { .fact($0.reference.rowID) }
        }
    }

    private static func position(of kind: FactKind) -> Int {
        kind == .flag ? 0 : kind.isOwn ? 1 : kind == .userSetting ? 2 : 3
    }

    func row(of id: String, in state: ConsoleState) -> Int? {
        // A stored id can come from an earlier version.
        let id = FactReference(rowID: id).rowID
        return state.screens.flags.rows.firstIndex { $0.itemID == id }
    }

    func noFailureText(in state: ConsoleState) -> String { "No fact here is off" }

    func isFailure(_ row: FactRow, in state: ConsoleState) -> Bool {
        row.itemID.flatMap { state.fact(FactReference(rowID: $0)) }?.hasValue(of: statusField) { $0 == "no" } == true
    }

    var filterFields: [FilterField] { FactItem.filterFields }

    func filterValues(of field: FilterField, in state: ConsoleState) -> [String] {
        let (flags, entries) = (state.model.flags.prefix(1_000), state.screens.flags.entries.prefix(1_000))
        return switch field {
        case .id: flags.map(\.key) + entries.map(\.key)
        case .kind: ([.flag] + entries.map(\.kind)).map(\.rawValue).distinct
        default: flags.flatMap { $0.answers.map(\.provider) }.distinct
        }
    }

    func line(_ row: FactRow, in state: ConsoleState, columns: Int) -> StyledLine {
        switch row {
        case .heading(let kind): return StyledLine(" \(kind.heading)", .heading)
        case .fact(let id):
            guard let fact = state.fact(FactReference(rowID: id)) else { return StyledLine() }
            let ellipsis = state.glyphs.ellipsis
            // A long value extends into the columns of the source.
            let endColumns = min(40, max(16, columns / 3 + 4))
            let titleColumns = columns - endColumns - 5
            let isUsed = fact.isRequired
            var line = StyledLine("  ")
            line.append(
                TextLayout.cell(fact.rowTitle(in: state), titleColumns, ellipsis: ellipsis), isUsed ? .plain : .dim)
            line.append(" ")
            line.append(mark: state.overrideSign(of: fact.reference), .overridden, if: fact.override != nil)
            line.append(" ")
            let value = TextLayout.clipped(fact.rowValue, to: endColumns - 2, ellipsis: ellipsis)
            line.append(value, isUsed ? fact.role(of: fact.effective) : .dim)
            let source = TextLayout.clipped(fact.rowSource, to: columns - line.width - 1, ellipsis: ellipsis)
            line.pad(to: max(line.width + 1, columns - DisplayWidth.of(source)))
            line.append(source, .dim)
            return line
        }
    }

    // MARK: The details

    func selectedItem(in state: ConsoleState) -> FactItem? { state.selectedFactItem }

    func itemCount(in state: ConsoleState) -> Int { state.model.flags.count + state.screens.flags.entries.count }

    func name(of fact: FactItem) -> String { fact.title }

    func detail(of fact: FactItem, in state: ConsoleState) -> [StyledLine] { FactDetail(fact, in: state).lines }

    func selectedFact(in state: ConsoleState) -> OverridableFact? { state.selectedFactItem?.overridable }

    func selectedID(in state: ConsoleState) -> String? { shownItem(in: state)?.reference.key }

    // MARK: Commands

    func question(in state: ConsoleState) -> ConsoleQuestion? { .facts }

    func run(_ command: KeyCommand, in state: inout ConsoleState) {
        switch command {
        case .overrideOn: state.changeChosenFacts(toValue: 0)
        case .overrideOff: state.changeChosenFacts(toValue: 1)
        case .removeOverride: state.changeChosenFacts(toValue: nil)
        case .override: state.offerValues(of: state.chosenFacts)
        case .setFlag: state.offerValues(of: state.selectedFacts, inActualPlace: true)
        case .beginSession: state.send(.beginSession, .change)
        default: break
        }
    }

    func reasonNotAllowed(_ command: KeyCommand, on fact: FactItem, in state: ConsoleState) -> String? {
        switch command {
        case .setFlag: fact.reasonNotSettable
        case .beginSession: fact.reasonSessionHasNoEffect
        case .override: state.reasonNoCommonValue
        case .overrideOn, .overrideOff: state.reasonNotSwitched
        default: nil
        }
    }
}

extension FactKind {
    fileprivate var heading: String {
        let words = self == .fact ? "the app's facts" : isOwn ? title : pluralTitle
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}

extension ConsoleState {
    fileprivate var reasonNotSwitched: String? {
        guard let fact = chosenFacts.first(where: { !$0.isSwitch(in: model) }) else { return nil }
        let key = keymap.keyText(for: .override, in: [.flags]) ?? ""
        return "\(fact.title) is not a matter of yes or no: \(key) overrides it with another value"
    }

    fileprivate var reasonNoCommonValue: String? {
        let facts = chosenFacts
        guard facts.count > 1, let first = facts.first else { return nil }
        let titles = first.values(in: app.world).map(\.title)
        let isShared =
            first.hasChoices(in: model) && facts.allSatisfy { $0.values(in: app.world).map(\.title) == titles }
        return isShared ? nil : "The marked facts have different values: override them one by one"
    }

    func settingPlace(of fact: OverridableFact) -> ChoiceDialog.Place? {
        guard fact.kind == .userSetting else { return nil }
        let actual = FactKey(fact.reference).flatMap { app.world.facts[$0] }
        return place(
            "as the user", "The value that the user chose in the app's settings.", of: fact,
            Self.switchValues + [Self.noValue], current: actual?.source == .user ? actual?.actual : nil)
    }

    func providerPlace(of fact: OverridableFact) -> ChoiceDialog.Place? {
        guard fact.kind == .flag, let flag = flag(fact.key), flag.reasonNotSettable == nil, let index = flag.settable
        else { return nil }
        let answer = flag.answers[index]
        let reason = flag.reasonSettingHasNoEffect
        return place(
            "in \(answer.provider)", reason ?? "The value stored by \(answer.provider).", of: fact,
            // A value that has no effect can still be removed.
            (reason == nil ? Self.switchValues : []) + [Self.noValue],
            current: answer.hasFlag ? answer.value.map { .truth(Truth($0)) } : nil)
    }

    private static let switchValues: [(title: String, value: FactValue?)] = [
        ("on", .truth(.true)), ("off", .truth(.false)),
    ]
    private static let noValue: (title: String, value: FactValue?) = ("remove the set value", nil)
}
