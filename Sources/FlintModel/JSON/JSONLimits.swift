#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a JSON document may hold at most, by where it comes from.
///
/// Every place that decodes JSON from outside takes its limits from the table below, so that all of them can be read,
/// and weighed against each other, in one place. They leave room for many times what is found in practice and keep
/// the decoding of a hostile document within a blink.
package struct JSONLimits: Sendable, Hashable {
    /// How many bytes it may have.
    package let bytes: Int
    /// How many values it may have, objects and arrays included.
    package let elements: Int
    /// How many objects and arrays may enclose a value.
    package let depth: Int
    /// How many characters a number may have.
    package let digits: Int
    /// How many combining marks a text may have in a row.
    ///
    /// Comparing and hashing texts sorts them, which takes the square of their number. No language needs more than a
    /// handful, and Unicode's own limit for streams is 30.
    package let marks: Int

    /// Sets limits.
    ///
    /// - Parameters:
    ///   - bytes: How many bytes a document may have.
    ///   - elements: How many values it may have.
    ///   - depth: How many objects and arrays may enclose a value, at most 64.
    ///   - digits: How many characters a number may have.
    ///   - marks: How many combining marks a text may have in a row.
    package init(bytes: Int, elements: Int, depth: Int = 64, digits: Int = 400, marks: Int = 64) {
        self.bytes = bytes
        self.elements = elements
        self.depth = min(depth, 64)
        self.digits = digits
        self.marks = marks
    }

    /// The files an app keeps its state in: toggles, purchases, activities, overrides, devices, answers of flag
    /// servers.
    package static let stateFile = JSONLimits(bytes: 64 << 20, elements: 4_000_000)
    /// A line of a journal's file.
    package static let journalLine = JSONLimits(bytes: 1 << 20, elements: 10_000)
    /// A StoreKit configuration file, as Xcode saves it.
    package static let storeKitFile = JSONLimits(bytes: 4 << 20, elements: 50_000)
    /// The answer of a command that lists every feature of an app.
    package static let gatingAnswer = JSONLimits(bytes: 128 << 20, elements: 4_000_000)
    /// A report of an app, with every feature explained.
    package static let report = JSONLimits(bytes: 128 << 20, elements: 4_000_000)
    /// A podcast's feed.
    package static let feed = JSONLimits(bytes: 32 << 20, elements: 2_000_000)
    /// A file of settings.
    package static let settingsFile = JSONLimits(bytes: 1_000_000, elements: 50_000)
    /// The answer of a flag server; an app may lower or raise the number of bytes.
    package static func flagAnswer(bytes: Int) -> JSONLimits { JSONLimits(bytes: bytes, elements: 400_000) }
}

/// Why a JSON document from outside is not decoded: what is wrong with it and where.
package struct JSONScanError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong with a document.
    package enum Problem: Sendable, Hashable {
        /// It has more bytes than are allowed.
        case tooManyBytes(Int, limit: Int)
        /// It has more values than are allowed.
        case tooManyElements(limit: Int)
        /// More objects and arrays enclose a value than are allowed.
        case tooDeep(limit: Int)
        /// A number has more characters than are allowed.
        case tooManyDigits(limit: Int)
        /// A text has more combining marks in a row than are allowed.
        case tooManyMarks(limit: Int)
        /// It is not JSON, for a reason.
        case malformed(String)

        /// The problem and the limit, in a few words.
        fileprivate var text: String {
            switch self {
            case .tooManyBytes(let count, let limit): "it has \(count) bytes, more than the \(limit) that are allowed"
            case .tooManyElements(let limit): "it has more than \(limit) values"
            case .tooDeep(let limit): "it is nested more than \(limit) levels deep"
            case .tooManyDigits(let limit): "a number has more than \(limit) characters"
            case .tooManyMarks(let limit): "a text has more than \(limit) combining marks in a row"
            case .malformed(let reason): reason
            }
        }
    }

    /// What is wrong.
    package let problem: Problem
    /// The byte where the scan stopped, the first being 0.
    package let offset: Int
    /// The line of that byte, the first being 1.
    package let line: Int

    /// Whether the document may be JSON and only exceeds a limit.
    package var exceedsLimit: Bool {
        if case .malformed = problem { false } else { true }
    }

    /// What is wrong and where, as a sentence.
    package var sentence: String {
        exceedsLimit ? "This is more than is read: \(description)." : "This is not JSON: \(description)."
    }

    /// What is wrong and where, to stand after the name of the document.
    package var description: String {
        if case .tooManyBytes = problem { return problem.text }
        return "\(problem.text) (line \(line), byte \(offset))"
    }
}

extension JSONDecoder {
    /// Decodes a document from outside after checking that it stays within limits.
    ///
    /// - Parameters:
    ///   - type: What to decode.
    ///   - data: The document.
    ///   - limits: What it may cost.
    ///   - format: The language it is written in.
    /// - Returns: The value.
    /// - Throws: ``JSONScanError`` if the document exceeds a limit or is not written in that language, else what the
    ///   value's type throws.
    package func decode<Value: Decodable>(
        _ type: Value.Type, from data: Data, within limits: JSONLimits, format: JSONFormat = .json
    ) throws -> Value {
        try limits.check(data, format: format)
        allowsJSON5 = format == .json5
        return try decode(type, from: data)
    }
}

extension JSONLimits {
    /// Checks that a document is JSON, or JSON5, and stays within the limits.
    ///
    /// - Parameters:
    ///   - data: The document.
    ///   - format: The language it must be written in.
    /// - Returns: How large it is.
    /// - Throws: ``JSONScanError`` if it is not or does not.
    @discardableResult
    package func check(_ data: Data, format: JSONFormat = .json) throws(JSONScanError) -> JSONScanner.Measure {
        // The bytes are handed over as a result, because the closure's type of error is not kept.
        let result = data.withUnsafeBytes { bytes in
            bytes.withMemoryRebound(to: UInt8.self) { bytes in
                Result { () throws(JSONScanError) in try JSONScanner.scan(bytes, limits: self, format: format) }
            }
        }
        return try result.get()
    }
}
