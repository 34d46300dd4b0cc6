// SPDX-License-Identifier: MIT

import FlintFoundation

/// The limits on a JSON document that comes from outside the process.
///
/// Every decoder of external JSON takes its limits from the constants below, so that they can be compared in one place.
/// The limits are many times larger than documents in practice, and they bound the time to decode a hostile document.
///
/// ```swift
/// let state = try JSONDecoder().decode(SavedState.self, from: data, within: .stateFile)
/// ```
package struct JSONLimits: Sendable, Hashable {
    package let bytes: Int
    package let elements: Int
    /// The maximum nesting depth of objects and arrays, at most 64.
    package let depth: Int
    package let numberLength: Int
    /// The maximum number of consecutive combining marks in a string.
    ///
    /// String comparison and hashing sort consecutive marks, which takes quadratic time. No language needs more than a
    /// few, and the limit of Unicode's Stream-Safe Text Format is 30.
    package let combiningMarks: Int

    package init(bytes: Int, elements: Int, depth: Int = 64, digits: Int = 400, marks: Int = markLimit) {
        self.bytes = bytes
        self.elements = elements
        self.depth = min(depth, 64)
        self.numberLength = digits
        self.combiningMarks = marks
    }

    package static let markLimit = 64

    /// The limits for files that store an app's state.
    ///
    /// Examples are user settings, purchases, activities, overrides, devices, and cached responses from flag servers.
    package static let stateFile = JSONLimits(bytes: 64 << 20, elements: 4_000_000)
    package static let journalLine = JSONLimits(bytes: 1 << 20, elements: 10_000)
    package static let storeKitFile = JSONLimits(bytes: 4 << 20, elements: 50_000)
    package static let stringCatalog = JSONLimits(bytes: 16 << 20, elements: 1_000_000)
    package static let flagManifest = JSONLimits(bytes: 16 << 20, elements: 400_000)
    package static let gatingAnswer = JSONLimits(bytes: 128 << 20, elements: 4_000_000)
    package static let report = JSONLimits(bytes: 128 << 20, elements: 4_000_000)
    package static let feed = JSONLimits(bytes: 32 << 20, elements: 2_000_000)
    package static let settingsFile = JSONLimits(bytes: 1_000_000, elements: 50_000)
    /// The limits for files that people keep with an app's sources, such as expectations and baselines.
    package static let projectFile = JSONLimits(bytes: 32 << 20, elements: 1_000_000, depth: 8)
    /// Returns the limits for a response from a flag server.
    ///
    /// An app can configure the size.
    package static func flagAnswer(bytes: Int) -> JSONLimits { JSONLimits(bytes: bytes, elements: 400_000) }
}

