#if RemoteFlags
    import FlintCore

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// How a flag source is doing, for people to see.
    ///
    /// Texts may repeat what a server said: clean them as you do all text from outside before they reach a terminal.
    public struct RemoteFlagStatus: Sendable, Hashable {
        /// How it is doing in one word.
        package var state: RemoteFlagState
        /// Whether a request is on its way.
        package var isFetching = false
        /// When the last request came to an end, well or badly; `nil` if there was none in this run.
        public var lastFetch: Date?
        /// When the answers in use were given or confirmed, which may be in an earlier run.
        package var lastAnswer: Date?
        /// When the next request is made; `nil` if none is planned.
        public var nextFetch: Date?
        /// What went wrong with the last request and what happens now, in a sentence; `nil` if it went well.
        public var lastError: String?
        /// The same in OpenFeature's words.
        package var lastErrorCode: FlagErrorCode?
        /// What else people should know: flags that were left out, a cache that cannot be used.
        package var warnings: [String] = []

        /// Creates a status.
        package init(state: RemoteFlagState) {
            self.state = state
        }
    }

    /// How a flag source is doing, in the words OpenFeature has for providers.
    package enum RemoteFlagState: String, Sendable, Hashable, Codable, CaseIterable {
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
