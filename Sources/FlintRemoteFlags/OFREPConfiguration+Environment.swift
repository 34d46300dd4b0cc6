// SPDX-License-Identifier: MIT

#if RemoteFlags
    import FlintFoundation

    extension OFREPConfiguration {
        /// Creates a configuration from the environment variables of the protocol.
        ///
        /// - `OFREP_ENDPOINT` is the server's base URL.
        /// - `OFREP_HEADERS` contains additional request headers, such as `X-Team=a,Authorization=Bearer …`. Spaces
        ///   around names and values are removed.
        /// - `OFREP_TIMEOUT_MS` is the time limit for a complete request, in milliseconds.
        ///
        /// The app's own values take precedence: a variable is read only if the argument for it is `nil`. An empty
        /// variable counts as missing.
        ///
        /// - Parameters:
        ///   - environment: The environment variables.
        ///   - baseURL: The server's base URL, in place of `OFREP_ENDPOINT`.
        ///   - headers: Additional request headers, in place of `OFREP_HEADERS`.
        ///   - timeout: The time limit in seconds, in place of `OFREP_TIMEOUT_MS`.
        ///   - context: The evaluation context to send with each request.
        /// - Throws: ``OFREPConfigurationError`` if a variable that is read is malformed, or if there is no base URL.
        ///   The error does not contain the variable's value.
        public init(
            environment: [String: String], baseURL: URL? = nil, headers: [String: String]? = nil,
            timeout: TimeInterval? = nil, context: EvaluationContext = EvaluationContext()
        ) throws(OFREPConfigurationError) {
            func value(_ name: String) -> String? {
                environment[name].map(Self.trimmed).flatMap { $0.isEmpty ? nil : $0 }
            }
            if let baseURL {
                self.init(baseURL: baseURL, context: context)
            } else {
                guard let address = value("OFREP_ENDPOINT") else { throw OFREPConfigurationError(.missingEndpoint) }
                guard let url = URL(string: address), url.scheme != nil else {
                    throw OFREPConfigurationError(.invalidAddress)
                }
                self.init(baseURL: url, context: context)
            }
            if let headers {
                self.headers = headers
            } else if let text = value("OFREP_HEADERS") {
                self.headers = try Self.headers(text)
            }
            if let timeout {
                self.timeout = timeout
            } else if let text = value("OFREP_TIMEOUT_MS") {
                guard let milliseconds = WholeNumber.parse(text.utf8), (1...86_400_000).contains(milliseconds) else {
                    throw OFREPConfigurationError(.invalidTimeout)
                }
                self.timeout = TimeInterval(milliseconds) / 1000
            }
        }

        private static func headers(_ text: String) throws(OFREPConfigurationError) -> [String: String] {
            var headers: [String: String] = [:]
            for (index, entry) in text.split(separator: ",").enumerated() {
                let parts = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let name = trimmed(String(parts[0]))
                // The entry is identified by its position, because a misplaced separator can make a secret look like a
                // name.
                guard parts.count == 2, isHeaderName(name), !hasControls(String(parts[1])) else {
                    throw OFREPConfigurationError(.invalidHeaderEntry(number: index + 1))
                }
                headers[name] = trimmed(String(parts[1]))
            }
            return headers
        }

        private static func trimmed(_ text: String) -> String {
            let rest = text.drop { $0 == " " }
            return String(rest.reversed().drop { $0 == " " }.reversed())
        }
    }
#endif
