// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintWorld

/// A writer that encodes events and log lines as JSON with the same members and values as `JSONEncoder`.
///
/// The records are written on the app's own threads, and the standard encoder would take several times as long.
struct RecordWriter {
    private(set) var bytes: [UInt8] = []
    private var needsComma = false
    /// Whether a record contains a number that JSON cannot represent, such as infinity.
    private(set) var hasFailed = false

    init() {
        bytes.reserveCapacity(512)
    }

    // MARK: Records

    mutating func write(_ event: EventRecord) {
        appendObject { writer in
            writer.appendMember("n", event.id)
            writer.appendName("event")
            writer.appendObject { $0.appendMembers(of: event) }
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    mutating func write(_ line: LogLine) {
        appendObject { writer in
            writer.appendMember("n", line.id)
            writer.appendName("log")
            writer.appendObject { $0.appendMembers(of: line) }
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    private mutating func appendMembers(of event: EventRecord) {
        // The members are in alphabetical order, as in the encoder's output with sorted keys.
        let (action, execution, change) = (event.action, event.execution, event.change)
        appendMember("actionID", action?.id)
        appendMember("actionName", action?.name)
        appendMember("before", change?.exactBefore)
        if let blockers = event.blockers {
            appendName("blockers")
            appendArray(blockers) { writer, blocker in
                writer.appendMember("status", blocker.status.rawValue)
                writer.appendMember("title", blocker.title)
            }
        }
        appendMember("cause", event.cause)
        appendMember("date", event.date.timeIntervalSince1970)
        appendName("details")
        appendArray(event.details) { writer, detail in
            writer.appendMember("label", detail.label)
            writer.appendMember("value", detail.value)
        }
        if let duration = event.duration { appendMember("duration", duration) }
        if let fact = change?.fact {
            appendName("fact")
            appendObject { $0.appendMembers(of: fact) }
        }
        if let count = change?.featureCount, count > 0 { appendMember("featureCount", count) }
        appendMember("featureID", event.featureID)
        if let features = change?.features, !features.isEmpty {
            appendName("features")
            appendArray(features) { writer, change in
                writer.appendBoolean("after", change.after)
                writer.appendBoolean("before", change.before)
                writer.appendMember("featureID", change.featureID)
                writer.appendMember("featureName", change.featureName)
            }
        }
        appendMember("id", event.id)
        appendMember("input", execution?.input)
        if let info = execution?.inputInfo { appendMember("inputInfo", info) }
        if change?.isFirstValue == true { appendBoolean("isFirstValue", true) }
        appendMember("kind", event.kind.rawValue)
        appendMember("outcome", event.outcome?.rawValue)
        if let request = execution?.request { appendMember("request", request) }
        appendMember("session", action?.session)
        appendMember("source", execution?.source)
        if let stack = execution?.stack { appendMember("stack", stack) }
        if let subject = event.subject {
            appendName("subject")
            appendObject { writer in
                writer.appendMember("key", subject.key)
                writer.appendMember("kind", subject.kind.rawValue)
            }
        }
        appendMember("title", event.title)
        if let isUser = execution?.userInitiated { appendBoolean("userInitiated", isUser) }
    }

    private mutating func appendMembers(of record: FactRecord) {
        if let description = record.key.description { appendMember("description", encoding: description) }
        appendMember("detail", record.fact.actual.detail)
        appendMember("key", record.key.identifier)
        appendMember("kind", record.kindName)
        if let override = record.fact.override {
            appendName("override")
            appendObject { writer in
                writer.appendMember("cause", override.cause.rawValue)
                writer.appendMember("detail", override.value.detail)
                if let expiry = override.expiry {
                    writer.appendName("expiry")
                    writer.appendObject { $0.appendMembers(of: expiry) }
                }
                writer.appendMember("reason", override.reason)
                writer.appendMember("since", override.since.timeIntervalSince1970)
                writer.appendMember("value", override.value.exactText(of: record.key.kind))
            }
        }
        appendMember("since", record.fact.since.timeIntervalSince1970)
        appendMember("source", record.fact.source.rawValue)
        appendMember("value", record.fact.actual.exactText(of: record.key.kind))
        if let waiting = record.fact.waiting {
            appendName("waiting")
            appendObject { writer in
                writer.appendMember("source", waiting.source.rawValue)
                writer.appendMember("takesEffect", waiting.takesEffect.rawValue)
                writer.appendMember("value", waiting.value.exactText(of: record.key.kind))
            }
        }
    }

    private mutating func appendMembers(of expiry: OverrideExpiry) {
        switch expiry {
        case .until(let date): appendMember("until", date.formatted(.iso8601))
        case .untilQuit: appendBoolean("untilQuit", true)
        case .uses(let count): appendMember("uses", count)
        case .after(let seconds): appendMember("after", seconds)
        }
    }

    private mutating func appendMembers(of line: LogLine) {
        appendMember("actionID", line.actionID)
        appendMember("actionName", line.actionName)
        appendMember("activity", line.activity)
        appendMember("date", line.date.timeIntervalSince1970)
        appendMember("featureID", line.featureID)
        appendMember("id", line.id)
        appendMember("label", line.label)
        appendMember("level", line.level.rawValue)
        appendMember("metadata", line.metadata)
        appendMember("session", line.session)
        appendMember("source", line.source)
        appendMember("text", line.text)
        appendMember("topic", line.topic)
        if let isUser = line.userInitiated { appendBoolean("userInitiated", isUser) }
    }

    // MARK: JSON

    private mutating func appendObject(_ members: (inout RecordWriter) -> Void) {
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
        members(&self)
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    private mutating func appendArray<Element>(_ elements: [Element], _ members: (inout RecordWriter, Element) -> Void)
    {
        bytes.append(UInt8(ascii: "["))
        needsComma = false
        for element in elements {
            if needsComma { bytes.append(UInt8(ascii: ",")) }
            appendObject { members(&$0, element) }
        }
        bytes.append(UInt8(ascii: "]"))
        needsComma = true
    }

    private mutating func appendName(_ name: StaticString) {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = true
    }

    private mutating func appendMember(_ name: StaticString, _ text: String?) {
        guard let text else { return }
        appendName(name)
        appendString(text)
    }

    private mutating func appendMember(_ name: StaticString, _ number: some BinaryInteger) {
        appendName(name)
        bytes.append(contentsOf: String(number).utf8)
    }

    private mutating func appendMember(_ name: StaticString, _ number: Double) {
        if !number.isFinite { hasFailed = true }
        appendName(name)
        bytes.append(contentsOf: number.description.utf8)
    }

    private mutating func appendMember(_ name: StaticString, _ texts: [String: String]) {
        appendName(name)
        bytes.append(UInt8(ascii: "{"))
        for (index, (key, text)) in texts.sorted(by: { $0.key < $1.key }).enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            appendString(key)
            bytes.append(UInt8(ascii: ":"))
            appendString(text)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private mutating func appendMember(_ name: StaticString, encoding value: some Encodable) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let json = try? encoder.encode(value) else {
            hasFailed = true
            return
        }
        appendName(name)
        bytes.append(contentsOf: json)
    }

    private mutating func appendBoolean(_ name: StaticString, _ truth: Bool?) {
        appendName(name)
        let word: StaticString =
            switch truth {
            case true?: "true"
            case false?: "false"
            case nil: "null"
            }
        bytes.append(contentsOf: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    }

    private mutating func appendString(_ text: String) {
        var text = text
        bytes.append(UInt8(ascii: "\""))
        text.withUTF8 { utf8 in
            var start = 0
            for index in utf8.indices {
                let byte = utf8[index]
                guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
                bytes.append(contentsOf: utf8[start..<index])
                start = index + 1
                bytes.append(UInt8(ascii: "\\"))
                if byte >= 0x20 {
                    bytes.append(byte)
                } else {
                    bytes.append(contentsOf: "u00".utf8)
                    bytes.append(Self.digit(byte >> 4))
                    bytes.append(Self.digit(byte & 15))
                }
            }
            bytes.append(contentsOf: utf8[start...])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
