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
        object { writer in
            writer.member("n", event.id)
            writer.name("event")
            writer.object { $0.writeMembers(of: event) }
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    mutating func write(_ line: LogLine) {
        object { writer in
            writer.member("n", line.id)
            writer.name("log")
            writer.object { $0.writeMembers(of: line) }
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    private mutating func writeMembers(of event: EventRecord) {
        // The members are in alphabetical order, as in the encoder's output with sorted keys.
        member("actionID", event.actionID)
        member("actionName", event.actionName)
        if let blockers = event.blockers {
            name("blockers")
            array(blockers) { writer, blocker in
                writer.member("status", blocker.status.rawValue)
                writer.member("title", blocker.title)
            }
        }
        member("cause", event.cause)
        member("date", event.date.timeIntervalSince1970)
        name("details")
        array(event.details) { writer, detail in
            writer.member("label", detail.label)
            writer.member("value", detail.value)
        }
        if let duration = event.duration { member("duration", duration) }
        if let fact = event.fact {
            name("fact")
            object { $0.writeMembers(of: fact) }
        }
        if let count = event.featureCount { member("featureCount", count) }
        member("featureID", event.featureID)
        if let features = event.features {
            name("features")
            array(features) { writer, change in
                writer.boolean("after", change.after)
                writer.boolean("before", change.before)
                writer.member("featureID", change.featureID)
                writer.member("featureName", change.featureName)
            }
        }
        member("id", event.id)
        member("input", event.input)
        if let info = event.inputInfo { member("inputInfo", info) }
        if let isFirst = event.isFirstValue { boolean("isFirstValue", isFirst) }
        member("kind", event.kind.rawValue)
        member("outcome", event.outcome?.rawValue)
        if let request = event.request { member("request", request) }
        member("session", event.session)
        member("source", event.source)
        if let stack = event.stack { member("stack", stack) }
        if let subject = event.subject {
            name("subject")
            object { writer in
                writer.member("key", subject.key)
                writer.member("kind", subject.kind.rawValue)
            }
        }
        member("title", event.title)
        if let isUser = event.userInitiated { boolean("userInitiated", isUser) }
    }

    private mutating func writeMembers(of record: FactRecord) {
        if let description = record.key.description { encode("description", description) }
        member("detail", record.fact.actual.detail)
        member("key", record.key.text)
        member("kind", record.kindName)
        if let override = record.fact.override {
            name("override")
            object { writer in
                writer.member("cause", override.cause.rawValue)
                writer.member("detail", override.value.detail)
                if let expiry = override.expiry {
                    writer.name("expiry")
                    writer.object { $0.writeMembers(of: expiry) }
                }
                writer.member("reason", override.reason)
                writer.member("since", override.since.timeIntervalSince1970)
                writer.member("value", override.value.exactText(of: record.key.kind))
            }
        }
        member("since", record.fact.since.timeIntervalSince1970)
        member("source", record.fact.source.rawValue)
        member("value", record.fact.actual.exactText(of: record.key.kind))
        if let waiting = record.fact.waiting {
            name("waiting")
            object { writer in
                writer.member("source", waiting.source.rawValue)
                writer.member("takesEffect", waiting.takesEffect.rawValue)
                writer.member("value", waiting.value.exactText(of: record.key.kind))
            }
        }
    }

    private mutating func writeMembers(of expiry: OverrideExpiry) {
        switch expiry {
        case .until(let date): member("until", date.formatted(.iso8601))
        case .untilQuit: boolean("untilQuit", true)
        case .uses(let count): member("uses", count)
        case .after(let seconds): member("after", seconds)
        }
    }

    private mutating func writeMembers(of line: LogLine) {
        member("actionID", line.actionID)
        member("actionName", line.actionName)
        member("activity", line.activity)
        member("date", line.date.timeIntervalSince1970)
        member("featureID", line.featureID)
        member("id", line.id)
        member("label", line.label)
        member("level", line.level.rawValue)
        member("metadata", line.metadata)
        member("session", line.session)
        member("source", line.source)
        member("text", line.text)
        member("topic", line.topic)
        if let isUser = line.userInitiated { boolean("userInitiated", isUser) }
    }

    // MARK: JSON

    private mutating func object(_ members: (inout RecordWriter) -> Void) {
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
        members(&self)
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    private mutating func array<Element>(_ elements: [Element], _ members: (inout RecordWriter, Element) -> Void) {
        bytes.append(UInt8(ascii: "["))
        needsComma = false
        for element in elements {
            if needsComma { bytes.append(UInt8(ascii: ",")) }
            object { members(&$0, element) }
        }
        bytes.append(UInt8(ascii: "]"))
        needsComma = true
    }

    private mutating func name(_ name: StaticString) {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = true
    }

    private mutating func member(_ name: StaticString, _ text: String?) {
        guard let text else { return }
        self.name(name)
        write(text)
    }

    private mutating func member(_ name: StaticString, _ number: some BinaryInteger) {
        self.name(name)
        bytes.append(contentsOf: String(number).utf8)
    }

    private mutating func member(_ name: StaticString, _ number: Double) {
        if !number.isFinite { hasFailed = true }
        self.name(name)
        bytes.append(contentsOf: number.description.utf8)
    }

    private mutating func member(_ name: StaticString, _ texts: [String: String]) {
        self.name(name)
        bytes.append(UInt8(ascii: "{"))
        for (index, (key, text)) in texts.sorted(by: { $0.key < $1.key }).enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(key)
            bytes.append(UInt8(ascii: ":"))
            write(text)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private mutating func encode(_ name: StaticString, _ value: some Encodable) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let json = try? encoder.encode(value) else {
            hasFailed = true
            return
        }
        self.name(name)
        bytes.append(contentsOf: json)
    }

    private mutating func boolean(_ name: StaticString, _ truth: Bool?) {
        self.name(name)
        let word: StaticString =
            switch truth {
            case true?: "true"
            case false?: "false"
            case nil: "null"
            }
        bytes.append(contentsOf: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    }

    private mutating func write(_ text: String) {
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
