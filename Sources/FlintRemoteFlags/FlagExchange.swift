#if RemoteFlags
    import Foundation

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// A request on its way, and what has arrived of its answer.
    struct FlagExchange {
        /// What tells it from others.
        let number: Int
        /// What is sent, and sent again where the server sends on.
        let request: URLRequest
        /// Gets the end.
        let completion: @Sendable (Result<FlagTransportAnswer, FlagTransportError>) -> Void
        /// The system's part in it.
        var task: URLSessionTask?
        /// The answer, as far as it is known.
        var answer: FlagTransportAnswer?
        /// Why it is to end before the answer is whole.
        var error: FlagTransportError?
        /// Where the server sends on to.
        var target: URL?
        /// How often it has sent on.
        var redirects = 0
        /// Whether it is just being decided where to go on, when the system's part must not be cancelled.
        var isDeciding = false
    }
#endif
