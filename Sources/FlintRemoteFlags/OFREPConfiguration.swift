#if RemoteFlags
    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// How to ask a flag server that speaks the OpenFeature Remote Evaluation Protocol.
    ///
    /// The token and the values of headers are secrets: they go to the server and are shown nowhere, also not when this
    /// value is printed.
    ///
    /// ```swift
    /// var configuration = OFREPConfiguration(
    ///     baseURL: URL(string: "https://flags.example.com")!,
    ///     context: EvaluationContext(targetingKey: userID, attributes: ["plan": "team"]))
    /// configuration.bearerToken = token
    /// configuration.cachePath = "/home/me/.cache/podcasts/flags.json"
    /// ```
    public struct OFREPConfiguration: Sendable {
        /// The shortest time between two requests the source makes by itself, in seconds.
        package static let minimumInterval: TimeInterval = 5

        /// Where the server is; `ofrep/v1/evaluate/flags` is added to it.
        public var baseURL: URL
        /// What the server is told about who is asking.
        public var context: EvaluationContext
        /// The token that is sent as `Authorization: Bearer …`; `nil` sends none.
        public var bearerToken: String?
        /// Headers the server wants besides; those of the protocol, of the token and of the connection take precedence.
        public var headers: [String: String] = [:]
        /// How long after an answer the next request is made, in seconds: 0 for never, else at
        /// least 5.
        public var pollingInterval: TimeInterval = 30
        /// The longest wait between two requests after failures, in seconds, at least the polling interval.
        package var maximumBackoff: TimeInterval = 900
        /// How long a request may take as a whole, from looking up the name to reading the answer, in seconds, at least 0.1.
        public var timeout: TimeInterval = 10
        /// How long an answer may be, in bytes, both as it is sent and decompressed.
        package var maximumResponseSize = 1_000_000
        /// The file the last good answers are kept in from one run to the next; `nil` keeps none.
        ///
        /// The file may be shared by several servers and contexts. It holds answers, and of the context only a hash.
        public var cachePath: String?
        /// Whether the address may be a plain `http` one; for a server on your own machine.
        public var allowsPlainHTTP = false

        /// Describes a server; everything else can be set afterwards.
        ///
        /// - Parameters:
        ///   - baseURL: Where the server is.
        ///   - context: What it is told about who is asking.
        public init(baseURL: URL, context: EvaluationContext = EvaluationContext()) {
            self.baseURL = baseURL
            self.context = context
        }
    }

    extension OFREPConfiguration: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
        /// The address and what is told, without secrets.
        public var description: String {
            let token = bearerToken == nil ? "no token" : "a token"
            return "\(address), \(token), headers: \(headers.keys.sorted().joined(separator: " "))"
        }

        /// The same as the description.
        public var debugDescription: String { description }

        /// Shows no more than the description.
        public var customMirror: Mirror {
            Mirror(self, children: ["description": description])
        }

        /// The server's address as it may be shown.
        var address: String {
            guard var parts = URLComponents(url: baseURL, resolvingAgainstBaseURL: true) else {
                return "(not an address)"
            }
            parts.user = nil
            parts.password = nil
            parts.query = nil
            parts.fragment = nil
            return parts.string ?? "(not an address)"
        }

        /// Texts that must not be shown, should a server repeat them.
        ///
        /// Short header values are left out: they are words like `v1`, which would be crossed out everywhere.
        var secrets: [String] {
            ([bearerToken].compactMap { $0 } + headers.values.filter { $0.count >= 8 }).filter { !$0.isEmpty }
        }

        /// What is wrong with the description, if something is.
        func check() throws(OFREPConfigurationError) {
            guard let parts = URLComponents(url: baseURL, resolvingAgainstBaseURL: true), let scheme = parts.scheme,
                ["http", "https"].contains(scheme.lowercased()), let host = parts.host, !host.isEmpty,
                parts.query == nil, parts.fragment == nil
            else { throw OFREPConfigurationError(.invalidAddress) }
            if parts.user != nil || parts.password != nil { throw OFREPConfigurationError(.credentialsInAddress) }
            if scheme.lowercased() == "http", !allowsPlainHTTP { throw OFREPConfigurationError(.plainHTTP) }
            for (name, value) in headers where !Self.isHeaderName(name) || Self.hasControls(value) {
                throw OFREPConfigurationError(.invalidHeader(name: name))
            }
            if let bearerToken, bearerToken.isEmpty || Self.hasControls(bearerToken) {
                throw OFREPConfigurationError(.invalidToken)
            }
            if (try? encodedContext()) == nil { throw OFREPConfigurationError(.invalidContext) }
        }

        /// The request's body; the same context always gives the same bytes.
        func encodedContext() throws -> Data {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return try encoder.encode(["context": context.object])
        }

        /// The request to make.
        ///
        /// - Parameters:
        ///   - body: The encoded context.
        ///   - entityTag: What the server calls the answers that are known, if some are.
        /// - Returns: The request, ready to be sent.
        func request(body: Data, entityTag: String?) -> FlagTransportRequest {
            var own = [("Content-Type", "application/json"), ("Accept", "application/json")]
            if let bearerToken { own.append(("Authorization", "Bearer \(bearerToken)")) }
            if let entityTag { own.append(("If-None-Match", entityTag)) }
            let names = Self.reservedHeaders.union(own.map { $0.0.lowercased() })
            let others = headers.filter { !names.contains($0.key.lowercased()) }.sorted { $0.key < $1.key }
            return FlagTransportRequest(
                url: baseURL.appending(path: "ofrep/v1/evaluate/flags"), headers: others.map { ($0, $1) } + own,
                body: body)
        }

        /// The headers that belong to the protocol or to the connection, by their names in lower case.
        private static let reservedHeaders: Set<String> = [
            "if-none-match", "accept-encoding", "connection", "content-length", "keep-alive", "te", "trailer",
            "transfer-encoding", "upgrade",
        ]

        private static func isHeaderName(_ name: String) -> Bool {
            !name.isEmpty
                && name.utf8.allSatisfy { byte in
                    byte < 0x7F && byte > 0x20 && !"()<>@,;:\\\"/[]?={}".utf8.contains(byte)
                }
        }

        static func hasControls(_ text: String) -> Bool {
            text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
        }
    }

    /// Why a flag server cannot be asked the way it was described; the description states what to change.
    public struct OFREPConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
        /// What is wrong.
        package enum Reason: Sendable, Hashable {
            /// The address is not an `https` (or `http`) one with a host, or has a query or a fragment.
            case invalidAddress
            /// The address holds a user's name or password, which would be shown wherever the address is.
            case credentialsInAddress
            /// The address is a plain `http` one, and that was not allowed.
            case plainHTTP
            /// A header's name is not one, or its value has a line break or another control character.
            case invalidHeader(name: String)
            /// The token is empty, or has a line break or another control character.
            case invalidToken
            /// The context holds a number that JSON cannot represent, such as infinity.
            case invalidContext
        }

        /// What is wrong.
        package let reason: Reason

        /// Creates an error.
        package init(_ reason: Reason) {
            self.reason = reason
        }

        /// What is wrong and what to do.
        public var description: String {
            switch reason {
            case .invalidAddress:
                "The address of the flag server is not one: give https, a host and perhaps a path, nothing after it."
            case .credentialsInAddress:
                "The address of the flag server holds a user or a password. Give them as the token or in a header."
            case .plainHTTP:
                "The address of the flag server is plain http, which anyone on the way can read and change. Use https, "
                    + "or set allowsPlainHTTP for a server on your own machine."
            case .invalidHeader(let name):
                "The header \"\(name)\" for the flag server is not valid: a name has letters, digits and dashes, and a "
                    + "value has no control characters."
            case .invalidToken:
                "The token for the flag server is empty or has control characters; is there a line break at its end?"
            case .invalidContext:
                "The evaluation context holds a number that JSON cannot represent. Leave out what is infinite or not a number."
            }
        }
    }
#endif
