import InspectorKit
import TerminalKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A line of the waterfall: what took from one moment to another.
struct WaterfallBar: Sendable, Hashable {
    /// What a line stands for.
    enum Level: Int, Sendable, Hashable {
        /// A session, with everything that was done in it.
        case session
        /// An action stack: what was done with one feature.
        case stack
        /// An action.
        case action
    }

    /// What it stands for.
    let level: Level
    /// The name of the session; the name of the feature and the number of the stack, or the name of the action.
    let title: String
    /// When it began.
    var start: Date
    /// When it ended; `nil` while it is running.
    var end: Date?
    /// How many actions it holds.
    var count = 1
    /// How many of them failed.
    var failures = 0
}

/// Sessions, the action stacks in each and the actions in each of those, as bars over time.
struct Waterfall: Sendable {
    /// How many actions are shown, the latest ones; it bounds what a new event costs.
    static let limit = 1_000

    /// The lines: sessions, under each its stacks, under each of those its actions.
    private(set) var rows: [TimelineRow] = []
    /// Whether actions were left out because there are too many.
    let isCut: Bool
    private var indices: [TimelineRow.ID: Int] = [:]

    /// The actions of one stack.
    private struct Stack {
        let id: TimelineRow.ID
        let title: String
        var entries: [TimelineEntry] = []
    }

    /// Makes the lines of the wanted actions of a fold.
    init(_ fold: TimelineFold) {
        var entries: [TimelineEntry] = []
        var isCut = false
        search: for group in fold.groups.reversed() {
            for position in group.positions.reversed() {
                let entry = fold[position]
                guard entry.event.kind == .actionBegan || entry.event.kind == .actionCompleted else { break }
                if entries.count == Self.limit {
                    isCut = true
                    break search
                }
                entries.append(entry)
            }
        }
        self.isCut = isCut
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

    /// Returns where an item is shown.
    func index(of id: TimelineRow.ID) -> Int? {
        if case .repetition(let entry) = id { return indices[.entry(entry)] }
        return indices[id]
    }

    /// Adds a line for entries that are shown as one bar.
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

    /// The stacks of each session, both in the order in which they began.
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

    /// The name of the feature an event is of: what its title begins with, or the end of its id.
    private static func featureName(_ event: EventRecord) -> String {
        let parts = event.title.split(separator: ":", maxSplits: 1)
        if parts.count == 2 { return String(parts[0]) }
        return event.featureID?.split(separator: "/").last.map(String.init) ?? ""
    }

    /// The name of the action an event is of: what follows the feature in its title, without its being the beginning.
    private static func actionName(_ event: EventRecord) -> String {
        let parts = event.title.split(separator: ":", maxSplits: 1)
        let title = parts.count == 2 ? String(parts[1].drop { $0 == " " }) : event.title
        let end = " began"
        return event.kind == .actionBegan && title.hasSuffix(end) ? String(title.dropLast(end.count)) : title
    }
}
