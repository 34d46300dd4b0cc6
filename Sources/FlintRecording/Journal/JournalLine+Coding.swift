// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintWorld

extension JournalLine: Codable {
    /// Decodes a line.
    ///
    /// - Throws: ``UnknownLine`` if this version does not know the kind of line, or the decoder's error.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Name.self)
        guard let name = container.allKeys.first else {
            let members = try decoder.container(keyedBy: NamedKey.self).allKeys.map(\.stringValue).sorted()
            throw UnknownLine(members: members)
        }
        switch name {
        case .journal: self = .journal(try container.decode(JournalHeader.self, forKey: name))
        case .catalog: self = .catalog(try container.decode(RecordedCatalog.self, forKey: name))
        case .keyframe: self = .keyframe(try container.decode(Keyframe.self, forKey: name))
        case .state: self = .state(try container.decode(ModelChanges.self, forKey: name))
        case .facts: self = .facts(try container.decode([FactRecord].self, forKey: name))
        case .stacks: self = .stacks(try container.decode([StackSnapshot].self, forKey: name))
        case .history: self = .history(try container.decode([HistoryEntry].self, forKey: name))
        case .ready: self = .ready(try container.decode(Int.self, forKey: name))
        case .event: self = .event(try container.decode(EventRecord.self, forKey: name))
        case .log: self = .log(try container.decode(LogLine.self, forKey: name))
        case .lost: self = .lost(try container.decode(LostRecords.self, forKey: name))
        case .end: self = .end(try container.decode(Date.self, forKey: name))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        switch self {
        case .journal(let header): try container.encode(header, forKey: .journal)
        case .catalog(let catalog): try container.encode(catalog, forKey: .catalog)
        case .keyframe(let keyframe): try container.encode(keyframe, forKey: .keyframe)
        case .state(let changes): try container.encode(changes, forKey: .state)
        case .facts(let facts): try container.encode(facts, forKey: .facts)
        case .stacks(let stacks): try container.encode(stacks, forKey: .stacks)
        case .history(let entries): try container.encode(entries, forKey: .history)
        case .ready(let number): try container.encode(number, forKey: .ready)
        case .event(let event): try container.encode(event, forKey: .event)
        case .log(let line): try container.encode(line, forKey: .log)
        case .lost(let lost): try container.encode(lost, forKey: .lost)
        case .end(let date): try container.encode(date, forKey: .end)
        }
    }
}

/// The error for a line of an unknown kind, which a newer version of the program may have written.
package struct UnknownLine: Error, Sendable, Hashable {
    package let members: [String]
}

extension JournalLine {
    /// Returns the line as JSON, followed by a line feed.
    ///
    /// Events begin with `{"n":41,"event":` and log lines with `{"n":7,"log":`, so that they can be found without
    /// decoding.
    package func encoded() throws -> [UInt8] {
        var writer = RecordWriter()
        switch self {
        case .event(let event): writer.write(event)
        case .log(let line): writer.write(line)
        case .journal, .catalog, .keyframe, .state, .facts, .stacks, .history, .ready, .lost, .end:
            return try encodedByEncoder()
        }
        // For a value without a JSON representation, the standard encoder throws its error.
        return writer.hasFailed ? try encodedByEncoder() : TextFormat.printable(json: writer.bytes)
    }

    func encodedByEncoder() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .secondsSince1970
        return TextFormat.printable(json: Array(try encoder.encode(self))) + [UInt8(ascii: "\n")]
    }

    /// Decodes a line, with or without its line feed.
    ///
    /// - Throws: ``UnknownLine``, ``JSONScanError``, or a decoding error.
    package init(decoding bytes: some Sequence<UInt8>) throws {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        self = try decoder.decode(JournalLine.self, from: Data(bytes), within: .journalLine)
    }

    /// Returns the kind and number of an event or log line without decoding it, or `nil` for other lines.
    package static func peek(_ bytes: UnsafeBufferPointer<UInt8>) -> (name: PeekedName, number: UInt64)? {
        let start: StaticString = "{\"n\":"
        guard bytes.count > 16, hasPrefix(bytes, start, at: 0) else { return nil }
        var index = start.utf8CodeUnitCount
        var number: UInt64 = 0
        while index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) {
            let digit = UInt64(bytes[index] - UInt8(ascii: "0"))
            // A damaged file may contain a larger number than the type can represent.
            guard number <= (UInt64.max - digit) / 10 else { return nil }
            number = number * 10 + digit
            index += 1
        }
        if hasPrefix(bytes, ",\"event\":{", at: index) { return (.event, number) }
        if hasPrefix(bytes, ",\"log\":{", at: index) { return (.log, number) }
        return nil
    }

    /// Returns whether a line is part of the state, which is decoded only on request.
    static func isPartOfState(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        hasPrefix(bytes, "{\"state\":", at: 0) || hasPrefix(bytes, "{\"facts\":", at: 0)
            || hasPrefix(bytes, "{\"stacks\":", at: 0)
            || hasPrefix(bytes, "{\"history\":", at: 0)
    }

    /// Returns whether a line that is neither an event nor a log line may change facts.
    static func mayContainFacts(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        !hasPrefix(bytes, "{\"catalog\":", at: 0) && (!isPartOfState(bytes) || hasPrefix(bytes, "{\"facts\":", at: 0))
    }

    package enum PeekedName: Sendable, Hashable {
        case event, log
    }

    private static func hasPrefix(_ bytes: UnsafeBufferPointer<UInt8>, _ text: StaticString, at index: Int) -> Bool {
        let count = text.utf8CodeUnitCount
        guard bytes.count - index >= count else { return false }
        for offset in 0..<count where bytes[index + offset] != text.utf8Start[offset] { return false }
        return true
    }
}
