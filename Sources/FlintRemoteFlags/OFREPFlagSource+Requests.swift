// SPDX-License-Identifier: MIT

#if RemoteFlags
    import FlintLocks
    import FlintCore
    import FlintFoundation

    extension OFREPFlagSource {
        private enum Outcome {
            case answers(FlagAnswers, warnings: [String])
            case confirmed
            case failure(FetchFailure)
        }

        /// Changes the state, and then carries out the resulting actions without the lock.
        ///
        /// Timers can be set while the lock is held, because they call their closures on another thread.
        @discardableResult
        func update(_ change: (inout State) -> [Action]) -> [Action] {
            let actions = state.withLock(change)
            for action in actions { perform(action) }
            return actions
        }

        private func perform(_ action: Action) {
            switch action {
            case .send(let request): send(request)
            case .cancelRequest(let number): transport.cancel(number, because: .cancelled)
            case .openStream(let number, let address): openStream(number, address)
            case .closeStream(let number): streamTransport.cancel(number, because: .cancelled)
            case .announceChanges(let before, let after): announceChanges(from: before, to: after)
            case .notifyStatus(let status): statusObservers.notify(status)
            }
        }

        // MARK: Requests

        /// Sends a request as soon as possible.
        ///
        /// The request follows the one in progress and the pause that the server has requested.
        func plan(_ refetch: Refetch, in state: inout State) -> [Action] {
            state.addPending(refetch)
            // When the request in progress ends, it plans the pending one.
            guard state.request == nil else { return [] }
            let now = scheduler.now
            let wait = state.wait(for: refetch, at: now)
            guard wait > 0 else { return begin(in: &state, at: now) }
            if case .planned = state.fetch, let next = state.status.nextFetch, next <= now.addingTimeInterval(wait) {
                return []
            }
            schedule(after: wait, in: &state, at: now)
            return [.notifyStatus(state.status)]
        }

        private func schedule(after delay: TimeInterval, in state: inout State, at now: Date) {
            guard state.isStarted else { return }
            let number = state.nextNumber()
            let timer = scheduler.schedule(after: delay) { [weak self] in self?.beginPlannedRequest(number) }
            state.fetch = .planned(number: number, timer: timer)
            state.status.nextFetch = now.addingTimeInterval(delay)
        }

        private func beginPlannedRequest(_ number: Int) {
            update { state in
                guard case .planned(number, _) = state.fetch else { return [] }
                state.fetch = .idle
                // The wait was at least as long as the pause, even if the clock has been set back since.
                state.pausedUntil = nil
                return begin(in: &state, at: scheduler.now)
            }
        }

        /// Begins a request, unless one is in progress or the server has requested a pause.
        func begin(in state: inout State, at now: Date) -> [Action] {
            guard state.request == nil, state.remainingPause(at: now) == nil else { return [] }
            let refetch = state.pending ?? Refetch()
            state.pending = nil
            if refetch.isAnnounced { state.lastAnnouncement = now }
            let request = Request(
                number: state.nextNumber(), entityTag: refetch.isFull ? nil : state.answers?.entityTag,
                refetch: refetch, subject: state.subject)
            let timer = scheduler.schedule(after: max(configuration.timeout, 0.1)) { [weak self] in
                self?.timeOut(request.number)
            }
            state.fetch = .inProgress(request, .ahead(timer))
            state.status.isFetching = true
            state.status.nextFetch = nil
            return [.notifyStatus(state.status), .send(request)]
        }

        private func send(_ request: Request) {
            // An observer may have stopped the source.
            if case .cancelled = state.withLock({ $0.cancellation(of: request) }) { return }
            let message = configuration.request(
                body: request.subject.body, entityTag: request.entityTag, refetch: request.refetch)
            transport.send(request.number, message) { [weak self] result in self?.end(request, with: result) }
            // The request may have been stopped or timed out before the transport received it.
            let reason = state.withLock { $0.cancellation(of: request) }
            if let reason { transport.cancel(request.number, because: reason) }
        }

        private func timeOut(_ number: Int) {
            state.withLock { state in
                guard let request = state.request, request.number == number else { return }
                state.fetch = .inProgress(request, .passed)
            }
            transport.cancel(number, because: .timedOut)
        }

        // MARK: Answers

        private func end(_ request: Request, with result: Result<FlagTransportAnswer, FlagTransportError>) {
            let now = scheduler.now
            var outcome = outcome(of: result, isConditional: request.entityTag != nil, now: now)
            // The time to read the response counts toward the time limit.
            if case .timedOut = state.withLock({ $0.cancellation(of: request) }) {
                outcome = .failure(FetchFailure(.timedOut, address: configuration.address))
            }
            // The file is written without the lock, but before the request ends, so that no other request begins during
            // the writing.
            let problem = save(outcome, of: request, now: now)
            update { state in
                guard state.request?.number == request.number else { return [] }
                let before = state.presentation
                state.fetch = .idle
                let delay = apply(outcome, of: request, to: &state, now: now)
                state.updateCacheProblem(problem)
                if let delay { schedule(after: delay, in: &state, at: now) }
                let actions: [Action] = [
                    .announceChanges(from: before, to: state.presentation), .notifyStatus(state.status),
                ]
                // While the server cannot be queried, open streams stay open, and ended streams wait for the server's
                // next answer.
                let isReachable = state.status.lastError == nil || state.status.state == .fatal
                return isReachable ? actions + updateStreams(in: &state) : actions
            }
        }

        private func outcome(
            of result: Result<FlagTransportAnswer, FlagTransportError>, isConditional: Bool, now: Date
        ) -> Outcome {
            let address = configuration.address
            switch result {
            case .failure(let error):
                return .failure(FetchFailure(error, address: address))
            case .success(let answer) where answer.status == 200:
                do {
                    let streamBase = EventStreamBase(
                        url: configuration.baseURL, allowsPlainHTTP: configuration.allowsPlainHTTP)
                    let content = try OFREPAnswer(
                        answer.body, address: address, text: text,
                        streamBase: configuration.changeDetection == .sse ? streamBase : nil)
                    let answers = FlagAnswers(
                        evaluations: content.evaluations, entityTag: text.entityTag(answer.entityTag),
                        streams: content.streams, time: now, freshness: .fresh)
                    return .answers(answers, warnings: content.warnings)
                } catch {
                    return .failure(error)
                }
            case .success(let answer) where answer.status == 304:
                if isConditional { return .confirmed }
                return .failure(
                    FetchFailure(
                        .parseError,
                        "The flag server \(address) responded \"not modified\" (304) to an unconditional request."
                    ))
            case .success(let answer):
                return .failure(FetchFailure(answer, address: address, now: now, text: text))
            }
        }

        /// Applies the end of a request, and returns the seconds to the next one, if one is needed.
        private func apply(
            _ outcome: Outcome, of request: Request, to state: inout State, now: Date
        ) -> TimeInterval? {
            state.status.isFetching = false
            state.status.lastFetch = now
            state.status.nextFetch = nil
            state.pausedUntil = nil
            let delay: TimeInterval?
            switch outcome {
            case .answers(let answers, let warnings):
                state.answers = answers
                state.status.warnings = warnings
                delay = applySuccess(to: &state, now: now)
            case .confirmed:
                state.answers?.time = now
                state.answers?.freshness = .fresh
                delay = applySuccess(to: &state, now: now)
            case .failure(let failure):
                state.failures += 1
                // The failed request must be repeated with the version that an event announced.
                state.addRetry(request.refetch)
                state.answers?.freshness = .stale(failure.message)
                state.status.lastError = failure.message
                state.status.lastErrorCode = failure.code
                state.status.state = failure.isFatal ? .fatal : state.answers == nil ? .error : .stale
                state.status.lastAnswer = state.answers?.time
                state.pausedUntil = failure.retryAfter.map(now.addingTimeInterval)
                let isRepeated = !failure.isFatal && configuration.changeDetection != .none
                delay = isRepeated ? pause(after: failure, failures: state.failures) : nil
            }
            state.presented = state.answers?.presented ?? [:]
            return delay
        }

        /// Applies a success, and returns the seconds to the next request, if one is needed.
        private func applySuccess(to state: inout State, now: Date) -> TimeInterval? {
            state.failures = 0
            state.status.state = .ready
            state.status.lastAnswer = now
            state.status.lastError = nil
            state.status.lastErrorCode = nil
            let polling = configuration.changeDetection == .polling ? interval : nil
            return state.pending.map { min(state.wait(for: $0, at: now), polling ?? .infinity) } ?? polling
        }

        /// The number of seconds after which the time of unchanged evaluations is saved again.
        private static let renewalInterval: TimeInterval = 3600

        /// Saves new evaluations, or the new time of unchanged ones, and returns a problem with the file.
        ///
        /// Unchanged evaluations are saved at most once per hour, because servers are queried at short intervals.
        private func save(_ outcome: Outcome, of request: Request, now: Date) -> String? {
            guard let cache = request.subject.cache else { return nil }
            let present = state.withLock { state -> (FlagAnswers?, Date?)? in
                state.request?.number == request.number ? (state.answers, state.savedTime) : nil
            }
            guard let (current, savedTime) = present else { return nil }
            let isRecent = savedTime.map { abs(now.timeIntervalSince($0)) < Self.renewalInterval }
            var entry: FlagAnswerCache.Entry
            switch outcome {
            case .answers(let answers, _):
                entry = FlagAnswerCache.Entry(answers)
                // A server without entity tags repeats its response at every interval.
                if isRecent == true, let kept = current.map(FlagAnswerCache.Entry.init), kept.flags == entry.flags,
                    kept.entityTag == entry.entityTag
                {
                    return nil
                }
            case .confirmed:
                guard isRecent != true, let current else { return nil }
                entry = FlagAnswerCache.Entry(current)
                entry.time = now.timeIntervalSince1970
            case .failure:
                return nil
            }
            let problem = cache.save(entry)
            state.withLock { state in
                if state.request?.number == request.number { state.savedTime = problem == nil ? now : nil }
            }
            return problem
        }

        // MARK: Scheduling

        private var interval: TimeInterval {
            max(configuration.pollingInterval, OFREPConfiguration.minimumInterval)
        }

        /// Returns the seconds to wait after a failure.
        ///
        /// The wait is the time that the server requested, but at least 5 seconds. If the server did not request one,
        /// the wait is the polling interval, doubled for each failure after the first, up to the maximum.
        private func pause(after failure: FetchFailure, failures: Int) -> TimeInterval {
            if let wait = failure.retryAfter { return max(wait, OFREPConfiguration.minimumInterval) }
            // The exponent is limited, so that many failures do not overflow.
            let doublings = Double(sign: .plus, exponent: min(failures - 1, 30), significand: 1)
            return min(interval * doublings, max(configuration.maximumBackoff, interval))
        }

        // MARK: Helpers

        private func announceChanges(from before: Presentation, to after: Presentation) {
            // The error applies to every flag, including flags that the server never sent.
            guard before.missingFlagError == after.missingFlagError else { return flagObservers.notify(nil) }
            let (before, after) = (before.evaluations, after.evaluations)
            var changed = after.compactMap { key, evaluation in before[key] == evaluation ? nil : key }
            changed += before.keys.filter { after[$0] == nil }
            if !changed.isEmpty { flagObservers.notify(changed.sorted { $0.rawValue < $1.rawValue }) }
        }
    }

    extension OFREPFlagSource.State {
        mutating func nextNumber() -> Int {
            lastNumber += 1
            return lastNumber
        }

        mutating func cancelRequest() -> [OFREPFlagSource.Action] {
            guard let request else { return [] }
            fetch = .idle
            status.isFetching = false
            return [.cancelRequest(request.number)]
        }

        /// Returns the reason that a request must not continue, or `nil` if it may.
        func cancellation(of request: OFREPFlagSource.Request) -> FlagTransportError? {
            guard case .inProgress(let current, let deadline) = fetch, current.number == request.number else {
                return .cancelled
            }
            return deadline.cancellation
        }

        /// Adds a problem with the cache file to the warnings, until the evaluations have been saved.
        mutating func updateCacheProblem(_ problem: String?) {
            if problem != nil || savedTime != nil {
                status.warnings.removeAll { $0 == cacheProblem }
                cacheProblem = problem
            }
            if let problem { status.warnings.append(problem) }
        }

        mutating func addPending(_ refetch: Refetch) {
            if pending == nil { pending = refetch } else { pending?.merge(refetch) }
        }

        /// Queues a retry of a failed request.
        ///
        /// A version that was announced since then takes precedence.
        mutating func addRetry(_ refetch: Refetch) {
            let later = pending
            pending = refetch
            if let later { addPending(later) }
        }
    }
#endif
