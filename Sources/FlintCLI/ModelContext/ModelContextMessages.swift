// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintWorld

enum ModelContextProtocol {
    /// The versions that are negotiated with `initialize`, newest first.
    ///
    /// The server uses only the part of the protocol that is the same in all of these versions.
    static let versions = ["2025-11-25", "2025-06-18", "2024-11-05"]
    /// The stateless versions, in which each request names its version, newest first.
    static let statelessVersions = ["2026-07-28"]
    /// The first version with output schemas and structured content.
    static let structuredVersion = "2025-06-18"
    static let lineLimits = JSONLimits(bytes: 1 << 20, elements: 20_000, depth: 32)
    /// The maximum size of a response, in bytes.
    static let answerLimit = 8 << 20
    static let requestLimit = 64
    /// The maximum total size of the messages that wait until a request completes, in bytes.
    static let waitingLimit = 16 << 20

    /// Encodes a message on one line, without control characters and without the line break.
    ///
    /// The result is `nil` if the message cannot be encoded or exceeds ``answerLimit``.
    static func encodedLine(_ message: JSONValue) -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(message), data.count <= answerLimit else { return nil }
        return TextFormat.printable(json: String(decoding: data, as: UTF8.self))
    }

    static func value(_ value: some Encodable) throws -> JSONValue {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        // The value was created by this program, so generous limits are safe.
        return try JSONDecoder().decode(
            JSONValue.self, from: Data(TextFormat.printable(json: Array(try encoder.encode(value)))),
            within: JSONLimits(bytes: 256 << 20, elements: 8_000_000))
    }
}

extension JSONValue {
    func mapTexts(_ transform: (String) -> String) -> JSONValue {
        switch self {
        case .null, .bool, .integer, .number: self
        case .string(let text): .string(transform(text))
        case .array(let elements): .array(elements.map { $0.mapTexts(transform) })
        case .object(let members):
            .object(
                Dictionary(
                    members.map { (transform($0.key), $0.value.mapTexts(transform)) }, uniquingKeysWith: { $1 }))
        }
    }
}

struct ModelContextError: Error, Hashable {
    let code: Int64
    let message: String
    var data: JSONValue?

    static func malformed(_ reason: String) -> Self { Self(code: -32_700, message: reason) }
    static func invalid(_ reason: String) -> Self { Self(code: -32_600, message: reason) }
    static func unknownMethod(_ method: String) -> Self {
        Self(code: -32_601, message: "There is no method \"\(method.prefix(60))\".")
    }
    static func parameters(_ reason: String) -> Self { Self(code: -32_602, message: reason) }
    static func noResource(_ address: String, isStateless: Bool) -> Self {
        // The stateless versions replace the dedicated error code with "invalid params".
        Self(
            code: isStateless ? -32_602 : -32_002,
            message: "There is no resource \"\(address.prefix(200))\". resources/list lists all resources.")
    }
    static func version(_ requested: JSONValue) -> Self {
        let supported = ModelContextProtocol.statelessVersions
        return Self(
            code: -32_022,
            message: "Unsupported protocol version. The server supports \(supported.joined(separator: ", ")).",
            data: .object(["supported": .array(supported.map { .string($0) }), "requested": requested]))
    }
    static func failed(_ reason: String) -> Self { Self(code: -32_603, message: reason) }
    static let busy = Self(code: -32_000, message: "Too many requests are in progress. Wait for their responses.")

    func answer(to id: JSONValue?) -> JSONValue {
        // The message and the data can quote the request.
        var error: [String: JSONValue] = [
            "code": .integer(code), "message": .string(CommandOutput.safe(text: message)),
        ]
        error["data"] = data?.mapTexts(CommandOutput.safe(text:))
        return .object(["jsonrpc": "2.0", "id": id ?? .null, "error": .object(error)])
    }
}

struct ModelContextRequest {
    /// The identifier that connects a response to its request, or `nil` for a notification.
    let id: JSONValue?
    let method: String
    let parameters: [String: JSONValue]

    static func read(_ message: JSONValue) throws(ModelContextError) -> ModelContextRequest? {
        guard case .object(let members) = message else { throw .invalid("A message must be an object.") }
        guard members["jsonrpc"] == "2.0" else { throw .invalid("\"jsonrpc\" must be \"2.0\".") }
        guard let method = members["method"] else {
            // The server sends no requests, so responses are ignored.
            if members["result"] != nil || members["error"] != nil { return nil }
            throw .invalid("\"method\" is missing.")
        }
        guard case .string(let name) = method else { throw .invalid("\"method\" must be a string.") }
        let parameters: [String: JSONValue]
        switch members["params"] {
        case nil: parameters = [:]
        case .object(let members)?: parameters = members
        case .null?, .bool?, .integer?, .number?, .string?, .array?: throw .invalid("\"params\" must be an object.")
        }
        // Unlike JSON-RPC, the protocol permits neither `null` nor fractions.
        switch members["id"] {
        case nil, .string?, .integer?: return Self(id: members["id"], method: name, parameters: parameters)
        case .null?, .bool?, .number?, .array?, .object?: throw .invalid("\"id\" must be a string or an integer.")
        }
    }

    static func isNotification(_ message: JSONValue) -> Bool {
        guard case .object(let members) = message else { return false }
        return members["method"] != nil && members["id"] == nil
    }

    /// Returns the identifier of a message that may be invalid.
    static func id(of message: JSONValue) -> JSONValue? {
        guard case .object(let members) = message else { return nil }
        return switch members["id"] {
        case .string?, .integer?: members["id"]
        case nil, .null?, .bool?, .number?, .array?, .object?: nil
        }
    }
}

/// Splits incoming data into lines of limited length.
///
/// Data may arrive in chunks of any size. A line that exceeds the limit is reported as ``Line/tooLong`` and its bytes
/// are discarded, so a client cannot exhaust the memory.
struct LineBuffer {
    enum Line: Hashable {
        case bytes([UInt8])
        case tooLong
    }

    private let limit: Int
    private var rest: [UInt8] = []
    private var isTooLong = false

    init(limit: Int) {
        self.limit = limit
    }

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

    mutating func end() -> Line? {
        defer { (rest, isTooLong) = ([], false) }
        if isTooLong { return .tooLong }
        if rest.last == UInt8(ascii: "\r") { rest.removeLast() }
        let isBlank = rest.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        return isBlank ? nil : .bytes(rest)
    }
}
