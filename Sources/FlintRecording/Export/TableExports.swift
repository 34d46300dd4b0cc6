// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintWorld

/// An export to CSV according to RFC 4180, with one event per record.
struct CSVTable: TimelineExport {
    private static let names = [
        "event", "date", "kind", "session", "cause", "feature", "action", "request", "title", "outcome", "duration",
        "user_initiated", "source", "input", "features",
    ]

    var beginning: String { Self.names.joined(separator: ",") + "\r\n" }

    mutating func encode(_ event: EventRecord) throws -> String {
        let changes = event.exportedAttributes.first { $0.name == "flint.features" }?.value
        let (action, execution) = (event.action, event.execution)
        let cells: [String?] = [
            String(event.id), ExportTime.timestamp(of: event.date), event.kind.rawValue, action?.session, event.cause,
            event.featureID, action?.id, execution.map { String($0.request) }, event.title, event.outcome?.rawValue,
            event.duration.map { String(ExportTime.clampedDuration($0)) },
            execution?.userInitiated.map { $0 ? "true" : "false" }, execution?.source, execution?.input, changes,
        ]
        return cells.map { TextFormat.csv.escaped($0 ?? "") }.joined(separator: ",") + "\r\n"
    }
}

struct MarkdownTable: TimelineExport {
    private let subject: ExportSubject

    init(of subject: ExportSubject) {
        self.subject = subject
    }

    var beginning: String {
        """
        # Timeline of \(TextFormat.markdown.escaped(subject.app))

        | Event | Time | Session | Cause | Title | Outcome | Duration | Availability |
        |--:|---|---|---|---|---|--:|---|

        """
    }

    mutating func encode(_ event: EventRecord) throws -> String {
        let changes = event.exportedAttributes.first { $0.name == "flint.features" }?.value
        let local = ExportTime.timestamp(
            of: event.date.addingTimeInterval(Double(subject.timeZone.offset(at: event.date))))
        let time = local.replacing("T", with: " ").replacing("Z", with: "")
        let duration = event.duration.map { seconds in
            let microseconds = Int((ExportTime.clampedDuration(seconds) * 1e6).rounded())
            return microseconds < 10_000 ? "\(microseconds) µs" : "\(microseconds / 1_000) ms"
        }
        let cells = [
            String(event.id), time, event.action?.session ?? "", event.cause, event.title,
            event.outcome?.rawValue ?? "",
            duration ?? "", changes ?? "",
        ]
        return "| " + cells.map(TextFormat.markdown.escaped).joined(separator: " | ") + " |\n"
    }
}
