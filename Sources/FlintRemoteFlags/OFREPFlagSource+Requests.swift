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

        // MARK: Requests

        /// Sends a request as soon as possible: after the one in progress, and after the pause that the server
        /// requested.
        func request(_ refetch: Refetch) {
            let wait = state.withLock { state -> TimeInterval? in
                state.addPending(refetch)
                // The request in progress ends by planning the pending one.
                guard state.request == nil else { return nil }
                let now = scheduler.now
                let wait = state.wait(for: refetch, at: now)
                guard wait > 0 else { return 0 }
                // An earlier request is already planned.
                if state.timer != nil, let next = state.status.nextFetch, next <= now.addingTimeInterval(wait) {
                    return nil
                }
                state.status.nextFetch = now.addingTimeInterval(wait)
                return wait
            }
            guard let wait else { return }
            guard wait > 0 else { return _ = beginRequest() }
            scheduleRequest(after: wait)
            statusObservers.notify(status)
        }

        /// Sends a request and returns `true`, unless one is in progress or the server has requested a pause.
        @discardableResult
        func beginRequest() -> Bool {
            let now = scheduler.now
            let begun = state.withLock { state -> (Request, String?, ObservationToken?, RemoteFlagStatus)? in
                guard state.request == nil, state.remainingPause(at: now) == nil else { return nil }
                let refetch = state.pending ?? Refetch()
                state.pending = nil
                if refetch.isAnnounced { state.lastAnnouncement = now }
                let entityTag = refetch.isFull ? nil : state.answers?.entityTag
                state.lastNumber += 1
                let request = Request(
                    number: state.lastNumber, isConditional: entityTag != nil, refetch: refetch,
                    subject: state.subject)
                let timer = state.timer
                state.request = request
                state.timer = nil
                state.status.isFetching = true
                state.status.nextFetch = nil
                return (request, entityTag, timer, state.status)
            }
            guard let (request, entityTag, timer, status) = begun else { return false }
            timer?.cancel()
            statusObservers.notify(status)
            send(request, entityTag: entityTag)
            return true
        }

        private func send(_ request: Request, entityTag: String?) {
            let number = request.number
            // Set first, so that every request has a time limit.
            let timeout = scheduler.schedule(after: max(configuration.timeout, 0.1)) { [weak self] in
                self?.timeOut(number)
            }
            let isWanted = state.withLock { state in
                guard state.request?.number == number else { return false }
                state.request?.timeout = timeout
                return true
            }
            // The source may have been stopped before the timer was set.
            guard isWanted else { return timeout.cancel() }
            let message = configuration.request(
                body: request.subject.body, entityTag: entityTag, refetch: request.refetch)
            transport.send(number, message) { [weak self] result in self?.end(request, with: result) }
            // The request may have been stopped or timed out before the transport received it.
            let reason = state.withLock { state -> FlagTransportError? in
                guard let request = state.request, request.number == number else { return .cancelled }
                return request.isOverdue ? .timedOut : nil
            }
            if let reason { transport.cancel(number, because: reason) }
        }

        private func timeOut(_ number: Int) {
            state.withLock { state in
                if state.request?.number == number { state.request?.isOverdue = true }
            }
            transport.cancel(number, because: .timedOut)
        }

        func cancel(_ request: Request?) {
            request?.timeout?.cancel()
            if let request { transport.cancel(request.number, because: .cancelled) }
        }

        // MARK: Answers

        private func end(_ request: Request, with result: Result<FlagTransportAnswer, FlagTransportError>) {
            let now = scheduler.now
            var outcome = outcome(of: result, isConditional: request.isConditional, now: now)
            // The time to read the response counts toward the time limit.
            if state.withLock({ $0.request?.number == request.number && $0.request?.isOverdue == true }) {
                outcome = .failure(FetchFailure(.timedOut, address: configuration.address))
            }
            // The file is written without the lock, and before the request ends, so that no other request begins
            // meanwhile.
            let problem = save(outcome, of: request, now: now)
            let settled = state.withLock { state -> (Request, Presentation, Presentation, RemoteFlagStatus)? in
                guard let current = state.request, current.number == request.number else { return nil }
                let before = state.presentation
                state.request = nil
                apply(outcome, of: request, to: &state, now: now)
                state.updateCacheProblem(problem)
                return (current, before, state.presentation, state.status)
            }
            guard let (current, before, after, status) = settled else { return }
            current.timeout?.cancel()
            if let next = status.nextFetch { scheduleRequest(after: next.timeIntervalSince(now)) }
            announceChanges(from: before, to: after)
            statusObservers.notify(status)
            // While the server cannot be queried, its open streams stay open, and ended ones wait for its next answer.
            if status.lastError == nil || status.state == .fatal { updateStreams() }
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

        private func apply(_ outcome: Outcome, of request: Request, to state: inout State, now: Date) {
            state.status.isFetching = false
            state.status.lastFetch = now
            state.status.nextFetch = nil
            state.pausedUntil = nil
            var delay: TimeInterval?
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
            if let delay, state.isStarted { state.status.nextFetch = now.addingTimeInterval(delay) }
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

        func scheduleRequest(after seconds: TimeInterval) {
            let number = state.withLock { state in
                state.lastTimer += 1
                return state.lastTimer
            }
            let timer = scheduler.schedule(after: seconds) { [weak self] in self?.beginPlannedRequest(number) }
            let isWanted = state.withLock { state in
                guard state.isStarted, state.request == nil, state.lastTimer == number else { return false }
                state.timer = timer
                return true
            }
            if !isWanted { timer.cancel() }
        }

        private func beginPlannedRequest(_ number: Int) {
            // The wait was at least as long as the pause, even if the clock has been set back since.
            let isPlanned = state.withLock { state in
                guard state.isStarted, state.request == nil, state.lastTimer == number else { return false }
                state.pausedUntil = nil
                return true
            }
            if isPlanned { beginRequest() }
        }

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

        func announceChanges(from before: Presentation, to after: Presentation) {
            // The error applies to every flag, including flags that the server never sent.
            guard before.missingFlagError == after.missingFlagError else { return flagObservers.notify(nil) }
            let (before, after) = (before.evaluations, after.evaluations)
            var changed = after.compactMap { key, evaluation in before[key] == evaluation ? nil : key }
            changed += before.keys.filter { after[$0] == nil }
            if !changed.isEmpty { flagObservers.notify(changed.sorted { $0.rawValue < $1.rawValue }) }
        }
    }

    extension OFREPFlagSource.State {
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

        /// Adds a request that ended without a valid response, over which a version announced since takes precedence.
        mutating func addRetry(_ refetch: Refetch) {
            let later = pending
            pending = refetch
            if let later { addPending(later) }
        }
    }
#endif