/// An error for a JSON document that exceeds a limit or is malformed, with the position of the problem.
package struct JSONScanError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Problem: Sendable, Hashable {
        case tooManyBytes(Int, limit: Int)
        case tooManyElements(limit: Int)
        case tooDeep(limit: Int)
        case tooManyDigits(limit: Int)
        case tooManyMarks(limit: Int)
        case malformed(String)
        /// An object with two members of the same name. Decoders differ in the member that they choose.
        case repeatedName(String, first: Place)

        fileprivate var reason: String {
            switch self {
            case .tooManyBytes(let count, let limit): "it has \(count) bytes, more than the limit of \(limit)"
            case .tooManyElements(let limit): "it has more than \(limit) values"
            case .tooDeep(let limit): "it is nested more than \(limit) levels deep"
            case .tooManyDigits(let limit): "a number has more than \(limit) characters"
            case .tooManyMarks(let limit): "a string has more than \(limit) combining marks in a row"
            case .malformed(let reason): reason
            case .repeatedName(let name, _): "the name \"\(name.excerpt)\" occurs twice in one object"
            }
        }
    }

    package struct Place: Sendable, Hashable, CustomStringConvertible {
        /// The zero-based offset in bytes.
        package let offset: Int
        package let line: Int

        package var description: String { "line \(line), byte \(offset)" }
    }

    /// Returns the reason that a document cannot be decoded, without the names of types, or `nil` for other errors.
    ///
    /// The reason is a clause that names the place in the document.
    package static func reason(for error: any Error) -> String? {
        switch error {
        case let error as JSONScanError: error.description
        case DecodingError.keyNotFound(let key, let context):
            "\(key.stringValue) is missing\(place(context.codingPath))"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.dataCorrupted(let context):
            "a value does not have the expected form\(place(context.codingPath))"
        default: nil
        }
    }

    private static func place(_ path: [any CodingKey]) -> String {
        // A hostile document can have names of any length and any depth.
        let names = path.prefix(6).map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue.excerpt }
        return names.isEmpty ? "" : " (\(names.joined(separator: ".")))"
    }

    package let problem: Problem
    package let place: Place
    package var offset: Int { place.offset }
    package var line: Int { place.line }

    package var exceedsLimit: Bool {
        switch problem {
        case .tooManyBytes, .tooManyElements, .tooDeep, .tooManyDigits, .tooManyMarks: true
        case .malformed, .repeatedName: false
        }
    }

    package var isRepeatedName: Bool { if case .repeatedName = problem { true } else { false } }

    package var message: String {
        let start = exceedsLimit ? "This exceeds a limit" : isRepeatedName ? "This is ambiguous" : "This is not JSON"
        return "\(start): \(description)."
    }

    /// A clause with the problem and its position, for use after the document's name in a message.
    ///
    /// A document with too many bytes is not scanned, so its problem has no position. A repeated name has two.
    package var description: String {
        switch problem {
        case .tooManyBytes: problem.reason
        case .repeatedName(_, let first): "\(problem.reason) (\(first), and \(place))"
        case .tooManyElements, .tooDeep, .tooManyDigits, .tooManyMarks, .malformed: "\(problem.reason) (\(place))"
        }
    }
}

extension JSONDecoder {
    /// Decodes an external document after checking its limits.
    ///
    /// The error is ``JSONScanError`` if the document exceeds a limit, does not have the format, or repeats a name that
    /// must be unique. Otherwise, it is the error that decoding throws.
    package func decode<Value: Decodable>(
        _ type: Value.Type, from data: Data, within limits: JSONLimits, format: JSONFormat = .json,
        names: JSONNames = .any
    ) throws -> Value {
        // The check comes first, because the decoder recurses and its time grows faster than the document.
        try limits.check(data, format: format, names: names)
        allowsJSON5 = format == .json5
        return try decode(type, from: data)
    }
}

extension JSONLimits {
    @discardableResult
    package func check(
        _ data: Data, format: JSONFormat = .json, names: JSONNames = .any
    ) throws(JSONScanError) -> JSONScanner.Measure {
        // The closure returns a `Result`, because its typed error would otherwise be lost.
        let result = data.withUnsafeBytes { bytes in
            bytes.withMemoryRebound(to: UInt8.self) { bytes in
                Result { () throws(JSONScanError) in
                    try JSONScanner.scan(bytes, limits: self, format: format, names: names)
                }
            }
        }
        return try result.get()
    }

    /// Returns an error for the first name that an object in a document repeats.
    ///
    /// The result is `nil` if all names are unique or the document cannot be scanned.
    package func repeatedName(in data: Data, format: JSONFormat = .json) -> JSONScanError? {
        do throws(JSONScanError) {
            try check(data, format: format, names: .unique)
            return nil
        } catch {
            return error.isRepeatedName ? error : nil
        }
    }
}

extension JSONScanner {
    /// Returns the name that a document spells with escape sequences, or the spelling if it cannot be decoded.
    static func name(spelled spelling: String) -> String {
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        let isQuoted = spelling.hasPrefix("\"") || spelling.hasPrefix("'")
        let list = isQuoted ? "[\(spelling)]" : "[\"\(spelling)\"]"
        return (try? decoder.decode([String].self, from: Data(list.utf8)))?.first ?? spelling
    }
}
