import InspectorKit
import TerminalKit

extension ConsoleState {
    /// Draws the table of log lines.
    ///
    /// - Returns: How many rows were drawn.
    func drawLogList(on canvas: inout Canvas, theme: Theme) -> Int {
        let table = LogTable(columns: layout.list(.logs).columns - 2, signs: signs)
        return drawTail(
            logs.tail, of: .logs, title: logTitle, heading: table.heading, empty: emptyLogLines, on: &canvas,
            theme: theme
        ) { table.line($0, in: self) }
    }

    /// The title of the list with everything that restricts it.
    private var logTitle: String {
        var parts = recordTitle(.logs)
        if logs.least != .trace { parts.append("\(logs.least.rawValue) and above") }
        if let topic = logs.topic {
            parts.append("only \(topicWords(topic, of: line(about: topic), columns: 40))")
        }
        return listTitle(parts.joined(separator: " \(signs.dash) "), filter)
    }

    /// Why there is no line to show, line by line.
    var emptyLogLines: [StyledLine] {
        emptyTailLines(logs.tail, of: .logs, noun: "line", none: LogsState.emptyWords, narrowings: logNarrowings)
    }

    /// The newest line that is about a topic itself.
    private func line(about topic: String) -> LogLine? { logs.tail.recent.items.last { $0.topic == topic } }

    /// What leaves lines out: the level, the topic and the filter, as far as they are in force.
    var logNarrowings: [ActiveFilter] {
        var narrowings: [ActiveFilter] = []
        if logs.least != .trace {
            let key = keymap.keyText(for: .nextLevel, in: [.logs]) ?? ""
            narrowings.append(
                ActiveFilter(
                    label: "level", value: "\(logs.least.rawValue) and above", key: key,
                    effect: "goes on to other levels"))
        }
        if let topic = logs.topic {
            let key = keymap.keyText(for: .restrictTopic, in: [.logs]) ?? ""
            let words = topicWords(topic, of: line(about: topic), columns: layout.list(.logs).columns - 36)
            narrowings.append(ActiveFilter(label: "topic", value: words, key: key, effect: "shows all topics"))
        }
        return narrowings + filterNarrowing
    }

    /// A topic as people read it, in a given room: the feature and the action, of which the action is kept longest.
    ///
    /// - Parameters:
    ///   - topic: The topic.
    ///   - line: A line about it, which may name the feature and the action; otherwise the topic tells.
    ///   - columns: The cells it may take.
    /// - Returns: Text such as `Podcast downl…: download`.
    func topicWords(_ topic: String, of line: LogLine?, columns: Int) -> String {
        let parts = topic.split(separator: "/").map(String.init)
        let last = parts.last ?? topic
        let actionID = line?.actionID ?? (last.hasPrefix("#") ? String(last.dropFirst()) : nil)
        let featureID = line?.featureID ?? (actionID == nil ? topic : parts.dropLast().joined(separator: "/"))
        let known = self.feature(featureID)
        let name = known?.name ?? featureID.split(separator: "/").last.map(String.init) ?? featureID
        guard let actionID else { return TextLayout.clipped(name, to: columns, ellipsis: signs.ellipsis) }
        let actionName = line?.actionName ?? actionID
        let tail = ": " + TextLayout.clipped(actionName, to: columns / 2, ellipsis: signs.ellipsis)
        return TextLayout.clipped(name, to: columns - DisplayWidth.of(tail), ellipsis: signs.ellipsis) + tail
    }
}

/// The columns of the table of log lines.
struct LogTable {
    private let columns: Int
    private let signs: GlyphSet
    private let topicColumns: Int
    private let levelColumns: Int

    /// Chooses the columns; where there is little room, levels are abbreviated and topics are short.
    init(columns: Int, signs: GlyphSet) {
        self.columns = columns
        self.signs = signs
        levelColumns = columns >= 84 ? 8 : 5
        topicColumns = min(34, max(14, columns * 3 / 10 - 4))
    }

    /// The names of the columns.
    var heading: StyledLine {
        line(time: "time", level: StyledLine("level", .dim), topic: "topic", text: "what it says", role: .dim)
    }

    /// A row of the table.
    func line(_ line: LogLine, in state: ConsoleState) -> StyledLine {
        let level = levelColumns < 8 ? line.level.shortWord : line.level.rawValue
        let topic = line.topic.map {
            state.topicWords($0, of: line, columns: topicColumns)
        }
        return self.line(
            time: DateWords.second(of: line.date, offset: state.environment.timeZoneOffset),
            level: StyledLine(level, line.level.role), topic: topic ?? line.label, text: line.text,
            role: line.level < .info ? .dim : .plain)
    }

    /// The cells of a row one after the other.
    private func line(time: String, level: StyledLine, topic: String, text: String, role: Role) -> StyledLine {
        var line = StyledLine("  ")
        line.append(TextLayout.cell(time, 8, ellipsis: signs.ellipsis) + " ", .dim)
        var level = level
        level.pad(to: levelColumns + 1)
        line.append(level)
        line.append(TextLayout.cell(topic, topicColumns, ellipsis: signs.ellipsis) + " ", .dim)
        line.append(TextLayout.clipped(text, to: columns - line.width - 1, ellipsis: signs.ellipsis), role)
        return line
    }
}
