#if RemoteFlags
    import FlintCore

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// Flags from a server that speaks the OpenFeature Remote Evaluation Protocol.
    ///
    /// Give it to a remote flag provider and start it:
    ///
    /// ```swift
    /// let source = try OFREPFlagSource(configuration)
    /// let provider = FeatureFlagProviderFactory.createProvider(type: .remote, remoteSync: source)
    /// source.start()
    /// ```
    ///
    /// The server is asked at once and then at an interval, with the `ETag` of its last answer, so that it need not
    /// repeat itself. While it cannot be asked, its last good answers stay, with the reason `STALE`; those of an
    /// earlier run have the reason `CACHED` until the first answer. After failures it is left alone for longer and
    /// longer, or for as long as its `Retry-After` header demands.
    ///
    /// It may be used from any thread, and the main queue takes no part in it. Its timers fire once; while none is due and
    /// no request is on its way, no connection is open and nothing wakes up. All sources share one thread for their
    /// connections, which is started by the first request. Observers are called on a queue of the source's own.
    public final class OFREPFlagSource: RemoteFlagSource, CustomReflectable {
        /// A request on its way.
        struct Request {
            /// The number that identifies the request.
            let number: Int
            /// Whether it sends the entity tag of the known answers.
            let isConditional: Bool
            /// Gives it up when its time is over.
            var timeout: ObservationToken?
            /// Whether its time is over, so that an answer that is still being read comes too late.
            var isOverdue = false
        }

        /// What changes.
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
            /// Whether the answers are those in the cache file.
            var isKept = false

            /// The seconds for which the server wants to be left alone; `nil` if it can be asked.
            ///
            /// A clock that was set back does not make them more than a server can ask for.
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

        /// Gets ready to ask a server, with the answers of an earlier run if there are any.
        ///
        /// Reads the cache file; sends nothing before ``start()`` or ``refresh()``.
        ///
        /// - Parameter configuration: The server and how to ask it.
        /// - Throws: ``OFREPConfigurationError`` if the server cannot be asked like that.
        public convenience init(_ configuration: OFREPConfiguration) throws(OFREPConfigurationError) {
            try self.init(configuration, scheduler: QueueFetchScheduler())
        }

        /// Creates a source that polls by the clock of a scheduler.
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

        /// Shows the server and the status, and no secrets.
        public var customMirror: Mirror {
            Mirror(self, children: ["configuration": configuration.description, "status": status])
        }

        /// Every change of an answer is announced.
        public var announcesChanges: Bool { true }

        /// The server's evaluation of each flag, with its age as the reason.
        public var evaluations: [FeatureKey: FlagEvaluation] {
            state.withLock { $0.presented }
        }

        /// How the source is doing.
        public var status: RemoteFlagStatus {
            state.withLock { $0.status }
        }

        /// Calls a handler whenever what is said of flags has changed, also if only the reason has.
        ///
        /// - Parameter handler: Gets exactly the flags that changed.
        /// - Returns: The handle on the observation.
        public func observeChanges(_ handler: @escaping @Sendable (_ keys: [FeatureKey]?) -> Void) -> ObservationToken {
            flagObservers.add(handler)
        }

        /// Calls a handler with every new ``status``.
        ///
        /// - Returns: The handle on the observation.
        public func observeStatus(_ handler: @escaping @Sendable (RemoteFlagStatus) -> Void) -> ObservationToken {
            statusObservers.add(handler)
        }

        /// Asks the server now and then at the polling interval; harmless when called again.
        ///
        /// With an interval of 0 it asks nothing by itself; call ``refresh()``.
        public func start() {
            let mayAsk = state.withLock { state in
                defer { state.isPolling = true }
                return !state.isPolling && configuration.pollingInterval > 0
            }
            guard mayAsk, !beginRequest() else { return }
            // Either a request is on its way, which plans the next one, or the server wants to be left alone.
            let wait = state.withLock { state -> TimeInterval? in
                let now = scheduler.now
                guard state.request == nil, let wait = state.silence(at: now) else { return nil }
                state.status.nextFetch = now.addingTimeInterval(wait)
                return wait
            }
            if let wait { plan(after: wait) }
        }

        /// Asks the server now.
        ///
        /// - Returns: `false` if nothing is sent, because a request is on its way or the server wants to be left alone.
        @discardableResult
        public func refresh() -> Bool {
            beginRequest()
        }

        /// Stops asking and gives up a request that is on its way; the answers stay.
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
