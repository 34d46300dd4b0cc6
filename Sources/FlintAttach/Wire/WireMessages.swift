import InspectorKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    public import Foundation
#endif

/// The protocol between an app that serves its inspector and front ends: JSON-RPC 2.0 in frames.
package enum WireProtocol {
    /// The version of the protocol.
    package static let version = 2
    /// The notifications that a server sends.
    package static let features = ["changed", "show"]
    /// How many features, events or log lines an answer has at most.
    package static let pageSize = 1_000
    /// How many commands of a connection may be under way at once.
    package static let commandLimit = 64

    /// What a request may cost to decode.
    package static let requestLimits = JSONLimits(bytes: FrameBuffer.requestLimit, elements: 200_000)
    /// What an answer may cost to decode.
    package static let answerLimits = JSONLimits(bytes: FrameBuffer.answerLimit, elements: 4_000_000)

    /// Encodes a message.
    package static func encode(_ message: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
        return try encoder.encode(message)
    }
}

/// Why a request was not answered: an error of JSON-RPC.
package struct WireError: Error, Codable, Sendable, Hashable, CustomStringConvertible {
    /// The number of the kind of error.
    package var code: Int
    /// What is wrong, and what to do.
    package var message: String

    /// Creates an error.
    package init(_ code: Int, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    package var description: String { message }

    /// What arrived is not JSON, or too much of it.
    package static func malformed(_ reason: String) -> WireError { WireError(-32_700, reason) }
    /// What arrived is no request.
    package static func invalid(_ reason: String) -> WireError { WireError(-32_600, reason) }
    /// There is no such method.
    package static func unknown(_ method: String) -> WireError {
        WireError(-32_601, "There is no method \"\(method.prefix(40))\".")
    }
    /// The parameters do not suit the method.
    package static func parameters(_ reason: String) -> WireError { WireError(-32_602, reason) }
    /// The first request must be `hello`, and once only.
    package static let handshake = WireError(-32_001, "The first request must be \"hello\", and only the first.")
    /// There is no version of the protocol that both sides know.
    package static let version = WireError(
        -32_002, "This app speaks version \(WireProtocol.version) of the protocol only; use a front end that does.")
    /// The answer is too long for one frame.
    package static let tooLong = WireError(-32_003, "The answer is too long; ask for less.")
    /// There is no such list any more.
    package static let expired = WireError(-32_004, "This list is no longer kept; ask again.")
    /// A client on a port has not sent the token.
    package static let token = WireError(
        -32_006, "The token is missing or wrong. It was shown when the app began to serve; set \(AttachToken.variable)."
    )
    /// Too many clients have sent wrong tokens.
    package static let locked = WireError(-32_007, "Too many wrong tokens were sent; wait for a minute.")
    /// The client runs as another user than the app.
    package static let otherUser = WireError(
        -32_009, "The app serves the user that it runs as, and no other. Use a port and its token instead.")
    /// The app has as many connections as it serves.
    package static let full = WireError(-32_010, "The app has no room for another connection; end one of the others.")
    /// The app cannot be shown as it was.
    package static func moment(_ reason: String) -> WireError { WireError(-32_008, reason) }
    /// Too many commands are under way.
    package static let busy = WireError(-32_005, "Too many requests are under way; wait for their answers.")
}

/// A request as it is sent.
package struct RequestMessage<Parameters: Codable & Sendable>: Codable, Sendable {
    /// The version of JSON-RPC.
    package var jsonrpc = "2.0"
    /// The number that the answer has too.
    package var id: Int?
    /// What is requested.
    package var method: String
    /// The details.
    package var params: Parameters
    /// Whether facts are not to be read again for the answer, as they have been for an earlier one; `nil` if they are.
    package var answersFromKnownFacts: Bool?

    /// Creates a request.
    package init(id: Int?, method: String, params: Parameters, answersFromKnownFacts: Bool = false) {
        self.id = id
        self.method = method
        self.params = params
        self.answersFromKnownFacts = answersFromKnownFacts ? true : nil
    }
}

/// What every request begins with, its parameters left out.
package struct RequestHeader: Decodable, Sendable {
    /// The version of JSON-RPC.
    package var jsonrpc: String
    /// The number that the answer has too; `nil` for a notification.
    package var id: Int?
    /// What is requested.
    package var method: String
    /// Whether facts are not to be read again for the answer; `nil` if they are.
    package var answersFromKnownFacts: Bool?
}

/// The parameters of a request.
package struct RequestParameters<Parameters: Decodable>: Decodable {
    /// The details.
    package var params: Parameters
}

/// An answer as it is sent.
package struct AnswerMessage<Answer: Encodable>: Encodable {
    private let id: Int?
    private let result: Answer

    /// Creates an answer.
    package init(id: Int?, result: Answer) {
        self.id = id
        self.result = result
    }

    private enum CodingKeys: CodingKey {
        case jsonrpc, id, result
    }

    /// Encodes the answer, with an explicit `null` for a result that is absent.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode("2.0", forKey: .jsonrpc)
        try container.encode(id, forKey: .id)
        try container.encode(result, forKey: .result)
    }
}

/// The refusal of a request as it is sent.
package struct ErrorMessage: Encodable {
    private let id: Int?
    private let error: WireError

    /// Creates a refusal.
    package init(id: Int?, error: WireError) {
        self.id = id
        self.error = error
    }

    private enum CodingKeys: CodingKey {
        case jsonrpc, id, error
    }

    /// Encodes the refusal, with an explicit `null` where the request's number is not known.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode("2.0", forKey: .jsonrpc)
        try container.encode(id, forKey: .id)
        try container.encode(error, forKey: .error)
    }
}

/// What every answer and notification of a server begins with, its result left out.
struct AnswerHeader: Decodable {
    var id: Int?
    var method: String?
    var error: WireError?
}

/// The result of an answer.
struct AnswerResult<Answer: Decodable>: Decodable {
    var result: Answer

    private enum CodingKeys: CodingKey {
        case result
    }

    init(from decoder: any Decoder) throws {
        result = try decoder.container(keyedBy: CodingKeys.self).decode(Answer.self, forKey: .result)
    }
}
