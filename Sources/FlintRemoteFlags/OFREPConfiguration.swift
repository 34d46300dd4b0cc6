// SPDX-License-Identifier: MIT

#if RemoteFlags
    import FlintFoundation

    /// The address of a flag server and the settings for requests to it.
    ///
    /// The server must implement the OpenFeature Remote Evaluation Protocol. The token and the header values are
    /// secrets: they are sent to the server but never shown, even if the configuration is printed.
    ///
    /// ```swift
    /// var configuration = OFREPConfiguration(
    ///     baseURL: URL(string: "https://flags.example.com")!,
    ///     context: EvaluationContext(targetingKey: userID, attributes: ["plan": "team"]))
    /// configuration.bearerToken = token
    /// configuration.cachePath = "/home/me/.cache/podcasts/flags.json"
    /// ```
    public struct OFREPConfiguration: Sendable {
        /// The minimum time in seconds between two automatic requests.
        package static let minimumInterval: TimeInterval = 5

        /// The server's base URL, to which `ofrep/v1/evaluate/flags` is appended.
        public var baseURL: URL
        /// The evaluation context sent with each request.
        public var context: EvaluationContext
        /// The token to send as `Authorization: Bearer …`, or `nil` to send no token.
        public var bearerToken: String?
        /// Additional request headers.
        ///
        /// A header that the protocol, the token, or the connection requires takes precedence over one of the same
        /// name.
        public var headers: [String: String] = [:]
        /// The way in which the source detects changes at the server.
        ///
        /// Regardless of this setting, the source queries the server when it is started, when the context changes, and
        /// when the app announces its return to the foreground.
        public var changeDetection = ChangeDetection.sse
        /// The time in seconds from a response to the next request, at least 5.
        ///
        /// It applies if ``changeDetection`` is ``ChangeDetection/polling``, and to requests after a failure.
        public var pollingInterval: TimeInterval = 30
        /// The maximum wait in seconds after failures.
        ///
        /// If the polling interval is longer, it applies instead.
        package var maximumBackoff: TimeInterval = 900
        /// The time limit in seconds for a complete request, including name resolution; at least 0.1.
        public var timeout: TimeInterval = 10
        /// The maximum size of a response in bytes, both compressed and decompressed.
        package var maximumResponseSize = 1_000_000
        /// The path of a file that caches the last valid evaluations between runs, or `nil` for no cache.
        ///
        /// Several servers and users can share a file. The file contains a hash of each targeting key, but neither the
        /// keys nor the contexts. Evaluations are reused for another context with the same targeting key. Without a
        /// targeting key, they are reused only for an equal context.
        public var cachePath: String?
        /// The mode in which evaluations of an earlier run are used.
        public var cacheMode = CacheMode.localCacheFirst
        /// A prefix for the targeting key in the cache, for apps that share a file and a server but not their flags.
        public var cacheKeyPrefix: String?
        /// Whether `http` addresses of the server and its event streams are allowed, for a server on your own machine.
        public var allowsPlainHTTP = false

        /// Creates a configuration with default settings.
        ///
        /// - Parameters:
        ///   - baseURL: The server's base URL.
        ///   - context: The evaluation context to send with each request.
        public init(baseURL: URL, context: EvaluationContext = EvaluationContext()) {
            self.baseURL = baseURL
            self.context = context
        }
    }

    extension OFREPConfiguration {
        /// A mode of using the evaluations of an earlier run.
        ///
        /// If the server rejects a request, for example because the token has expired, the last valid evaluations stay
        /// in use in every mode, and ``RemoteFlagStatus/lastError`` describes the failure.
        public enum CacheMode: String, Sendable, Hashable {
            /// Cached evaluations are used immediately, with the reason `CACHED`, until the server responds.
            case localCacheFirst = "local-cache-first"
            /// Cached evaluations are used only after a request has failed, with the reason `STALE`.
            case networkFirst = "network-first"
            /// The cache file is neither read nor written.
            case disabled
        }

        /// A way to detect changes at the server.
        public enum ChangeDetection: String, Sendable, Hashable {
            /// The server announces changes in event streams, if it has any.
            ///
            /// Between requests in the foreground, no timer runs while all streams are open or if the server has no
            /// streams. Failed requests are repeated, and ended streams are opened again, after increasing pauses.
            case sse
            /// The source queries the server at the polling interval.
            case polling
            /// The source detects no changes and does not repeat failed requests.
            case none
        }
    }

    extension OFREPConfiguration: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
        /// The address, whether there is a token, and the names of the headers, without secrets.
        public var description: String {
            let token = bearerToken == nil ? "no token" : "a token"
            return "\(address), \(token), headers: \(headers.keys.sorted().joined(separator: " "))"
        }

        /// The same string as ``description``.
        public var debugDescription: String { description }

        /// A mirror that contains only the description.
        public var customMirror: Mirror {
            Mirror(self, children: ["description": description])
        }

        /// The server's address without user, password, query, and fragment.
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

        /// The strings to remove from server messages before they are shown.
        ///
        /// Header values of fewer than 8 characters are excluded. They are usually words like `v1`, which would be
        /// redacted everywhere. A value like `Bearer …` also makes its token a secret by itself.
        var secrets: [String] {
            let values = headers.values.flatMap { [$0] + $0.split(separator: " ").map(String.init) }
            let secrets = [bearerToken].compactMap { $0 } + Set(values).filter { $0.count >= 8 }
            // Longer secrets come first, so that no secret is split by a shorter one that it contains.
            return secrets.filter { !$0.isEmpty }.sorted { ($1.count, $0) < ($0.count, $1) }
        }

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

        /// Returns the request body.
        ///
        /// Equal contexts produce equal bytes.
        func encodedContext() throws -> Data {
            let encoder = JSONEncoder()
            // The bytes are compared and hashed, so their order must not vary.
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return try encoder.encode(["context": context.object])
        }

        /// Returns the targeting key with the prefix, or the whole encoded context if it has no targeting key.
        func cacheKey(body: Data) -> Data {
            var key = body
            if case .string(let targetingKey) = context.object["targetingKey"] { key = Data(targetingKey.utf8) }
            return cacheKeyPrefix.map { Data("\($0):".utf8) + key } ?? key
        }

        /// Returns a request with the version of the flags that an event has announced, if any.
        func request(body: Data, entityTag: String?, refetch: Refetch = Refetch()) -> FlagTransportRequest {
            var own = [("Content-Type", "application/json"), ("Accept", "application/json")]
            if let bearerToken { own.append(("Authorization", "Bearer \(bearerToken)")) }
            if let entityTag { own.append(("If-None-Match", entityTag)) }
            // The app's headers cannot replace the headers of the protocol and the connection.
            let names = Self.reservedHeaders.union(own.map { $0.0.lowercased() })
            let others = headers.filter { !names.contains($0.key.lowercased()) }.sorted { $0.key < $1.key }
            var url = baseURL.appending(path: "ofrep/v1/evaluate/flags")
            if !refetch.query.isEmpty, var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) {
                parts.queryItems = refetch.query
                // A plus sign is valid in a query, but many servers read it as a space.
                parts.percentEncodedQuery = parts.percentEncodedQuery?.replacing("+", with: "%2B")
                url = parts.url ?? url
            }
            return FlagTransportRequest(
                url: url, headers: others.map { ($0, $1) } + own,
                body: body)
        }

        /// The headers of the protocol and the connection, in lowercase.
        private static let reservedHeaders: Set<String> = [
            "if-none-match", "accept-encoding", "connection", "content-length", "keep-alive", "te", "trailer",
            "transfer-encoding", "upgrade",
        ]

        static func isHeaderName(_ name: String) -> Bool {
            !name.isEmpty
                && name.utf8.allSatisfy { byte in
                    byte < 0x7F && byte > 0x20 && !"()<>@,;:\\\"/[]?={}".utf8.contains(byte)
                }
        }

        static func hasControls(_ text: String) -> Bool {
            text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
        }
    }

    /// The error for an invalid flag server configuration.
    ///
    /// The description states a remedy.
    public struct OFREPConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
        package enum Reason: Sendable, Hashable {
            /// The address is not an `https` (or `http`) URL with a host, or it has a query or fragment.
            case invalidAddress
            case credentialsInAddress
            case plainHTTP
            case invalidHeader(name: String)
            case invalidToken
            /// The context contains a number that JSON cannot represent, such as infinity.
            case invalidContext
            case missingEndpoint
            case invalidHeaderEntry(number: Int)
            case invalidTimeout
        }

        package let reason: Reason

        package init(_ reason: Reason) {
            self.reason = reason
        }

        /// The problem and a remedy.
        public var description: String {
            switch reason {
            case .invalidAddress:
                "The address of the flag server is invalid: specify https, a host, and optionally a path, but no query."
            case .credentialsInAddress:
                "The address of the flag server contains a user or a password. Pass them as the token or in a header."
            case .plainHTTP:
                "The address of the flag server uses plain HTTP, which others on the network can read and change. Use "
                    + "HTTPS, or set allowsPlainHTTP for a server on your own machine."
            case .invalidHeader(let name):
                "The header \"\(name)\" for the flag server is invalid: a name consists of letters, digits, and "
                    + "dashes, and a value has no control characters."
            case .invalidToken:
                "The token for the flag server is empty or has control characters; check for a line break at its end."
            case .invalidContext:
                "The evaluation context contains a number that JSON cannot represent. Remove infinite values and NaN."
            case .missingEndpoint:
                "The address of the flag server is missing. Set the environment variable OFREP_ENDPOINT, or pass a base "
                    + "URL."
            case .invalidHeaderEntry(let number):
                "Entry \(number) of the environment variable OFREP_HEADERS is invalid: write name=value, and separate "
                    + "entries with commas."
            case .invalidTimeout:
                "The environment variable OFREP_TIMEOUT_MS is invalid: it must be a whole number of milliseconds, from 1 "
                    + "to 86400000."
            }
        }
    }
#endif
