// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

/// The stored state of the Logs screen.
///
/// The screen retains at least the newest ``capacity`` lines. Restrictions only hide lines, so relaxing a restriction
/// shows them again.
struct LogsState: Sendable {
    static let capacity = 2_000

    var tail = FollowingList(LogRows(capacity: capacity))
    var minimumLevel = LogLine.Level.trace
    /// The topic whose lines are shown, including its subtopics, or `nil` for all topics.
    var topic: String?
}

extension ConsoleState {
    var selectedLine: LogLine? { screens.logs.tail.selected }

    /// Shows a log line, and removes restrictions that hide it; the back key returns to the current screen.
    mutating func showLogLine(_ id: UInt64) {
        go(to: .logs)
        if pane == .detail { enter(.list) }
        if screens.logs.tail.rows.index(of: id) == nil {
            (screens.logs.topic, screens.logs.minimumLevel) = (nil, .trace)
            clearFilter(keepsSelection: false)
            LogsScreen().filterChanged(in: &self)
        }
        guard let row = screens.logs.tail.rows.index(of: id) else { return reject("Line \(id) is hidden") }
        screens.logs.tail.select(row: row, height: layout.listHeight(of: .logs))
    }
}

/// The screen with the app's log, newest line last.
///
/// Only lines within the narrowed view or the focus that pass the minimum level, the topic, and the filter are shown.
/// While a past moment is shown, later lines are hidden.
struct LogsScreen: FollowingScreen {
    let screen = ConsoleScreen.logs
    let title = "Logs"
    let shortTitle = "Logs"
    let noun = "line"
    let emptyText = "No log lines yet. The app's log appears here."
    let keyContext = KeyContext.logs
    let tableColumns = [TableColumn.time, .level, .topic]

    var tail: WritableKeyPath<ConsoleState, FollowingList<LogRows>> { \.screens.logs.tail }

    func question(in state: ConsoleState) -> ConsoleQuestion? { .logLines }

    // MARK: The table

    func restriction(in state: ConsoleState) -> ((LogLine) -> Bool)? {
        let logs = state.screens.logs
        let (minimum, topic, filter) = (logs.minimumLevel, logs.topic, logs.tail.browser.filter)
        let (end, scope) = (state.endOfMoment, state.scope)
        guard filter.isActive || topic != nil || minimum != .trace || end != nil || !scope.isEmpty else { return nil }
        let (itemFilter, model) = (filter.itemFilter(filterFields), state.model)
        return { line in
            if let end, line.date >= end { return false }
            if let topic, !line.isAbout(topic) { return false }
            if !scope.isEmpty, !scope.ids.contains(where: line.isAbout) { return false }
            return line.level >= minimum && itemFilter.matches(FilteredLine(line: line, model: model))
        }
    }

    func noFailureText(in state: ConsoleState) -> String { "There are no errors or denials here" }

    func isFailure(_ line: LogLine) -> Bool { line.level >= .error || line.activity == LogLine.denialActivity }

    let filterFields: [FilterField] = [
        FilterField("level", values: LogLine.Level.allCases.map(\.rawValue)),
        FilterField("topic"), FilterField("session"), FilterField("feature"),
    ]

    func filterValues(of field: FilterField, in state: ConsoleState) -> [String] {
        let lines = state.screens.logs.tail.rows.items
        switch field.name {
        case "topic": return lines.map { $0.topic ?? $0.label }.distinct
        case "session": return lines.compactMap(\.session).distinct
        default: return lines.compactMap(\.featureID).distinct.map { state.feature($0)?.name ?? $0 }.distinct
        }
    }

    func tableTitle(in state: ConsoleState) -> String {
        var parts = recordTitle(in: state)
        let minimum = state.screens.logs.minimumLevel
        if minimum != .trace { parts.append("\(minimum.rawValue) and above") }
        if let topic = state.screens.logs.topic {
            parts.append("only \(state.topicText(topic, of: state.newestLine(about: topic), columns: 40))")
        }
        return parts.joined(separator: " \(state.glyphs.dash) ")
    }

    func activeFilters(in state: ConsoleState) -> [ActiveFilter] {
        var filters = state.pastFilter + state.scopeFilter
        if state.screens.logs.minimumLevel != .trace {
            let key = state.keymap.keyText(for: .nextLevel, in: [.logs]) ?? ""
            filters.append(
                ActiveFilter(
                    label: "level", value: "\(state.screens.logs.minimumLevel.rawValue) and above", key: key,
                    effect: "shows other levels"))
        }
        if let topic = state.screens.logs.topic {
            let key = state.keymap.keyText(for: .restrictTopic, in: [.logs]) ?? ""
            let text = state.topicText(
                topic, of: state.newestLine(about: topic), columns: state.layout.listArea(of: .logs).columns - 36)
            filters.append(ActiveFilter(label: "topic", value: text, key: key, effect: "shows all topics"))
        }
        return filters + state.typedFilter
    }

    func columnHeading(in state: ConsoleState, columns: Int) -> StyledLine {
        LogTable(columns: columns, in: state).heading
    }

    func rowFormatter(in state: ConsoleState, columns: Int) -> (LogLine) -> StyledLine {
        let table = LogTable(columns: columns, in: state)
        return { table.line($0, in: state) }
    }

    func detailTitle(of line: LogLine) -> String { "Line \(line.id)" }

    func detail(of line: LogLine, in state: ConsoleState) -> [StyledLine] { LogDetail(line, in: state).lines }

    func idText(of line: LogLine) -> String? { String(line.id) }

    func value(of line: LogLine) -> (any Encodable)? { line }

    // MARK: Commands

