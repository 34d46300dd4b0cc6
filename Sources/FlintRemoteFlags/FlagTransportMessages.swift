#if RemoteFlags
    import AsyncHTTPClient
    import NIOCore
    import NIOHTTP1
    import NIOHTTPCompression
    import NIOPosix
    import NIOSSL

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// What is sent to a server.
    struct FlagTransportRequest: Sendable {
        /// Where it goes.
        var url: URL
        /// The headers, by name.
        var headers: [(String, String)]
        /// The content.
        var body: Data
    }

    /// A whole answer of HTTP, as far as it matters here.
    struct FlagTransportAnswer: Sendable {
        /// The status.
        var status: Int
        /// The header `ETag`.
        var entityTag: String?
        /// The header `Retry-After`.
        var retryAfter: String?
        /// The content.
        var body = Data()
    }

    /// Why a request got no whole answer.
    enum FlagTransportError: Error, Sendable, Equatable {
        /// The time it may take is over.
        case timedOut
        /// It was given up by this side.
        case cancelled
        /// The answer is longer than allowed, in bytes.
        case tooLarge(limit: Int)
        /// The server cannot be reached, or the connection broke.
        case unreachable(reason: String)

        /// What arrived is not an answer of HTTP.
        static let notHTTP = FlagTransportError.unreachable(reason: "its answer is not valid HTTP")
        /// The connection ended before the answer did.
        static let broken = FlagTransportError.unreachable(reason: "the connection broke before the answer was whole")

        /// Describes an error of the libraries below, with texts that are the same on every system.
        ///
        /// - Parameters:
        ///   - error: The error.
        ///   - limit: How long the answer could be, in bytes.
        init(_ error: any Error, limit: Int) {
            switch error {
            case let error as FlagTransportError: self = error
            case NIOHTTPDecompression.DecompressionError.limit: self = .tooLarge(limit: limit)
            case is NIOHTTPDecompression.DecompressionError, is NIOHTTPDecompression.ExtraDecompressionError:
                self = .unreachable(reason: "its answer cannot be decompressed")
            case let error as HTTPClientError: self.init(error)
            case let error as NIOConnectionError: self.init(error)
            case ChannelError.connectTimeout: self = .timedOut
            case HTTPParserError.invalidEOFState: self = .broken
            case is HTTPParserError: self = .notHTTP
            case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError:
                self = .unreachable(reason: "no secure connection can be made")
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
            self = .unreachable(reason: isUnknown ? "its name is not known" : "no server answers there")
        }
    }
#endif
