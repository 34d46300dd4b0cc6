#if RemoteFlags
    /// How a flag source is doing, in the words OpenFeature has for providers.
    public enum RemoteFlagState: String, Sendable, Hashable, Codable, CaseIterable {
        /// There are no answers yet.
        case notReady = "NOT_READY"
        /// The answers are those of the server.
        case ready = "READY"
        /// The answers are from before, and may no longer be right.
        case stale = "STALE"
        /// There are no answers, because the server could not be asked.
        case error = "ERROR"
        /// The server does not accept who is asking; it is not asked again by itself.
        case fatal = "FATAL"
    }
#endif
