// SPDX-License-Identifier: MIT

#if RemoteFlags
    import AsyncHTTPClient
    import FlintFoundation
    import NIOCore
    import NIOHTTP1
    import NIOHTTPCompression
    import NIOPosix
    import NIOSSL

    struct FlagTransportRequest: Sendable {
        var url: URL
        var headers: [(String, String)]
        var body: Data?
    }

    enum FlagStreamPart: Sendable {
        case opened
        case events([ServerSentEvent])
    }

    struct FlagTransportAnswer: Sendable {
        var status: Int
        var entityTag: String?
        var retryAfter: String?
        var body = Data()
    }

    enum FlagTransportError: Error, Sendable, Equatable {
        case timedOut
        case cancelled
        case tooLarge(limit: Int)
        /// The server cannot be reached, or the connection failed before the response was complete.
        case unreachable(reason: String)

        static let notHTTP = FlagTransportError.unreachable(reason: "its response is not valid HTTP")
        static let broken = FlagTransportError.unreachable(
            reason: "the connection was lost before the response was complete")

        /// Converts an error of the networking libraries, with wording that is the same on every system.
        init(_ error: any Error, limit: Int) {
            switch error {
            case let error as FlagTransportError: self = error
            case NIOHTTPDecompression.DecompressionError.limit: self = .tooLarge(limit: limit)
            case is NIOHTTPDecompression.DecompressionError, is NIOHTTPDecompression.ExtraDecompressionError:
                self = .unreachable(reason: "its response cannot be decompressed")
            case let error as HTTPClientError: self.init(error)
            case let error as NIOConnectionError: self.init(error)
            case ChannelError.connectTimeout: self = .timedOut
            case HTTPParserError.invalidEOFState: self = .broken
            case is HTTPParserError: self = .notHTTP
            case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError:
                self = .unreachable(reason: "no secure connection can be established")
            case is IOError, is ChannelError: self = .broken
            default: self = .unreachable(reason: "the connection failed")
            }
        }

        private init(_ error: HTTPClientError) {
            self =
                switch error {
                case .connectTimeout, .deadlineExceeded, .readTimeout, .writeTimeout, .tlsHandshakeTimeout: .timedOut
                case .cancelled, .alreadyShutdown: .cancelled
                case .remoteConnectionClosed: .broken
                default: .unreachable(reason: "the connection failed")
                }
        }

        private init(_ error: NIOConnectionError) {
            let isUnknown = error.connectionErrors.isEmpty && (error.dnsAError != nil || error.dnsAAAAError != nil)
            self = .unreachable(
                reason: isUnknown ? "its name cannot be resolved" : "no server responds at this address")
        }
    }
#endif
