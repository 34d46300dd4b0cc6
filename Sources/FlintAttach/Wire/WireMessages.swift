// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintWorld

/// The protocol between an app that serves its inspector and its clients: JSON-RPC 2.0 messages in frames.
package enum WireProtocol {
    package static let version = 3
    /// The notifications that a server can send.
    package static let notifications = ["changed", "show"]
    /// The maximum number of features, facts, events, or log lines in a response.
    package static let pageSize = 1_000
    /// The maximum number of features, events, or log lines that a client accepts from an app.
    package static let elementLimit = 250_000
    /// The maximum number of commands in progress on one connection.
    package static let commandLimit = 64

    package static let requestLimits = JSONLimits(bytes: FrameBuffer.requestLimit, elements: 200_000)
    package static let answerLimits = JSONLimits(bytes: FrameBuffer.answerLimit, elements: 4_000_000)

    package static func encode(_ message: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
        return Data(TextFormat.printable(json: Array(try encoder.encode(message))))
    }
}

/// The JSON-RPC error for a request that was refused.
///
/// Codes from -32700 to -32600 are defined by JSON-RPC; the others are defined by this protocol. The messages are
/// written for users.
package struct WireError: Error, Codable, Sendable, Hashable, CustomStringConvertible {
    package var code: Int
    package var message: String

    package init(_ code: Int, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }

    package static func malformed(_ reason: String) -> WireError { WireError(-32_700, reason) }
    package static func invalid(_ reason: String) -> WireError { WireError(-32_600, reason) }
    package static func unknown(_ method: String) -> WireError {
        WireError(-32_601, "There is no method \"\(method.prefix(40))\".")
    }
    package static func parameters(_ reason: String) -> WireError { WireError(-32_602, reason) }
    package static let handshake = WireError(-32_001, "The first request, and only the first, must be \"hello\".")
    package static let versionCode = -32_002
    package static func version(app: Int, frontEnd: [Int]) -> WireError {
        let versions = frontEnd.isEmpty ? "none" : frontEnd.prefix(4).map(String.init).joined(separator: ", ")
        return WireError(
            versionCode,
            "The app uses version \(app) of the protocol, the front end uses \(versions). Update the older one.")
    }
    package static let tooLong = WireError(-32_003, "The request or its response is too long; request less at a time.")
    package static let expired = WireError(-32_004, "This list has expired; request it again.")
    package static let token = WireError(
        -32_006,
        "The token is missing or wrong. It was shown when the app started serving; set \(AttachToken.variable)."
    )
    package static let locked = WireError(-32_007, "Too many wrong tokens were sent; wait a minute.")
    package static let otherUser = WireError(
        -32_009, "The app serves only the user that it runs as. Use a port and its token instead.")
    static func foreignSocket(_ path: String) -> WireError {
        WireError(
            otherUser.code,
            "The socket \(path) belongs to another user, so nothing was sent to it. Run this program as that user, or serve "
                + "the app on a port with a token.")
    }
    package static let full = WireError(-32_010, "The app has reached its connection limit; close a connection.")
    package static func moment(_ reason: String) -> WireError { WireError(-32_008, reason) }
    package static let busy = WireError(-32_005, "Too many requests are in progress; wait for their responses.")
}

/// A transmitted request or notification.
///
/// Clients send requests. Servers send notifications, which have no ID.
package struct RequestMessage<Parameters: Codable & Sendable>: Codable, Sendable {
    package var jsonrpc = "2.0"
    /// The ID that links the response to the request; `nil` for a notification.
    package var id: Int?
    package var method: String
    package var params: Parameters

    package init(id: Int?, method: String, params: Parameters) {
        self.id = id
        self.method = method
        self.params = params
    }
}

/// The members of a request without its parameters, for decoding in two steps.
package struct RequestHeader: Decodable, Sendable {
    package var jsonrpc: String
    package var id: Int?
    package var method: String
}

package struct RequestParameters<Parameters: Decodable>: Decodable {
    package var params: Parameters
}

package struct AnswerMessage<Answer: Encodable>: Encodable {
    private let jsonrpc = "2.0"
    // JSON-RPC requires an explicit `null` if the ID is unknown.
    @NullWhenAbsent private var id: Int?
    private let result: Answer

    package init(id: Int?, result: Answer) {
        self.id = id
        self.result = result
    }
}

package struct ErrorMessage: Encodable {
    private let jsonrpc = "2.0"
    @NullWhenAbsent private var id: Int?
    private let error: WireError

    package init(id: Int?, error: WireError) {
        self.id = id
        self.error = error
    }
}

struct MessageHeader: Decodable {
    var id: Int?
    var method: String?
    var error: WireError?
}

struct AnswerResult<Answer: Decodable>: Decodable {
    var result: Answer
}
