// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintWorld

package enum ExportFormat: String, Sendable, Hashable, CaseIterable {
    /// JSON Lines: one JSON object per event.
    case jsonl
    /// Chrome's trace event format, which Perfetto can open.
    case chrome
    case markdown
    case csv
    case otlp

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

package struct ExportSubject: Sendable, Hashable {
    package var app: String
    package var program: String
    package var system: String
    /// The time zone in which exports for people show dates.
    package var timeZone: DisplayTimeZone

    package init(app: String, program: String, system: String, timeZone: DisplayTimeZone = .utc) {
        (self.app, self.program, self.system, self.timeZone) = (app, program, system, timeZone)
    }
}

/// An incremental export of a timeline.
///
/// The output consists of ``beginning``, the text for each event in order, and ``finish()``. An export does not retain
/// all events, so a timeline of any length can be exported.
package protocol TimelineExport {
    var beginning: String { get }

    /// Returns the text for the next event, or an empty string if the event adds no text yet.
    mutating func encode(_ event: EventRecord) throws -> String

    mutating func finish() throws -> String
}

extension TimelineExport {
    package var beginning: String { "" }

    package mutating func finish() throws -> String { "" }
}

/// Formatters for dates and durations in exports.
///
/// A date that is out of range, such as one from a damaged file, is replaced by the start of 1970.
enum ExportTime {
    private static func seconds(_ date: Date) -> Double {
        let seconds = date.timeIntervalSince1970
        return seconds.isFinite && abs(seconds) < 9e9 ? seconds : 0
    }

    /// Returns a duration in seconds, or 0 if it is missing or invalid.
    static func clampedDuration(_ seconds: Double?) -> Double {
        guard let seconds, seconds.isFinite, seconds > 0 else { return 0 }
        return min(seconds, 9e8)
    }

    /// Returns the microseconds from 1970 to the start of an interval that ends at a date.
    static func microseconds(_ date: Date, minus duration: Double = 0) -> Double {
        ((seconds(date) - duration) * 1e6).rounded()
    }

    /// Returns the nanoseconds from 1970 to the start of an interval that ends at a date.
    ///
    /// The result is a string of decimal digits, because OTLP's JSON encoding represents 64-bit integers as strings.
    static func nanoseconds(_ date: Date, minus duration: Double = 0) -> String {
        String(Int64(max(0, microseconds(date, minus: duration))) * 1_000)
    }

    /// Returns a date in the format `2026-02-03T09:30:00.250Z`.
    static func timestamp(of date: Date) -> String {
        Date(timeIntervalSince1970: seconds(date)).formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}

private struct JSONLinesExport: TimelineExport {
    mutating func encode(_ event: EventRecord) throws -> String { try ExportJSON.encode(event) + "\n" }
}

enum ExportJSON {
    static func encode(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return String(decoding: TextFormat.printable(json: Array(try encoder.encode(value))), as: UTF8.self)
    }
}

extension EventRecord {
    var exportedAttributes: [(name: String, value: String)] {
        var attributes: [(name: String, value: String)] = [("flint.event", String(id)), ("flint.kind", kind.rawValue)]
        func add(_ name: String, _ value: String?) {
            if let value { attributes.append((name, value)) }
        }
        add("flint.session", action?.session)
        add("flint.cause", cause)
        add("flint.feature", featureID)
        add("flint.action", action?.id)
        if let execution {
            add("flint.request", String(execution.request))
            add("flint.stack", execution.stack.map { String($0) })
            add("flint.source", execution.source)
            add("flint.user_initiated", execution.userInitiated.map { $0 ? "true" : "false" })
            add("flint.input", execution.input)
            let info = (execution.inputInfo ?? [:]).sorted { $0.key < $1.key }
            for (name, value) in info { add("flint.input.\(name)", value) }
        }
        add("flint.outcome", outcome?.rawValue)
        for detail in details { add("flint.detail.\(detail.label)", detail.value) }
        if !features.isEmpty {
            add(
                "flint.features",
                features.map { "\($0.featureID): \($0.before.availabilityText) -> \($0.after.availabilityText)" }
                    .joined(separator: ", "))
        }
        return attributes
    }
}
