// SPDX-License-Identifier: MIT

import FlintWorld

/// An export to OpenTelemetry spans in the JSON encoding of the OpenTelemetry Protocol (OTLP).
///
/// An action is a span with the action's duration; other events are spans without a duration. The actions of an action
/// stack form a trace. Identifiers are derived from the app and the event numbers, so exporting a timeline twice yields
/// the same identifiers.
struct OTLPSpans: TimelineExport {
    private struct Attribute: Encodable {
        struct Value: Encodable {
            let stringValue: String
        }

        let key: String
        let value: Value

        init(_ key: String, _ value: String) {
            self.key = key
            self.value = Value(stringValue: value)
        }
    }

    private struct Span: Encodable {
        struct Status: Encodable {
            /// The protocol's status code: 1 for success, 2 for an error.
            let code: Int
            let message: String?
        }

        let traceId: String
        let spanId: String
        let name: String
        /// The span kind 1 (internal): neither an outgoing nor an incoming request.
        let kind = 1
        let startTimeUnixNano: String
        let endTimeUnixNano: String
        let attributes: [Attribute]
        let status: Status?
    }

    private struct Resource: Encodable {
        let attributes: [Attribute]
    }

    private struct Scope: Encodable {
        let name: String
        let version: String
    }

    private let subject: ExportSubject
    private var hasSpans = false
    /// The running actions, which become spans even if they never complete.
    private var running: [UInt: EventRecord] = [:]
    private static let openSpanLimit = 10_000

    init(of subject: ExportSubject) {
        self.subject = subject
    }

    var beginning: String {
        let resource = Resource(attributes: [
            Attribute("service.name", subject.app), Attribute("os.description", subject.system),
        ])
        let scope = Scope(name: "flint", version: subject.program)
        let parts = [try? ExportJSON.encode(resource), try? ExportJSON.encode(scope)].map { $0 ?? "{}" }
        return "{\"resourceSpans\":[{\"resource\":\(parts[0]),\"scopeSpans\":[{\"scope\":\(parts[1]),\"spans\":[\n"
    }

    mutating func encode(_ event: EventRecord) throws -> String {
        switch event.content {
        case .actionBegan(let execution) where running.count < Self.openSpanLimit:
            running[execution.request] = event
            return ""
        case .actionCompleted(let execution, _, _): running[execution.request] = nil
        case .actionBegan, .requestDenied, .factChanged, .storeEvent, .promptShown, .promptAnswered, .flowBegan,
            .flowEnded, .identifierChanged, .advisory:
            break
        }
        return try add(span(event))
    }

    mutating func finish() throws -> String {
        var text = ""
        for event in running.values.sorted(by: { $0.id < $1.id }) { text += try add(span(event)) }
        return text + "\n]}]}]}\n"
    }

    private func span(_ event: EventRecord) -> Span {
        let duration = ExportTime.clampedDuration(event.duration)
        let trace =
            event.execution.map { execution in
                execution.stack.map { "stack \($0)" } ?? "request \(execution.request)"
            } ?? "event \(event.id)"
        // A trace identifier has 128 bits, a span identifier 64.
        return Span(
            traceId: Self.hex(hash("\(subject.app) \(trace)", seed: 1)) + Self.hex(hash(trace, seed: 2)),
            spanId: Self.hex(hash("\(subject.app) event \(event.id)", seed: 3)), name: event.title,
            startTimeUnixNano: ExportTime.nanoseconds(event.date, minus: duration),
            endTimeUnixNano: ExportTime.nanoseconds(event.date),
            attributes: event.exportedAttributes.map { Attribute($0.name, $0.value) }, status: Self.status(event))
    }

    private static func status(_ event: EventRecord) -> Span.Status? {
        switch event.outcome {
        case .success?: Span.Status(code: 1, message: nil)
        case .failure?, .denied?: Span.Status(code: 2, message: event.title)
        case nil: nil
        }
    }

    private mutating func add(_ span: Span) throws -> String {
        defer { hasSpans = true }
        return (hasSpans ? ",\n" : "") + (try ExportJSON.encode(span))
    }

    /// Returns an FNV-1a hash, which is stable between runs.
    private func hash(_ text: String, seed: UInt64) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ seed
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        // Zero is not a valid identifier.
        return max(1, hash)
    }

    private static func hex(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
