import InspectorKit
import TerminalKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What messages of the Model Context Protocol may cost, and the versions that are spoken.
enum ModelContextProtocol {
    /// The versions of the protocol, the newest first; what the server uses of it is the same in all of them.
    static let versions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
    /// The versions whose requests each name their version, in place of agreeing on one; the newest first.
    static let statelessVersions = ["2026-07-28"]
    /// The first version in which tools have schemas of their answers, and answer with objects.
    static let structuredVersion = "2025-06-18"
    /// The one version in which several requests can be sent in one message.
    static let batchVersion = "2025-03-26"
    /// What a line may cost to decode.
    static let lineLimits = JSONLimits(bytes: 1 << 20, elements: 20_000, depth: 32)
    /// How many bytes an answer may have.
    static let answerLimit = 8 << 20
    /// How many requests may be under way at once.
    static let requestLimit = 64
    /// How many bytes of requests may wait for those to end.
    static let waitingLimit = 16 << 20

    /// Encodes a message on one line, without anything a terminal could obey.
    ///
    /// - Returns: The line without its end; `nil` if it would be too long.
    static func line(_ message: JSONValue) -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(message), data.count <= answerLimit else { return nil }
        return TextSanitizer.sanitizedJSON(String(decoding: data, as: UTF8.self))
    }

    /// Returns a value as part of a message.
    ///
    /// - Throws: An error if it cannot be encoded.
    static func value(_ value: some Encodable) throws -> JSONValue {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        // It was made here, so it is no longer than what is kept of the app.
        return try JSONDecoder().decode(
            JSONValue.self, from: try encoder.encode(value), within: JSONLimits(bytes: 256 << 20, elements: 8_000_000))
    }
}

/// Why a request is not answered: an error of JSON-RPC.
struct ModelContextError: Error, Hashable {
    /// The number of the kind of error.
    let code: Int64
    /// What is wrong, and what to do.
    let message: String
    /// More, for programs.
    var data: JSONValue?

    /// What arrived is not JSON, or too much of it.
    static func malformed(_ reason: String) -> Self { Self(code: -32_700, message: reason) }
    /// What arrived is no request.
    static func invalid(_ reason: String) -> Self { Self(code: -32_600, message: reason) }
    /// There is no such method.
    static func unknownMethod(_ method: String) -> Self {
        Self(code: -32_601, message: "There is no method \"\(method.prefix(60))\".")
    }
    /// The parameters do not suit the method.
    static func parameters(_ reason: String) -> Self { Self(code: -32_602, message: reason) }
    /// There is no such resource.
    static func noResource(_ address: String, isStateless: Bool) -> Self {
        // Its own code is no longer used since requests name their version.
        Self(
            code: isStateless ? -32_602 : -32_002,
            message: "There is no resource \"\(address.prefix(200))\"; resources/list has all.")
    }
    /// The version is not one whose requests name their version.
    static func version(_ requested: JSONValue) -> Self {
        let supported = ModelContextProtocol.statelessVersions
        return Self(
            code: -32_022,
            message: "Unsupported protocol version; the server speaks \(supported.joined(separator: ", ")).",
            data: .object(["supported": .array(supported.map { .string($0) }), "requested": requested]))
    }
    /// Something went wrong here.
    static func failed(_ reason: String) -> Self { Self(code: -32_603, message: reason) }
    /// Too many requests are under way.
    static let busy = Self(code: -32_000, message: "Too many requests are under way; wait for their answers.")

    /// The error as an answer to a request; `nil` stands for one that could not be read.
    func answer(to id: JSONValue?) -> JSONValue {
        var error: [String: JSONValue] = ["code": .integer(code), "message": .string(message)]
        error["data"] = data
        return .object(["jsonrpc": "2.0", "id": id ?? .null, "error": .object(error)])
    }
}

/// A request or a notification.
struct ModelContextRequest {
    /// What its answer is known by; `nil` for a notification.
    let id: JSONValue?
    /// What is requested.
    let method: String
    /// The details.
    let parameters: [String: JSONValue]

    /// Reads a message.
    ///
    /// - Throws: ``ModelContextError`` if it is no request; `nil` is returned for the answer to a request, of which the
    ///   server sends none.
    static func read(_ message: JSONValue) throws(ModelContextError) -> ModelContextRequest? {
        guard case .object(let members) = message else { throw .invalid("A message is an object.") }
        guard members["jsonrpc"] == "2.0" else { throw .invalid("\"jsonrpc\" is to be \"2.0\".") }
        guard let method = members["method"] else {
            if members["result"] != nil || members["error"] != nil { return nil }
            throw .invalid("\"method\" is missing.")
        }
        guard case .string(let name) = method else { throw .invalid("\"method\" is to be a text.") }
        let parameters: [String: JSONValue]
        switch members["params"] {
        case nil: parameters = [:]
        case .object(let members)?: parameters = members
        default: throw .invalid("\"params\" is to be an object.")
        }
        switch members["id"] {
        case nil, .string, .integer: return Self(id: members["id"], method: name, parameters: parameters)
        default: throw .invalid("\"id\" is to be a text or a whole number.")
        }
    }

    /// What the answer to a message that could not be read is known by.
    static func id(of message: JSONValue) -> JSONValue? {
        guard case .object(let members) = message else { return nil }
        return switch members["id"] {
        case .string, .integer: members["id"]
        default: nil
        }
    }
}

/// The lines that arrive, however they are cut into pieces, of which none is kept beyond a limit.
struct LineBuffer {
    /// A line.
    enum Line: Hashable {
        /// Its bytes, without the end.
        case bytes([UInt8])
        /// It had more bytes than are allowed, and was not kept.
        case tooLong
    }

    private let limit: Int
    private var rest: [UInt8] = []
    /// Whether the line at hand has had too many bytes already.
    private var isTooLong = false

    /// Creates a buffer.
    ///
    /// - Parameter limit: How many bytes a line may have.
    init(limit: Int) {
        self.limit = limit
    }

    /// Takes bytes.
    ///
    /// - Returns: The lines that are complete; empty ones are left out.
    mutating func append(_ bytes: some Sequence<UInt8>) -> [Line] {
        var lines: [Line] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                if let line = end() { lines.append(line) }
            } else if !isTooLong {
                rest.append(byte)
                if rest.count > limit { (rest, isTooLong) = ([], true) }
            }
        }
        return lines
    }

    /// Ends the line at hand, as the end of the input does.
    ///
    /// - Returns: The line; `nil` if it is empty.
    mutating func end() -> Line? {
        defer { (rest, isTooLong) = ([], false) }
        if isTooLong { return .tooLong }
        if rest.last == UInt8(ascii: "\r") { rest.removeLast() }
        return rest.isEmpty ? nil : .bytes(rest)
    }
}
