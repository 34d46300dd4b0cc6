// SPDX-License-Identifier: MIT

#if RemoteFlags
    import FlintLocks
    import FlintCore
    import FlintFoundation

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
    /// Once started, the source queries the server immediately and then when the server announces a change in an event
    /// stream, or at the polling interval; see ``OFREPConfiguration/changeDetection``. It sends the `ETag` of the last
    /// response, so that an unchanged response is not transferred again. If the server cannot be reached, the last
    /// valid evaluations stay in use with the reason `STALE`. Evaluations from an earlier run have the reason `CACHED`
    /// until the first response; see ``OFREPConfiguration/cacheMode``. Without evaluations, flags have the error
    /// `PROVIDER_NOT_READY` until the first response. After failures, the source waits for increasingly long periods,
    /// or for the time that the server requests in its `Retry-After` header.
    ///
    /// An app that has a foreground and a background announces both with ``enterBackground()`` and
    /// ``enterForeground()``.
    ///
    /// All members may be called from any thread, and the source does not use the main queue. Between requests it holds
    /// at most the server's event streams and one-shot timers. All sources share one network thread, which the first
    /// request starts. Observers are called on a queue owned by the source. Status observers are also called on the
    /// thread that starts or stops a request.
    public final class OFREPFlagSource: RemoteFlagSource, CustomReflectable {
        /// A request in progress, which a source has at most once.
        struct Request {
            let number: Int
            let isConditional: Bool
            let refetch: Refetch
            let subject: Subject
            var timeout: ObservationToken?
            /// Whether the time limit has passed, so that a response is rejected even if it is already being read.
            var isOverdue = false
        }

        struct Subject {
            let body: Data
            let key: Data
            let cache: FlagAnswerCache?

            init(_ configuration: OFREPConfiguration) throws(OFREPConfigurationError) {
                guard let body = try? configuration.encodedContext() else {
                    throw OFREPConfigurationError(.invalidContext)
                }
                let key = configuration.cacheKey(body: body)
                self.body = body
                self.key = key
                let path = configuration.cacheMode == .disabled ? nil : configuration.cachePath
                cache = path.map { FlagAnswerCache(path: $0, address: configuration.address, key: key, context: body) }
            }
        }

        /// What observers of flags can see.
        struct Presentation {
            var evaluations: [FeatureKey: FlagEvaluation]
            var missingFlagError: FlagEvaluation?
        }

        struct State {
            var subject: Subject
            var answers: FlagAnswers?
            var presented: [FeatureKey: FlagEvaluation] = [:]
            var status = RemoteFlagStatus(state: .notReady)
            var isStarted = false
            var failures = 0
            var lastNumber = 0
            var request: Request?
            var timer: ObservationToken?
            var lastTimer = 0
            var pausedUntil: Date?
            /// A request that must follow the one in progress or the pause.
            var pending: Refetch?
            var lastAnnouncement: Date?
            var streams: [OpenStream] = []
            var streamTimer: ObservationToken?
            var lastStreamNumber = 0
            /// The minimum seconds before a stream is opened again, as specified by the server.
            var streamRetry: TimeInterval = 0
            /// The number of streams that ended soon after they were opened, since the last one that lasted.
            var streamFailures = 0
            var inactivityTimer: ObservationToken?
            var isInBackground = false
            /// Whether the streams are closed because the app has been in the background.
            var isInactive = false
            /// The time of the current evaluations in the cache file, or `nil` if the file does not contain them.
            var savedTime: Date?
            var cacheProblem: String?

            var presentation: Presentation {
                Presentation(evaluations: presented, missingFlagError: missingFlagError)
            }

            /// The error for all flags, or `nil` if there are evaluations.
            var missingFlagError: FlagEvaluation? {
                switch status.state {
                case .ready, .stale: nil
                case .notReady:
                    FlagEvaluation(errorCode: .providerNotReady, message: "The flag server has not responded yet.")
                case .error, .fatal:
                    answers == nil
                        ? FlagEvaluation(errorCode: status.lastErrorCode ?? .general, message: status.lastError) : nil
                }
            }

            /// The seconds to wait before a request for new flags.
            ///
            /// Events cause at most one request in ``OFREPConfiguration/minimumInterval``, however many a server sends.
            func wait(for refetch: Refetch, at now: Date) -> TimeInterval {
                var wait = remainingPause(at: now) ?? 0
                if refetch.isAnnounced, let lastAnnouncement {
                    let interval = OFREPConfiguration.minimumInterval
                    // The upper bound covers a clock that was set back after the last announcement.
                    wait = max(wait, min(interval - now.timeIntervalSince(lastAnnouncement), interval))
                }
                return wait
            }

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
        let transport: FlagTransport
        let streamTransport: FlagTransport
        let state: Protected<State>
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

        package init(
            _ configuration: OFREPConfiguration, scheduler: any FetchScheduler
        ) throws(OFREPConfigurationError) {
            try configuration.check()
            let subject = try Subject(configuration)
            self.configuration = configuration
            self.scheduler = scheduler
            text = ServerTextSanitizer(secrets: configuration.secrets)
            transport = FlagTransport(
                maximumSize: max(configuration.maximumResponseSize, 1), timeout: configuration.timeout)
            streamTransport = FlagTransport(
                maximumSize: Self.maximumStreamSize, timeout: configuration.timeout, decompresses: false)
            state = Protected(State(subject: subject))
            let kept = subject.cache?.load()
            state.withLock { use(kept, in: &$0) }
        }

        /// The size in bytes after which a stream is closed and opened again.
        static let maximumStreamSize = 4 << 20

        /// Replaces the evaluations with those from the cache file.
        private func use(_ kept: (entry: FlagAnswerCache.Entry?, problem: String?)?, in state: inout State) {
            state.answers = nil
            state.presented = [:]
            state.savedTime = nil
            state.status.warnings = [kept?.problem].compactMap { $0 }
            state.status.state = .notReady
            state.status.lastAnswer = nil
            guard let entry = kept?.entry else { return }
            let answers = FlagAnswers(
                evaluations: entry.evaluations, entityTag: text.entityTag(entry.entityTag),
                time: Date(timeIntervalSince1970: entry.time), freshness: .cached)
            state.answers = answers
            state.savedTime = answers.time
            // Otherwise the evaluations are only used once a request has failed.
            guard configuration.cacheMode == .localCacheFirst else { return }
            state.presented = answers.presented
            state.status.state = .stale
            state.status.lastAnswer = answers.time
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

        /// The error `PROVIDER_NOT_READY` until the first response, or the last failure if there has been none.
        public var missingFlagError: FlagEvaluation? {
            state.withLock { $0.missingFlagError }
        }

        /// The outcome of the last request and the time of the next one.
        public var status: RemoteFlagStatus {
            state.withLock { $0.status }
        }

        /// Calls a handler when an evaluation changes, even if only its reason does.
        ///
        /// - Parameter handler: A handler that takes the changed flags.
        /// - Returns: A token that ends the observation when it is canceled or released.
        public func observeChanges(_ handler: @escaping @Sendable (_ keys: [FeatureKey]?) -> Void) -> ObservationToken {
            flagObservers.add(handler)
        }

        /// Calls a handler with each new ``status``.
        ///
        /// - Parameter handler: A handler that takes the status.
        /// - Returns: A token that ends the observation when it is canceled or released.
        public func observeStatus(_ handler: @escaping @Sendable (RemoteFlagStatus) -> Void) -> ObservationToken {
            statusObservers.add(handler)
        }

        /// Sends a request, and then follows the server's changes.
        ///
        /// If the server has requested a pause, the first request follows afterward. Calling this method again before
        /// ``stop()`` has no effect.
        public func start() {
            let mayAsk = state.withLock { state in
                defer { state.isStarted = true }
                return !state.isStarted && state.request == nil
            }
            if mayAsk { request(Refetch()) }
        }

        /// Sends a request immediately, if possible.
        ///
        /// - Returns: Whether a request was sent. `false` if another one is in progress or the server has requested a
        ///   pause.
        @discardableResult
        public func refresh() -> Bool {
            beginRequest()
        }

        /// Changes the evaluation context and requests its evaluations, if the source is started.
        ///
        /// Until the server responds, the current evaluations stay in use if the targeting key is the same. For another
        /// targeting key, they are replaced with its cached evaluations, if any.
        ///
        /// - Parameter context: The context to send with each further request.
        /// - Throws: ``OFREPConfigurationError`` if JSON cannot represent the context. The current one then stays in
        ///   use.
        public func update(_ context: EvaluationContext) throws(OFREPConfigurationError) {
            var configuration = configuration
            configuration.context = context
            let subject = try Subject(configuration)
            let kept = subject.cache?.load()
            let change = state.withLock { state -> (Request?, Presentation, Presentation, Bool)? in
                guard state.subject.body != subject.body else { return nil }
                let before = state.presentation
                if state.subject.key == subject.key {
                    // The entity tag is for the evaluations of the former context.
                    state.answers?.entityTag = nil
                } else {
                    use(kept, in: &state)
                }
                state.subject = subject
                state.status.isFetching = false
                // The canceled request may have been for an announced version.
                if let request = state.request { state.addRetry(request.refetch) }
                defer { state.request = nil }
                return (state.request, before, state.presentation, state.isStarted)
            }
            guard let (former, before, after, isStarted) = change else { return }
            cancel(former)
            announceChanges(from: before, to: after)
            guard isStarted else { return statusObservers.notify(status) }
            // The streams of the context are not cached, and only a full response contains their addresses.
            request(Refetch(isFull: true))
        }

        /// Announces that the app is visible again, and requests the current evaluations if the source is started.
        ///
        /// Event streams that have been closed are opened again.
        public func enterForeground() {
            let (isStarted, wasInactive) = state.withLock { state in
                defer { state.isInactive = false }
                state.isInBackground = false
                state.inactivityTimer = nil
                return (state.isStarted, state.isInactive)
            }
            // Without its streams, the source may have missed changes and the streams' addresses may have changed.
            if isStarted { request(Refetch(isFull: wasInactive)) }
        }

        /// Announces that the app is no longer visible.
        ///
        /// The event streams are closed after the time that the server specifies, or after two minutes.
        public func enterBackground() {
            state.withLock { $0.isInBackground = true }
            planInactivity()
        }

        /// Stops following the server's changes, and cancels any request in progress.
        ///
        /// The evaluations stay in use.
        public func stop() {
            let (request, timer) = state.withLock { state in
                state.isStarted = false
                state.pending = nil
                defer {
                    state.request = nil
                    state.timer = nil
                }
                state.status.isFetching = false
                state.status.nextFetch = nil
                return (state.request, state.timer)
            }
            timer?.cancel()
            cancel(request)
            updateStreams()
            statusObservers.notify(status)
        }
    }
#endif
