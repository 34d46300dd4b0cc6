// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintTerminal
import FlintWorld

/// A bar of the waterfall.
///
/// The bar of a session or stack spans from the earliest beginning to the latest end of its actions. While one of them
/// is running, the bar has no end.
struct WaterfallBar: Sendable, Hashable {
    /// The level of a bar in the hierarchy, which determines its indentation and style.
    enum Level: Int, Sendable, Hashable {
        case session
        case stack
        case action
    }

    let level: Level
    let title: String
    var start: Date
    /// The date of the end, or `nil` while an action is running.
    var end: Date?
    var count = 1
    var failures = 0
}

/// A diagram of actions as bars over time, grouped by session and action stack.
///
/// The waterfall is rebuilt from a ``TimelineFold`` after each change. It covers the latest ``limit`` actions that pass
/// the filter.
struct Waterfall: Sendable {
    /// The maximum number of actions.
    ///
    /// The limit bounds the cost of a new event.
    static let limit = 1_000

    /// The rows in tree order: sessions, their stacks, and the stacks' actions.
    private(set) var rows: [TimelineRow] = []
    let isTruncated: Bool
    private var indices: [TimelineRow.ID: Int] = [:]

    private struct Stack {
        let id: TimelineRow.ID
        let title: String
        var entries: [TimelineEntry] = []
    }

    init(_ fold: TimelineFold) {
        var entries: [TimelineEntry] = []
        var isTruncated = false
        search: for group in fold.groups.reversed() {
            for position in group.positions.reversed() {
                let entry = fold[position]
                guard entry.event.kind == .actionBegan || entry.event.kind == .actionCompleted else { break }
                if entries.count == Self.limit {
                    isTruncated = true
                    break search
                }
                entries.append(entry)
            }
        }
        self.isTruncated = isTruncated
        entries.sort { $0.id < $1.id }
        for (session, stacks) in Self.sessions(entries) {
            let all = stacks.flatMap(\.entries).sorted { $0.id < $1.id }
            add(.session(session), all, .session, session)
            for stack in stacks {
                add(stack.id, stack.entries, .stack, stack.title)
                for entry in stack.entries { add(.entry(entry.id), [entry], .action, Self.actionName(entry.event)) }
            }
        }
        for (index, row) in rows.enumerated() { indices[row.id] = index }
    }

    func index(of id: TimelineRow.ID) -> Int? {
        if case .repetition(let entry) = id { return indices[.entry(entry)] }
        return indices[id]
    }

    private mutating func add(
        _ id: TimelineRow.ID, _ entries: [TimelineEntry], _ level: WaterfallBar.Level, _ title: String
    ) {
        guard let latest = entries.last else { return }
        var bar = WaterfallBar(level: level, title: title, start: latest.start, end: latest.end)
        bar.count = entries.count
        for entry in entries {
            bar.start = min(bar.start, entry.start)
            if entry.event.outcome == .failure || entry.event.outcome == .denied { bar.failures += 1 }
            guard let end = bar.end, let itsEnd = entry.end else {
                bar.end = nil
                continue
            }
            bar.end = max(end, itsEnd)
        }
        let earlier = entries.dropLast().suffix(TimelineRows.detailLimit).reversed()
        rows.append(TimelineRow(id: id, entry: latest, content: .bar(bar), earlier: Array(earlier)))
    }

    private static func sessions(_ entries: [TimelineEntry]) -> [(name: String, stacks: [Stack])] {
        var sessions: [(name: String, stacks: [Stack])] = []
        var sessionIndices: [String: Int] = [:]
        var stackIndices: [TimelineRow.ID: Int] = [:]
        for entry in entries {
            let name = entry.event.session ?? ""
            let feature = entry.event.featureID ?? ""
            let number = entry.event.stack.map { " #\($0)" } ?? ""
            let id = TimelineRow.ID.stack(feature + number, session: name)
            let session = sessionIndices[name] ?? sessions.count
            if session == sessions.count {
                sessions.append((name, []))
                sessionIndices[name] = session
            }
            let stack = stackIndices[id] ?? sessions[session].stacks.count
            if stack == sessions[session].stacks.count {
                sessions[session].stacks.append(Stack(id: id, title: featureName(entry.event) + number))
                stackIndices[id] = stack
            }
            sessions[session].stacks[stack].entries.append(entry)
        }
        return sessions
    }

    /// Returns the feature's name: the part of the title before the colon, or the last component of the id.
    private static func featureName(_ event: EventRecord) -> String {
        let parts = event.title.split(separator: ":", maxSplits: 1)
        if parts.count == 2 { return String(parts[0]) }
        return event.featureID?.split(separator: "/").last.map(String.init) ?? ""
    }

    /// Returns the action's name: the part of the title after the colon, without the suffix "began".
    private static func actionName(_ event: EventRecord) -> String {
        let parts = event.title.split(separator: ":", maxSplits: 1)
        let title = parts.count == 2 ? String(parts[1].drop { $0 == " " }) : event.title
        let end = " began"
        return event.kind == .actionBegan && title.hasSuffix(end) ? String(title.dropLast(end.count)) : title
    }
}