    func run(_ command: KeyCommand, in state: inout ConsoleState) {
        switch command {
        case .nextLevel: cycleLevel(by: 1, in: &state)
        case .previousLevel: cycleLevel(by: -1, in: &state)
        case .chooseLines: state.chooseLines()
        case .restrictTopic: show(topic: state.screens.logs.topic == nil ? state.selectedLine?.topic : nil, in: &state)
        case .narrow:
            if let id = state.selectedLine?.featureID { state.flipNarrowing(id) }
        case .goTo:
            if let id = state.selectedLine?.featureID { state.visitFeature(id) }
        default: break
        }
    }

    private func cycleLevel(by step: Int, in state: inout ConsoleState) {
        let levels = LogLine.Level.offered
        let index = levels.firstIndex(of: state.screens.logs.minimumLevel) ?? 0
        var next = (index + step + levels.count) % levels.count
        // On the way up, a level that hides no line is skipped.
        let lowest = state.screens.logs.tail.rows.items.lazy.map(\.level).min() ?? .trace
        while step > 0, next > 0, next + 1 < levels.count, levels[next] <= lowest { next += 1 }
        show(level: levels[next], in: &state)
    }

    func show(level: LogLine.Level, in state: inout ConsoleState) {
        state.screens.logs.minimumLevel = level
        filterChanged(in: &state)
    }

    func show(topic: String?, in state: inout ConsoleState) {
        state.screens.logs.topic = topic
        filterChanged(in: &state)
    }

    func goBack(in state: inout ConsoleState) -> Bool {
        guard state.screens.logs.topic != nil else { return false }
        show(topic: nil, in: &state)
        return true
    }

    func reasonNotAllowed(_ command: KeyCommand, in state: ConsoleState) -> String? {
        if command == .restrictTopic, state.screens.logs.topic != nil { return nil }
        let list = state.screens.logs.tail.browser.list
        guard let line = state.selectedLine else {
            return state.reasonNothingIsChosen(noun, wasSelected: list.selection != nil)
        }
        if !list.isPresent {
            return "Line \(line.id) is hidden by \(ActiveFilter.summary(of: activeFilters(in: state)))"
        }
        if command == .restrictTopic { return line.topic == nil ? "The line has no topic" : nil }
        guard let id = line.featureID else { return "The line concerns no feature" }
        guard let feature = state.feature(id) else { return "There is no feature \(id)" }
        return command == .narrow ? state.narrowingReason(id, name: feature.name) : nil
    }
}

/// A log line and the app's model, for matching against a filter.
///
/// Text without a field name matches the message, the level, the topic, and the session.
struct FilteredLine: FilteredItem {
    let line: LogLine
    let model: AppModel

    func hasText(where isMatch: (String) -> Bool) -> Bool {
        isMatch(line.text) || isMatch(line.level.rawValue) || isMatch(line.topic ?? line.label)
            || line.session.map(isMatch) == true
    }

    func hasValue(of field: String, where isMatch: (String) -> Bool) -> Bool {
        switch field {
        case "level": return isMatch(line.level.rawValue)
        case "topic": return isMatch(line.topic ?? line.label)
        case "session": return line.session.map(isMatch) == true
        case "feature":
            guard let id = line.featureID else { return false }
            return isMatch(id) || (model.feature(id)?.name).map(isMatch) == true
        default: return false
        }
    }
}

/// The content of a log line's details.
///
/// The complete message comes first, wrapped to at most 1,000 lines. The line's origin and metadata follow.
struct LogDetail {
    private(set) var lines: [StyledLine] = []

    private static let textLimit = 1_000

    private let table: LabeledValues

    init(_ line: LogLine, in state: ConsoleState) {
        let columns = state.layout.detailColumnCount(of: .logs)
        let metadata = line.metadata.sorted { $0.key < $1.key }
        table = LabeledValues(
            labels: metadata.map(\.key) + ["user initiated"], columns: columns, glyphs: state.glyphs)
        var first = StyledLine(line.level.rawValue, line.level.role)
        let about = line.topic.map {
            state.topicText($0, of: line, columns: columns - 10)
        }
        first.append("  \(about ?? line.label)", .dim)
        lines.append(first)
        addText(line, columns: columns, glyphs: state.glyphs)
        lines.append(StyledLine())
        add("time", TimestampFormatter.millisecond(of: line.date, in: state.environment.timeZone))
        add("level", line.level.rawValue)
        if let topic = line.topic { add("topic", topic) }
        if let id = line.featureID {
            add("feature", state.feature(id).map { "\($0.name) (\(id))" } ?? id)
            if state.model.status.focusScope.contains(id) { add("in focus", "yes") }
        }
        if let id = line.actionID {
            add("action", line.actionName.map { "\($0) (\(id))" } ?? id)
        }
        if let session = line.session { add("session", session) }
        if let activity = line.activity { add("activity", activity) }
        if let byUser = line.userInitiated { add("user initiated", byUser ? "yes" : "no") }
        for (key, value) in metadata { add(key, value) }
        add("logger", line.label)
        add("module", line.source)
    }

    private mutating func addText(_ line: LogLine, columns: Int, glyphs: GlyphSet) {
        // Only as much text as fits into the limit is examined, so that a huge line stays cheap.
        let text = line.text.prefix(columns * Self.textLimit)
        for paragraph in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            guard lines.count < Self.textLimit else {
                lines.append(StyledLine("   \(glyphs.ellipsis)", .dim))
                break
            }
            lines += StyledLine("   ").adding(String(paragraph), .strong).wrapped(
                to: columns, indent: 3, limit: Self.textLimit - lines.count, ellipsis: glyphs.ellipsis)
        }
    }

    private mutating func add(_ label: String, _ value: String) {
        lines += table.lines(label, value)
    }
}
