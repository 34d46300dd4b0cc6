// SPDX-License-Identifier: MIT

#if RemoteFlags
    import FlintFoundation

    /// The address of an event stream, kept secret because it grants access to the stream.
    struct EventStreamAddress: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
        /// The inactivity delay in seconds that applies if the server does not specify one.
        static let usualInactivityDelay: TimeInterval = 120

        let url: URL
        /// The seconds in the background after which the stream is closed.
        let inactivityDelay: TimeInterval

        var description: String { "(secret address)" }
        var customMirror: Mirror { Mirror(self, children: []) }

        var request: FlagTransportRequest {
            // The token and the app's headers are omitted, because they are for the flag server. A stream may be on
            // another server, and needs only its address.
            FlagTransportRequest(
                url: url, headers: [("Accept", "text/event-stream"), ("Cache-Control", "no-cache")], body: nil)
        }
    }

    struct EventStream: Decodable {
        var type: String?
        var url: String?
        var requestUri: String?
        var origin: String?
        var inactivityDelay: Double?

        private enum CodingKeys: String, CodingKey {
            case type, url, endpoint
            case inactivityDelay = "inactivityDelaySec"
        }

        private struct Endpoint: Decodable {
            let requestUri: String
            let origin: String?
        }

        init(from decoder: any Decoder) throws {
            // Decoding never fails, so that a malformed stream does not affect the others.
            guard let stream = try? decoder.container(keyedBy: CodingKeys.self) else { return }
            type = try? stream.decodeIfPresent(String.self, forKey: .type)
            url = try? stream.decodeIfPresent(String.self, forKey: .url)
            let endpoint = try? stream.decodeIfPresent(Endpoint.self, forKey: .endpoint)
            requestUri = endpoint?.requestUri
            origin = endpoint?.origin
            inactivityDelay = try? stream.decodeIfPresent(Double.self, forKey: .inactivityDelay)
        }
    }

    struct EventStreamBase: Sendable {
        /// The flag server's URL; its origin applies to streams that do not specify one.
        let url: URL
        let allowsPlainHTTP: Bool

        /// Returns the address of a stream, or `nil` if it is missing or not allowed.
        ///
        /// A redundant `endpoint` is ignored if there is a `url`. Plain HTTP is allowed only if the flag server may use
        /// it.
        func address(of stream: EventStream) -> EventStreamAddress? {
            let text =
                stream.url
                ?? stream.requestUri.flatMap { uri in
                    (stream.origin ?? origin).flatMap { origin in
                        uri.hasPrefix("/") ? (origin.hasSuffix("/") ? String(origin.dropLast()) : origin) + uri : nil
                    }
                }
            // The address comes from the server, and requests are sent to it, so it follows the rules for the base URL.
            guard let text, text.utf8.count <= 4096, let parts = URLComponents(string: text),
                let scheme = parts.scheme?.lowercased(), scheme == "https" || (scheme == "http" && allowsPlainHTTP),
                parts.host?.isEmpty == false, parts.user == nil, parts.password == nil, parts.fragment == nil,
                let url = parts.url
            else { return nil }
            let delay = stream.inactivityDelay ?? EventStreamAddress.usualInactivityDelay
            return EventStreamAddress(url: url, inactivityDelay: min(max(delay, 0), RetryAfter.longest))
        }

        private var origin: String? {
            var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
            parts?.path = ""
            return parts?.string
        }
    }
#endif
