#if RemoteFlags
    import FlintCore

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// The source's requests: sending, handling results, and scheduling the next one.
    extension OFREPFlagSource {
        private enum Outcome {
            case answers(FlagAnswers, warnings: [String])
            case confirmed
            case failure(FetchFailure)
        }

        // MARK: Requests

        /// Sends a request, unless one is in progress or the server has requested a pause.
        ///
        /// - Returns: Whether a request was sent.
        func beginRequest() -> Bool {
            let now = scheduler.now
            let begun = state.withLock { state -> (Request, String?, ObservationToken?, RemoteFlagStatus)? in
                guard state.request == nil, state.remainingPause(at: now) == nil else { return nil }
                let entityTag = state.answers?.entityTag
                state.lastNumber += 1
                let request = Request(number: state.lastNumber, isConditional: entityTag != nil)
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
                self?.giveUp(number)
            }
            let isWanted = state.withLock { state in
                guard state.request?.number == number else { return false }
                state.request?.timeout = timeout
                return true
            }
            guard isWanted else { return timeout.cancel() }
            transport.send(number, configuration.request(body: body, entityTag: entityTag)) { [weak self] result in
                self?.end(request, with: result)
            }
            // The request may have been stopped or timed out before the transport received it.
            let reason = state.withLock { state -> FlagTransportError? in
                guard let request = state.request, request.number == number else { return .cancelled }
                return request.isOverdue ? .timedOut : nil
            }
            if let reason { transport.cancel(number, because: reason) }
        }

        private func giveUp(_ number: Int) {
            state.withLock { state in
                if state.request?.number == number { state.request?.isOverdue = true }
            }
            transport.cancel(number, because: .timedOut)
        }

        // MARK: Answers

        private func end(_ request: Request, with result: Result<FlagTransportAnswer, FlagTransportError>) {
            let now = scheduler.now
            var outcome = outcome(of: result, isConditional: request.isConditional, now: now)
            // The time to read the response counts toward the time limit.
            if state.withLock({ $0.request?.number == request.number && $0.request?.isOverdue == true }) {
                outcome = .failure(FetchFailure(.timedOut, address: configuration.address))
            }
            let problem = save(outcome, now: now)
            // Only this function changes the presented evaluations, and it handles one request at a time.
            let before = state.withLock { $0.presented }
            let settled = state.withLock { state -> (Request, [FeatureKey: FlagEvaluation], RemoteFlagStatus)? in
                guard let current = state.request, current.number == request.number else { return nil }
                state.request = nil
                apply(outcome, to: &state, now: now)
                if let problem { state.status.warnings.append(problem) }
                return (current, state.presented, state.status)
            }
            guard let (current, after, status) = settled else { return }
            current.timeout?.cancel()
            if let next = status.nextFetch { plan(after: next.timeIntervalSince(now)) }
            let changed = Self.changes(from: before, to: after)
            if !changed.isEmpty { flagObservers.notify(changed) }
            statusObservers.notify(status)
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
                    let content = try OFREPAnswer(answer.body, address: address, text: text)
                    let answers = FlagAnswers(
                        evaluations: content.evaluations, entityTag: text.entityTag(answer.entityTag), time: now,
                        freshness: .fresh)
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

        /// Applies a request's outcome to the state, and sets the time of the next request.
        private func apply(_ outcome: Outcome, to state: inout State, now: Date) {
            state.status.isFetching = false
            state.status.lastFetch = now
            state.status.nextFetch = nil
            state.pausedUntil = nil
            var delay: TimeInterval?
            switch outcome {
            case .answers(let answers, let warnings):
                state.answers = answers
                state.status.warnings = warnings
                delay = succeed(&state, now: now)
            case .confirmed:
                state.answers?.time = now
                state.answers?.freshness = .fresh
                delay = succeed(&state, now: now)
            case .failure(let failure):
                state.failures += 1
                state.answers?.freshness = .stale(failure.message)
                state.status.lastError = failure.message
                state.status.lastErrorCode = failure.code
                state.status.state = failure.isFatal ? .fatal : state.answers == nil ? .error : .stale
                state.pausedUntil = failure.retryAfter.map(now.addingTimeInterval)
                delay = failure.isFatal ? nil : pause(after: failure, failures: state.failures)
            }
            state.presented = state.answers?.presented ?? [:]
            if let delay, state.isPolling, configuration.pollingInterval > 0 {
                state.status.nextFetch = now.addingTimeInterval(delay)
            }
        }

        private func succeed(_ state: inout State, now: Date) -> TimeInterval {
            state.failures = 0
            state.status.state = .ready
            state.status.lastAnswer = now
            state.status.lastError = nil
            state.status.lastErrorCode = nil
            return interval
        }

        /// The number of seconds after which the time of unchanged evaluations is saved again.
        private static let renewalInterval: TimeInterval = 3600

        /// Saves new evaluations, or the new time of unchanged ones, to the cache file.
        ///
        /// Unchanged evaluations are saved at most once per hour, because servers are queried at short intervals.
        ///
        /// - Returns: A problem with the file, if any.
        private func save(_ outcome: Outcome, now: Date) -> String? {
            guard let cache else { return nil }
            let (current, savedTime) = state.withLock { ($0.answers, $0.savedTime) }
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
                guard isRecent == false, let current else { return nil }
                entry = FlagAnswerCache.Entry(current)
                entry.time = now.timeIntervalSince1970
            case .failure:
                return nil
            }
            let problem = cache.save(entry)
            state.withLock { $0.savedTime = problem == nil ? now : nil }
            return problem
        }

        // MARK: Scheduling

        func plan(after seconds: TimeInterval) {
            let timer = scheduler.schedule(after: seconds) { [weak self] in _ = self?.beginRequest() }
            let isWanted = state.withLock { state in
                guard state.isPolling, state.request == nil else { return false }
                state.timer = timer
                return true
            }
            if !isWanted { timer.cancel() }
        }

        private var interval: TimeInterval {
            max(configuration.pollingInterval, OFREPConfiguration.minimumInterval)
        }

        /// Returns the seconds to wait after a failure.
        ///
        /// The wait is the time that the server requested, but at least 5 seconds. If the server requested none, the
        /// wait is the polling interval, doubled for each failure after the first, up to the maximum.
        private func pause(after failure: FetchFailure, failures: Int) -> TimeInterval {
            if let wait = failure.retryAfter { return max(wait, OFREPConfiguration.minimumInterval) }
            let doublings = Double(sign: .plus, exponent: min(failures - 1, 30), significand: 1)
            return min(interval * doublings, max(configuration.maximumBackoff, interval))
        }

        // MARK: Helpers

        private static func changes(
            from before: [FeatureKey: FlagEvaluation], to after: [FeatureKey: FlagEvaluation]
        ) -> [FeatureKey] {
            var changed = after.compactMap { key, evaluation in before[key] == evaluation ? nil : key }
            changed += before.keys.filter { after[$0] == nil }
            return changed.sorted { $0.rawValue < $1.rawValue }
        }
    }
#endif
