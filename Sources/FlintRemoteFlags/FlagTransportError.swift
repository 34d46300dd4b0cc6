#if RemoteFlags
    /// Why a request got no whole answer.
    enum FlagTransportError: Error, Sendable, Equatable {
        /// The time it may take is over.
        case timedOut
        /// It was given up by this side.
        case cancelled
        /// The answer is longer than allowed, in bytes.
        case tooLarge(limit: Int)
        /// The server sends on to where the request must not go.
        case redirected(to: String)
        /// The server cannot be reached, or the connection broke.
        case unreachable(reason: String)
    }
#endif
