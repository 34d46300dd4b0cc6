// SPDX-License-Identifier: MIT

#if RemoteFlags
    import FlintCore
    import FlintFoundation

    /// The status of a remote flag source, for display.
    ///
    /// Messages can contain text from the server. Sanitize them like any external text before you print them to a
    /// terminal.
    public struct RemoteFlagStatus: Sendable, Hashable {
        package var state: RemoteFlagState
        package var isFetching = false
        /// The time at which the last request ended, successfully or not.
        ///
        /// The value is `nil` before the first request of this run ends.
        public var lastFetch: Date?
        /// The time at which the server last sent or confirmed the current evaluations, possibly in an earlier run.
        package var lastAnswer: Date?
        /// The time of the next scheduled request, or `nil` if none is scheduled.
        public var nextFetch: Date?
        /// A sentence that describes the failure of the last request, or `nil` if the request succeeded.
        public var lastError: String?
        /// The OpenFeature error code of the last request, or `nil` if the request succeeded.
        package var lastErrorCode: FlagErrorCode?
        /// The number of open event streams, through which the server announces changes.
        public var openEventStreams = 0
        /// A sentence that describes why an event stream ended, or `nil` if all of them are open.
        public var eventStreamError: String?
        /// Other problems, such as omitted flags or an unusable cache.
        package var warnings: [String] = []

        package init(state: RemoteFlagState) {
            self.state = state
        }
    }

    /// The state of a flag source, as OpenFeature defines it for providers.
    package enum RemoteFlagState: String, Sendable, Hashable, Codable, CaseIterable {
        case notReady = "NOT_READY"
        case ready = "READY"
        /// The evaluations are from an earlier request and may be out of date.
        case stale = "STALE"
        /// No evaluations are available because the server could not be queried.
        case error = "ERROR"
        /// The server rejects the credentials, and polling has stopped.
        case fatal = "FATAL"
    }
#endif
