#if RemoteFlags
    import Foundation

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
#endif
