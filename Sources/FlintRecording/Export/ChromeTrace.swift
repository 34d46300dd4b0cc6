// SPDX-License-Identifier: MIT

import FlintWorld

/// An export in Chrome's trace event format.
///
/// Each session is a track. A completed action is a slice with the action's duration, an action that never completes is
/// a slice without an end, and every other event is an instant event.
struct ChromeTrace: TimelineExport {
    private struct TraceEvent: Encodable {
        var name: String
        var cat: String?
        var ph: String
        var ts: Double?
        var dur: Double?
        var pid = 1
        var tid: Int
        var s: String?
        var args: [String: String]
    }

    static let openSpanLimit = 10_000

    private let subject: ExportSubject
    private var tracks: [String: Int] = [:]
    private var running: [UInt: EventRecord] = [:]
    private var hasEvents = false

    init(of subject: ExportSubject) {
        self.subject = subject
    }

    var beginning: String { "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n" }

    mutating func encode(_ event: EventRecord) throws -> String {
        let process = TraceEvent(name: "process_name", ph: "M", tid: 0, args: ["name": subject.app])
        var text = try hasEvents ? "" : add(process)
        let session = Self.session(of: event)
        if tracks[session] == nil {
            tracks[session] = tracks.count + 1
            text += try add(
                TraceEvent(name: "thread_name", ph: "M", tid: tracks[session] ?? 0, args: ["name": session]))
        }
        switch event.content {
        case .actionBegan(let execution):
            // The completion event contains all values. An action that never completes is exported at the end.
            guard running.count < Self.openSpanLimit else { return text + (try mark(event)) }
            running[execution.request] = event
            return text
        case .actionCompleted(let execution, _, let duration):
            running[execution.request] = nil
            let duration = ExportTime.clampedDuration(duration)
            // Phase X is a slice with a duration, B the start of a slice without an end, and i an instant event.
            var slice = traceEvent(event, phase: "X")
            slice.ts = ExportTime.microseconds(event.date, minus: duration)
            slice.dur = (duration * 1e6).rounded()
            return text + (try add(slice))
        case .requestDenied, .factChanged, .storeEvent, .promptShown, .promptAnswered, .flowBegan, .flowEnded,
            .identifierChanged, .advisory:
            return text + (try mark(event))
        }
    }

    mutating func finish() throws -> String {
        var text = ""
        for event in running.values.sorted(by: { $0.id < $1.id }) { text += try add(traceEvent(event, phase: "B")) }
        return text + "\n]}\n"
    }

    private static func session(of event: EventRecord) -> String { event.action?.session ?? "app" }

    private mutating func mark(_ event: EventRecord) throws -> String {
        var mark = traceEvent(event, phase: "i")
        mark.s = "t"
        return try add(mark)
    }

    private func traceEvent(_ event: EventRecord, phase: String) -> TraceEvent {
        TraceEvent(
            name: event.title, cat: event.kind.rawValue, ph: phase, ts: ExportTime.microseconds(event.date),
            tid: tracks[Self.session(of: event)] ?? 0,
            args: Dictionary(
                event.exportedAttributes.map { ($0.name.replacing("flint.", with: ""), $0.value) },
                uniquingKeysWith: { first, _ in first }))
    }

    private mutating func add(_ event: TraceEvent) throws -> String {
        defer { hasEvents = true }
        return (hasEvents ? ",\n" : "") + (try ExportJSON.encode(event))
    }
}
