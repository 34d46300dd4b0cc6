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
    /// The source queries the server immediately and then at an interval. It sends the `ETag` of the last answer, so
    /// that an unchanged answer is not transferred again. If the server cannot be reached, the last valid evaluations
    /// stay in use with the reason `STALE`. Evaluations from an earlier run have the reason `CACHED` until the first
    /// answer. After failures, the source waits for increasingly long periods, or for the time that the server requests
    /// with its `Retry-After` header.
    ///
    /// All members may be called from any thread, and the source does not use the main queue. Between requests it holds
    /// no connection and only a one-shot timer. All sources share one network thread, which the first request starts.
    /// Observers are called on a queue owned by the source. Observers of the status are also called on the thread that
    /// starts or stops a request.
    public final class OFREPFlagSource: RemoteFlagSource, CustomReflectable {
        /// A request in progress.
        ///
        /// A source has at most one.
        struct Request {
            let number: Int
            /// Whether the request includes the entity tag of the current answers.
            let isConditional: Bool
            var timeout: ObservationToken?
            /// Whether the time limit has passed, so that an answer is rejected even if it is already being read.
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
            var silentUntil: Date?
            /// Whether the answers are the same as in the cache file.
            var isKept = false

            /// The remaining seconds of the server's requested pause, or `nil` if a request is allowed.
            ///
            /// A pause longer than the maximum is ignored; it can only result from a clock that was set back.
            func silence(at now: Date) -> TimeInterval? {
                guard let left = silentUntil?.timeIntervalSince(now), left > 0, left <= RetryAfter.longest else {
                    return nil
                }
                return left
            }
        }

        let configuration: OFREPConfiguration
        let scheduler: any FetchScheduler
        let text: ServerText
        let body: Data
        let cache: FlagAnswerCache?
        let transport: FlagTransport
        let state = Protected(State())
        let flagObservers = ObserverList<[FeatureKey]?>()
        let statusObservers = ObserverList<RemoteFlagStatus>()

        /// Creates a source and reads the evaluations of an earlier run from the cache file.
        ///
        /// No request is sent before ``start()`` or ``refresh()``.
        ///
        /// - Parameter configuration: The server and the settings for requests.
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
            text = ServerText(secrets: configuration.secrets)
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
                state.isKept = true
                state.presented = answers.presented
                state.status.state = .stale
                state.status.lastAnswer = answers.time
            }
        }

        /// A mirror with the server and the status, without secrets.
        public var customMirror: Mirror {
            Mirror(self, children: ["configuration": configuration.description, "status": status])
        }

        /// Always `true`; the source announces every change.
        public var announcesChanges: Bool { true }

        /// The server's evaluation of each flag, with a reason that reflects its age.
        public var evaluations: [FeatureKey: FlagEvaluation] {
            state.withLock { $0.presented }
        }

        /// The current status of the source.
        public var status: RemoteFlagStatus {
            state.withLock { $0.status }
        }

        /// Adds a handler that is called when an evaluation changes, even if only its reason does.
        ///
        /// - Parameter handler: A handler that takes the changed flags.
        /// - Returns: The token of the observation.
        public func observeChanges(_ handler: @escaping @Sendable (_ keys: [FeatureKey]?) -> Void) -> ObservationToken {
            flagObservers.add(handler)
        }

        /// Adds a handler that is called with each new ``status``.
        ///
        /// - Parameter handler: A handler that takes the status.
        /// - Returns: The token of the observation.
        public func observeStatus(_ handler: @escaping @Sendable (RemoteFlagStatus) -> Void) -> ObservationToken {
            statusObservers.add(handler)
        }

        /// Sends a request and starts polling; has no effect if polling has already started.
        ///
        /// With a polling interval of 0, no request is sent automatically; call ``refresh()`` instead.
        public func start() {
            let mayAsk = state.withLock { state in
                defer { state.isPolling = true }
                return !state.isPolling && configuration.pollingInterval > 0
            }
            guard mayAsk, !beginRequest() else { return }
            // Either a request is in progress, whose end schedules the next one, or the server requested a pause.
            let wait = state.withLock { state -> TimeInterval? in
                let now = scheduler.now
                guard state.request == nil, let wait = state.silence(at: now) else { return nil }
                state.status.nextFetch = now.addingTimeInterval(wait)
                return wait
            }
            if let wait { plan(after: wait) }
        }

        /// Sends a request immediately.
        ///
        /// - Returns: `false` if no request was sent, because another one is in progress or the server requested a
        ///   pause.
        @discardableResult
        public func refresh() -> Bool {
            beginRequest()
        }

        /// Stops polling and cancels a request in progress.
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
