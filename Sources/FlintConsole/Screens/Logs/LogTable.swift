// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

/// The layout of the table of log lines.
///
/// A narrow table abbreviates the levels and truncates the topics.
struct LogTable {
    private let columns: Int
    private let glyphs: GlyphSet
    private let timeColumns: Int
    private let levelColumns: Int
    private let topicColumns: Int

    init(columns: Int, in state: ConsoleState) {
        func width(_ needed: Int, _ column: TableColumn) -> Int { state.options.hides(column, of: .logs) ? 0 : needed }
        self.columns = columns
        glyphs = state.glyphs
        timeColumns = width(8, .time)
        levelColumns = width(columns >= 84 ? 8 : 5, .level)
        topicColumns = width(min(34, max(14, columns * 3 / 10 - 4)), .topic)
    }

    var heading: StyledLine {
        line(time: "time", level: StyledLine("level", .dim), topic: "topic", text: "message", role: .dim)
    }

    func line(_ line: LogLine, in state: ConsoleState) -> StyledLine {
        let level = levelColumns < 8 ? line.level.shortWord : line.level.rawValue
        let topic = line.topic.map {
            state.topicText($0, of: line, columns: topicColumns)
        }
        return self.line(
            time: TimestampFormatter.second(of: line.date, in: state.environment.timeZone),
            level: StyledLine(level, line.level.role), topic: topic ?? line.label, text: line.text,
            role: line.level < .info ? .dim : .plain)
    }

    private func line(time: String, level: StyledLine, topic: String, text: String, role: Role) -> StyledLine {
        var line = StyledLine("  ")
        func add(_ text: String, _ columns: Int) {
            if columns > 0 { line.append(TextLayout.cell(text, columns, ellipsis: glyphs.ellipsis) + " ", .dim) }
        }
        add(time, timeColumns)
        if levelColumns > 0 {
            var level = level
            level.pad(to: levelColumns + 1)
            line.append(level)
        }
        add(topic, topicColumns)
        line.append(TextLayout.clipped(text, to: columns - line.width - 1, ellipsis: glyphs.ellipsis), role)
        return line
    }
}

extension ConsoleState {
    /// Returns the readable form of a topic, such as `Podcast downl…: download`.
    ///
    /// If the names do not fit, the feature's name is truncated first. The action's name is taken from a log line about
    /// the topic; if `line` is `nil`, the action's id is used.
    func topicText(_ topic: String, of line: LogLine?, columns: Int) -> String {
        let parts = topic.split(separator: "/").map(String.init)
        let last = parts.last ?? topic
        let actionID = line?.actionID ?? (last.hasPrefix("#") ? String(last.dropFirst()) : nil)
        let featureID = line?.featureID ?? (actionID == nil ? topic : parts.dropLast().joined(separator: "/"))
        let known = self.feature(featureID)
        let name = known?.name ?? featureID.split(separator: "/").last.map(String.init) ?? featureID
        guard let actionID else { return TextLayout.clipped(name, to: columns, ellipsis: glyphs.ellipsis) }
        let actionName = line?.actionName ?? actionID
        let tail = ": " + TextLayout.clipped(actionName, to: columns / 2, ellipsis: glyphs.ellipsis)
        return TextLayout.clipped(name, to: columns - DisplayWidth.of(tail), ellipsis: glyphs.ellipsis) + tail
    }
}

extension LogLine {
    /// Returns whether the line's topic equals a given topic or is one of its subtopics.
    func isAbout(_ wanted: String) -> Bool {
        guard let topic = topic?.utf8, topic.starts(with: wanted.utf8) else { return false }
        guard let next = topic.dropFirst(wanted.utf8.count).first else { return true }
        // A topic that merely starts with the same characters is not a subtopic.
        return next == UInt8(ascii: "/") || next == UInt8(ascii: "#")
    }
}

extension LogLine.Level {
    /// The levels that can be chosen as the minimum.
    ///
    /// `critical` is not offered, so errors are hidden only by a topic, a filter, or a past moment.
    static let offered = allCases.filter { $0 != .critical }

    var role: Role {
        switch self {
        case .trace, .debug: .dim
        case .info: .plain
        case .notice: .strong
        case .warning: .doubtful
        case .error, .critical: .bad
        }
    }

    var shortWord: String {
        switch self {
        case .notice: "note"
        case .warning: "warn"
        case .critical: "crit"
        case .trace, .debug, .info, .error: rawValue
        }
    }
}
