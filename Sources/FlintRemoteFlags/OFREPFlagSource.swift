#if RemoteFlags
    import FlintCore

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// A source of feature flags on a server that implements the OpenFeature Remote Evaluation Protocol.
    ///
    /// Pass the source to a remote flag provider and start it:
    ///
    /// ```swift
    /// let source = try OFREPFlagSource(configuration)
    /// let provider = FeatureFlagProviderFactory.createProvider(type: .remote, remoteSync: source)
    /// source.start()
    /// ```
    ///
    /// Once started, the source queries the server immediately and then at the polling interval. It sends the `ETag` of
    /// the last response, so that an unchanged response isn't transferred again. If the server can't be reached, the
    /// last valid evaluations stay in use with the reason `STALE`. Evaluations from an earlier run have the reason
    /// `CACHED` until the first response. After failures, the source waits for increasingly long periods, or for the
    /// time that the server requests in its `Retry-After` header.
    ///
    /// All members may be called from any thread, and the source doesn't use the main queue. Between requests it holds
    /// no connection and at most a one-shot timer. All sources share one network thread, which the first request
    /// starts. Observers are called on a queue owned by the source. Status observers are also called on the thread that
    /// starts or stops a request.
    public final class OFREPFlagSource: RemoteFlagSource, CustomReflectable {
        /// A request in progress.
        ///
        /// A source has at most one.
        struct Request {
            let number: Int
            /// Whether the request includes the entity tag of the current evaluations.
            let isConditional: Bool
            var timeout: ObservationToken?
            /// Whether the time limit has passed, so that a response is rejected even if it's already being read.
            var isOverdue = false
        }

        struct State {
            var answers: FlagAnswers?
            var presented: [FeatureKey: FlagEvaluation] = [:]
            var status = RemoteFlagStatus(state: .notReady)
            var isPolling = false
            var failures = 0
            var lastNumber = 0
            var request: Request?
            var timer: ObservationToken?
            var pausedUntil: Date?
            /// The time of the current evaluations in the cache file, or `nil` if the file does not contain them.
            var savedTime: Date?

            /// The seconds that remain of the pause that the server requested, or `nil` if a request is allowed.
            ///
            /// A pause longer than the maximum is ignored, because it can only result from a clock that was set back.
            func remainingPause(at now: Date) -> TimeInterval? {
                guard let left = pausedUntil?.timeIntervalSince(now), left > 0, left <= RetryAfter.longest else {
                    return nil
                }
                return left
            }
        }

        let configuration: OFREPConfiguration
        let scheduler: any FetchScheduler
        let text: ServerTextSanitizer
        let body: Data
        let cache: FlagAnswerCache?
        let transport: FlagTransport
        let state = Protected(State())
        let flagObservers = ObserverList<[FeatureKey]?>()
        let statusObservers = ObserverList<RemoteFlagStatus>()

        /// Creates a source and reads the evaluations of an earlier run from the cache file.
        ///
        /// The source sends no request until you call ``start()`` or ``refresh()``.
        ///
        /// - Parameter configuration: The server's address and the settings for requests.
        /// - Throws: ``OFREPConfigurationError`` if the configuration is invalid.
        public convenience init(_ configuration: OFREPConfiguration) throws(OFREPConfigurationError) {
            try self.init(configuration, scheduler: QueueFetchScheduler())
        }

        /// Creates a source that uses a scheduler's clock and timers.
        package init(
            _ configuration: OFREPConfiguration, scheduler: any FetchScheduler
        ) throws(OFREPConfigurationError) {
            try configuration.check()
            guard let body = try? configuration.encodedContext() else { throw OFREPConfigurationError(.invalidContext) }
            self.configuration = configuration
            self.body = body
            self.scheduler = scheduler
            text = ServerTextSanitizer(secrets: configuration.secrets)
            transport = FlagTransport(
                maximumSize: max(configuration.maximumResponseSize, 1), timeout: configuration.timeout)
            cache = configuration.cachePath.map {
                FlagAnswerCache(path: $0, address: configuration.address, context: body)
            }
            guard let kept = cache?.load() else { return }
            state.withLock { state in
                state.status.warnings = [kept.problem].compactMap { $0 }
                guard let entry = kept.entry else { return }
                let answers = FlagAnswers(
                    evaluations: entry.evaluations, entityTag: text.entityTag(entry.entityTag),
                    time: Date(timeIntervalSince1970: entry.time), freshness: .cached)
                state.answers = answers
                state.savedTime = answers.time
                state.presented = answers.presented
                state.status.state = .stale
                state.status.lastAnswer = answers.time
            }
        }

        /// A mirror that contains the server and the status, without secrets.
        public var customMirror: Mirror {
            Mirror(self, children: ["configuration": configuration.description, "status": status])
        }

        /// Always `true`; the source announces every change.
        public var announcesChanges: Bool { true }

        /// The server's evaluation of each flag.
        ///
        /// Its reason states whether the evaluation is cached or stale.
        public var evaluations: [FeatureKey: FlagEvaluation] {
            state.withLock { $0.presented }
        }

        /// The outcome of the last request and the time of the next one.
        public var status: RemoteFlagStatus {
            state.withLock { $0.status }
        }

        /// Calls a handler when an evaluation changes, even if only its reason does.
        ///
        /// - Parameter handler: A handler that takes the changed flags.
        /// - Returns: A token that ends the observation when it's canceled or released.
        public func observeChanges(_ handler: @escaping @Sendable (_ keys: [FeatureKey]?) -> Void) -> ObservationToken {
            flagObservers.add(handler)
        }

        /// Calls a handler with each new ``status``.
        ///
        /// - Parameter handler: A handler that takes the status.
        /// - Returns: A token that ends the observation when it's canceled or released.
        public func observeStatus(_ handler: @escaping @Sendable (RemoteFlagStatus) -> Void) -> ObservationToken {
            statusObservers.add(handler)
        }

        /// Sends a request and starts polling.
        ///
        /// If the server has requested a pause, the first request follows afterward. If the polling interval is 0, no
        /// request is sent; call ``refresh()`` instead. Calling this method again before ``stop()`` has no effect.
        public func start() {
            let mayAsk = state.withLock { state in
                defer { state.isPolling = true }
                return !state.isPolling && configuration.pollingInterval > 0
            }
            guard mayAsk, !beginRequest() else { return }
            // Either a request is in progress, whose end schedules the next one, or the server requested a pause.
            let wait = state.withLock { state -> TimeInterval? in
                let now = scheduler.now
                guard state.request == nil, let wait = state.remainingPause(at: now) else { return nil }
                state.status.nextFetch = now.addingTimeInterval(wait)
                return wait
            }
            if let wait { plan(after: wait) }
        }

        /// Sends a request immediately, if possible.
        ///
        /// - Returns: Whether a request was sent. `false` if another one is in progress or the server has requested a
        ///   pause.
        @discardableResult
        public func refresh() -> Bool {
            beginRequest()
        }

        /// Stops polling and cancels any request in progress.
        ///
        /// The evaluations stay in use.
        public func stop() {
            let (request, timer, status) = state.withLock { state in
                state.isPolling = false
                defer {
                    state.request = nil
                    state.timer = nil
                }
                state.status.isFetching = false
                state.status.nextFetch = nil
                return (state.request, state.timer, state.status)
            }
            timer?.cancel()
            request?.timeout?.cancel()
            if let request { transport.cancel(request.number, because: .cancelled) }
            statusObservers.notify(status)
        }
    }
#endif
