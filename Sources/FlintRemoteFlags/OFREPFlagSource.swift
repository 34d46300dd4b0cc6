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
    /// request starts. Observers are called on a private queue, or on the thread that calls a method of the source.
    public final class OFREPFlagSource: RemoteFlagSource, CustomReflectable {
        /// A request for flags; a source has at most one in progress.
        struct Request {
            let number: Int
            let entityTag: String?
            let refetch: Refetch
            let subject: Subject
        }

        /// A time limit; its timer is canceled when the phase that holds it ends.
        enum Deadline {
            case ahead(ObservationToken)
            /// A response is rejected even if it is already being read.
            case passed
        }

        enum FetchPhase {
            case idle
            case planned(number: Int, timer: ObservationToken)
            case inProgress(Request, Deadline)
        }

        struct Closing {
            let number: Int
            let timer: ObservationToken
        }

        enum Visibility {
            case foreground
            /// The timer closes the streams. It is `nil` if the source has no streams.
            case background(closing: Closing?)
            /// The streams are closed, because the app has been in the background.
            case inactive
        }

        /// A consequence of a change to the state, carried out after the lock is released.
        enum Action {
            case send(Request)
            case cancelRequest(_ number: Int)
            case openStream(_ number: Int, EventStreamAddress)
            case closeStream(_ number: Int)
            case announceChanges(from: Presentation, to: Presentation)
            case notifyStatus(RemoteFlagStatus)
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

        /// The evaluations and the error that observers of flags can see.
        struct Presentation {
            var evaluations: [FeatureKey: FlagEvaluation]
            var missingFlagError: FlagEvaluation?
        }

        /// The state of a source, which is accessed only with the lock held.
        ///
        /// A request is planned (a timer is running), in progress, or neither. It ends with a response, a failure, or
        /// its time limit. While the source is started, the pending request, a poll, or a retry is planned next.
        /// Streams follow the latest response, and a full request opens ended streams again. Visibility affects only
        /// streams: in the background, a timer closes them, and in the foreground again, a full request reopens them.
        ///
        /// Under the lock, methods change the state, set timers, and return actions. ``OFREPFlagSource/update(_:)``
        /// then sends or cancels requests and notifies observers without the lock. The cache file is also accessed
        /// without it. The state can change in between, so callbacks of requests and streams first check that their
        /// number still applies.
        struct State {
            var subject: Subject
            var answers: FlagAnswers?
            var presented: [FeatureKey: FlagEvaluation] = [:]
            var status = RemoteFlagStatus(state: .notReady)
            var isStarted = false
            var fetch = FetchPhase.idle
            /// A request that must follow the one in progress or the pause.
            var pending: Refetch?
            var failures = 0
            var pausedUntil: Date?
            var lastAnnouncement: Date?
            var streams = Streams()
            var visibility = Visibility.foreground
            /// The last number of a request, a planned request, or a stream.
            var lastNumber = 0
            /// The time of the current evaluations in the cache file, or `nil` if the file does not contain them.
            var savedTime: Date?
            var cacheProblem: String?

            var request: Request? {
                if case .inProgress(let request, _) = fetch { request } else { nil }
            }

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

            /// Returns the seconds to wait before a request for new flags.
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

            /// Returns the rest of the pause that the server requested, in seconds, or `nil` if a request is allowed.
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
            state.withLock { adoptCache(kept, in: &$0) }
        }

        /// The size in bytes after which a stream is closed and opened again.
        static let maximumStreamSize = 4 << 20

        /// Replaces the evaluations with those from the cache file.
        private func adoptCache(_ kept: (entry: FlagAnswerCache.Entry?, problem: String?)?, in state: inout State) {
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

        /// The error for flags without an evaluation, or `nil` if evaluations are available.
        ///
        /// The error is `PROVIDER_NOT_READY` until the first request ends, and then the failure of the last request.
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
            update { state in
                guard !state.isStarted else { return [] }
                state.isStarted = true
                return state.request == nil ? plan(Refetch(), in: &state) : []
            }
        }

        /// Sends a request immediately, if possible.
        ///
        /// - Returns: Whether a request was sent. `false` if another one is in progress or the server has requested a
        ///   pause.
        @discardableResult
        public func refresh() -> Bool {
            !update { begin(in: &$0, at: scheduler.now) }.isEmpty
        }

        /// Changes the evaluation context and requests its evaluations, if the source is started.
        ///
        /// Until the server responds, the current evaluations stay in use if the targeting key is the same. For another
        /// targeting key, they are replaced with its cached evaluations, if any.
        ///
        /// - Parameter context: The context to send with each further request.
        /// - Throws: ``OFREPConfigurationError`` if JSON cannot represent the context. The previous context then stays
        ///   in use.
        public func update(_ context: EvaluationContext) throws(OFREPConfigurationError) {
            var configuration = configuration
            configuration.context = context
            let subject = try Subject(configuration)
            let kept = subject.cache?.load()
            update { state in
                guard state.subject.body != subject.body else { return [] }
                let before = state.presentation
                if state.subject.key == subject.key {
                    // The entity tag is for the evaluations of the former context.
                    state.answers?.entityTag = nil
                } else {
                    adoptCache(kept, in: &state)
                }
                state.subject = subject
                // The canceled request may have been for an announced version.
                if let request = state.request { state.addRetry(request.refetch) }
                let actions = state.cancelRequest() + [.announceChanges(from: before, to: state.presentation)]
                guard state.isStarted else { return actions + [.notifyStatus(state.status)] }
                // The streams of the context are not cached, and only a full response contains their addresses.
                return actions + plan(Refetch(isFull: true), in: &state)
            }
        }

        /// Announces that the app is visible again, and requests the current evaluations if the source is started.
        ///
        /// Event streams that have been closed are opened again.
        public func enterForeground() {
            update { state in
                let wasInactive = state.visibility.isInactive
                state.visibility = .foreground
                // Without its streams, the source may have missed changes and the streams' addresses may have changed.
                return state.isStarted ? plan(Refetch(isFull: wasInactive), in: &state) : []
            }
        }

        /// Announces that the app is no longer visible.
        ///
        /// The event streams are closed after the time that the server specifies, or after two minutes.
        public func enterBackground() {
            update { state in
                if case .foreground = state.visibility { state.visibility = .background(closing: nil) }
                planInactivity(in: &state)
                return []
            }
        }

        /// Stops following the server's changes, and cancels any request in progress.
        ///
        /// The evaluations stay in use.
        public func stop() {
            update { state in
                state.isStarted = false
                state.pending = nil
                let actions = state.cancelRequest()
                state.fetch = .idle
                state.status.nextFetch = nil
                return actions + updateStreams(in: &state) + [.notifyStatus(state.status)]
            }
        }
    }
#endif
