import InspectorKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    public import Foundation
#endif

/// The formats in which a timeline is exported.
package enum ExportFormat: String, Sendable, Hashable, CaseIterable {
    /// One JSON object on a line for each event.
    case jsonl
    /// The trace events of Chrome, which Perfetto opens.
    case chrome
    /// A table for people.
    case markdown
    /// A table for spreadsheets, as RFC 4180 describes it.
    case csv
    /// Spans of OpenTelemetry, in the JSON of its protocol.
    case otlp

    /// Begins an export.
    ///
    /// - Parameter subject: What the events are of.
    /// - Returns: The export.
    package func export(of subject: ExportSubject) -> any TimelineExport {
        switch self {
        case .jsonl: JSONLinesExport()
        case .chrome: ChromeTrace(of: subject)
        case .markdown: MarkdownTable(of: subject)
        case .csv: CSVTable()
        case .otlp: OTLPSpans(of: subject)
        }
    }
}

/// What a timeline is of.
package struct ExportSubject: Sendable, Hashable {
    /// The app's name.
    package var app: String
    /// The program that exports it, with its version.
    package var program: String
    /// The system the app ran on.
    package var system: String
    /// The seconds to add to universal time for the times that people read.
    package var timeZoneOffset: Int

    /// Creates a subject.
    package init(app: String, program: String, system: String, timeZoneOffset: Int = 0) {
        (self.app, self.program, self.system, self.timeZoneOffset) = (app, program, system, timeZoneOffset)
    }
}

/// A timeline in another format, made event by event, so that how many there are does not matter.
package protocol TimelineExport {
    /// The text before the first event.
    var beginning: String { get }

    /// Returns the text for the next event; empty if it has none of its own.
    mutating func text(for event: EventRecord) throws -> String

    /// Returns the text behind the last event.
    mutating func ending() throws -> String
}

extension TimelineExport {
    /// The text before the first event: none.
    package var beginning: String { "" }

    /// Returns the text behind the last event: none.
    package mutating func ending() throws -> String { "" }
}

/// Moments as exports spell them; those of damaged files, far outside any calendar, count as 1970.
enum ExportTime {
    /// The seconds since 1970.
    private static func seconds(_ date: Date) -> Double {
        let seconds = date.timeIntervalSince1970
        return seconds.isFinite && abs(seconds) < 9e9 ? seconds : 0
    }

    /// A duration in seconds; 0 for one that cannot be.
    static func duration(_ seconds: Double?) -> Double {
        guard let seconds, seconds.isFinite, seconds > 0 else { return 0 }
        return min(seconds, 9e8)
    }

    /// The microseconds since 1970 at which something began that ended at a moment.
    static func microseconds(_ date: Date, minus duration: Double = 0) -> Double {
        ((seconds(date) - duration) * 1e6).rounded()
    }

    /// The nanoseconds since 1970, in digits, at which something began that ended at a moment.
    static func nanoseconds(_ date: Date, minus duration: Double = 0) -> String {
        String(max(0, Int64(microseconds(date, minus: duration)) * 1_000))
    }

    /// A date such as `2026-02-03T09:30:00.250Z`.
    static func text(_ date: Date) -> String {
        Date(timeIntervalSince1970: seconds(date)).formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}

/// One JSON object on a line for each event.
private struct JSONLinesExport: TimelineExport {
    mutating func text(for event: EventRecord) throws -> String { try ExportJSON.text(event) + "\n" }
}

/// JSON as exports have it, on one line.
enum ExportJSON {
    /// A value as JSON.
    static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}

extension EventRecord {
    /// What is known of the event besides its times, by name, as attributes of other formats.
    var exportedAttributes: [(name: String, value: String)] {
        var attributes: [(name: String, value: String)] = [("flint.event", String(id)), ("flint.kind", kind.rawValue)]
        func add(_ name: String, _ value: String?) {
            if let value { attributes.append((name, value)) }
        }
        add("flint.session", session)
        add("flint.cause", cause)
        add("flint.feature", featureID)
        add("flint.action", actionID)
        add("flint.request", request.map { String($0) })
        add("flint.stack", stack.map { String($0) })
        add("flint.source", source)
        add("flint.user_initiated", userInitiated.map { $0 ? "true" : "false" })
        add("flint.input", input)
        for (name, value) in (inputInfo ?? [:]).sorted(by: { $0.key < $1.key }) { add("flint.input.\(name)", value) }
        add("flint.outcome", outcome?.rawValue)
        for detail in details { add("flint.detail.\(detail.label)", detail.value) }
        if let features {
            add(
                "flint.features",
                features.map { "\($0.featureID): \(Self.word($0.before)) -> \(Self.word($0.after))" }
                    .joined(separator: ", "))
        }
        return attributes
    }

    private static func word(_ isAvailable: Bool?) -> String {
        switch isAvailable {
        case true?: "available"
        case false?: "not available"
        case nil: "undetermined"
        }
    }
}
