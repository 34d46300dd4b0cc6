// SPDX-License-Identifier: MIT

#if RemoteFlags
    import FlintLocks
    import FlintCore
    import FlintFoundation

    /// Opens the source's event streams, handles their events, and opens them again after they have ended.
    ///
    /// An ended stream is opened again by a full request for the flags. Its response contains the stream's current
    /// address and the changes that were announced while no stream was open.
    extension OFREPFlagSource {
        struct Streams {
            var all: [EventStream] = []
            /// The timer that opens the ended streams again.
            var reopening: ObservationToken?
            /// The minimum seconds before a stream is opened again, as specified by the server.
            var retry: TimeInterval = 0
            /// The number of streams that have ended since the last long-lived one, including that one.
            var failures = 0
        }

        struct EventStream {
            enum Phase {
                /// The time limit applies until the server accepts the request.
                case connecting(Deadline)
                case open(since: Date)
                case ended
            }

            let number: Int
            let address: EventStreamAddress
            var phase: Phase

            var hasEnded: Bool {
                if case .ended = phase { true } else { false }
            }

            var isOpen: Bool {
                if case .open = phase { true } else { false }
            }
        }

        /// The seconds for which a stream must be open to reset the number of failures when it ends.
        private static let lastingTime: TimeInterval = 60

        func updateStreams(in state: inout State) -> [Action] {
            let isListening = state.isStarted && !state.visibility.isInactive && state.status.state != .fatal
            // Streams are compared by address, because a response may list the same ones again.
            let wanted = isListening ? state.answers?.streams ?? [] : []
            let removed = state.streams.all.filter { !wanted.contains($0.address) }.map(\.number)
            state.streams.all.removeAll { !wanted.contains($0.address) }
            let new = wanted.filter { address in !state.streams.all.contains { $0.address == address } }
            let added = new.map { connect(to: $0, in: &state) }
            if !state.streams.all.contains(where: \.hasEnded) { state.streams.reopening = nil }
            if state.streams.all.isEmpty, case .background = state.visibility {
                state.visibility = .background(closing: nil)
            }
            state.countStreams()
            planInactivity(in: &state)
            return removed.map { .closeStream($0) } + added + (removed.isEmpty ? [] : [.notifyStatus(state.status)])
        }

        private func connect(to address: EventStreamAddress, in state: inout State) -> Action {
            let number = state.nextNumber()
            let timer = scheduler.schedule(after: max(configuration.timeout, 0.1)) { [weak self] in
                self?.timeOutStream(number)
            }
            state.streams.all.append(
                EventStream(number: number, address: address, phase: .connecting(.ahead(timer))))
            return .openStream(number, address)
        }

        func openStream(_ number: Int, _ address: EventStreamAddress) {
            if case .cancelled = state.withLock({ $0.cancellation(ofStream: number) }) { return }
            streamTransport.send(number, address.request) { [weak self] part in
                self?.handle(part, of: number)
            } completion: { [weak self] result in
                self?.endStream(number, with: result)
            }
            // The stream may have been closed or timed out before the transport received it.
            let reason = state.withLock { $0.cancellation(ofStream: number) }
            if let reason { streamTransport.cancel(number, because: reason) }
        }

        private func timeOutStream(_ number: Int) {
            state.withLock { state in
                guard let index = state.streamIndex(number) else { return }
                if case .connecting = state.streams.all[index].phase {
                    state.streams.all[index].phase = .connecting(.passed)
                }
            }
            streamTransport.cancel(number, because: .timedOut)
        }

        private func handle(_ part: FlagStreamPart, of number: Int) {
            switch part {
            case .opened:
                update { state in
                    guard let index = state.streamIndex(number) else { return [] }
                    state.streams.all[index].phase = .open(since: scheduler.now)
                    state.countStreams()
                    return [.notifyStatus(state.status)]
                }
            case .events(let events):
                let announced = events.compactMap { Refetch($0, text: text) }
                update { state in
                    guard state.streamIndex(number) != nil else { return [] }
                    for case let retry? in events.map(\.retry) { state.streams.retry = retry }
                    // Events that arrive together cause one request, for the last version.
                    guard var refetch = announced.first else { return [] }
                    for later in announced.dropFirst() { refetch.merge(later) }
                    return plan(refetch, in: &state)
                }
            }
        }

        private func endStream(_ number: Int, with result: Result<FlagTransportAnswer, FlagTransportError>) {
            let now = scheduler.now
            let failure = FetchFailure(stream: result, address: configuration.address, now: now)
            update { state in
                guard let index = state.streamIndex(number) else { return [] }
                // A stream that lasted is not a sign of a failing server.
                if case .open(let start) = state.streams.all[index].phase,
                    now.timeIntervalSince(start) >= Self.lastingTime
                {
                    state.streams.failures = 0
                }
                state.streams.all[index].phase = .ended
                state.streams.failures += 1
                state.countStreams()
                state.status.eventStreamError = failure.message
                if state.streams.reopening == nil {
                    let delay = reopeningDelay(after: failure, state.streams)
                    state.streams.reopening = scheduler.schedule(after: delay) { [weak self] in self?.reopenStreams() }
                }
                return [.notifyStatus(state.status)]
            }
        }

        private func reopeningDelay(after failure: FetchFailure, _ streams: Streams) -> TimeInterval {
            let doublings = Double(sign: .plus, exponent: min(streams.failures - 1, 30), significand: 1)
            let pause = min(OFREPConfiguration.minimumInterval * doublings, configuration.maximumBackoff)
            // The delay is up to half longer, so that clients do not all return at the same time after a server
            // restarts.
            return max(pause, streams.retry, failure.retryAfter ?? 0) * (1 + scheduler.random / 2)
        }

        private func reopenStreams() {
            update { state in
                // The source may have been stopped since the timer fired.
                guard state.isStarted else { return [] }
                state.streams.reopening = nil
                state.streams.all.removeAll(where: \.hasEnded)
                return plan(Refetch(isFull: true), in: &state)
            }
        }

        /// Sets the timer that closes the streams, if the app is in the background.
        ///
        /// If the streams have different inactivity delays, the shortest applies to all of them.
        func planInactivity(in state: inout State) {
            guard case .background(nil) = state.visibility,
                let delay = state.streams.all.map(\.address.inactivityDelay).min()
            else { return }
            let number = state.nextNumber()
            let timer = scheduler.schedule(after: delay) { [weak self] in self?.closeStreams(number) }
            state.visibility = .background(closing: Closing(number: number, timer: timer))
        }

        private func closeStreams(_ number: Int) {
            update { state in
                // The app may have been in the foreground since the timer fired.
                guard case .background(let closing?) = state.visibility, closing.number == number else { return [] }
                state.visibility = .inactive
                return updateStreams(in: &state)
            }
        }
    }

    extension OFREPFlagSource.State {
        func streamIndex(_ number: Int) -> Int? { streams.all.firstIndex { $0.number == number } }

        /// Returns the reason that a stream must not continue, or `nil` if it may.
        func cancellation(ofStream number: Int) -> FlagTransportError? {
            guard let index = streamIndex(number) else { return .cancelled }
            if case .connecting(let deadline) = streams.all[index].phase { return deadline.cancellation }
            return nil
        }

        mutating func countStreams() {
            status.openEventStreams = streams.all.count(where: \.isOpen)
            if status.openEventStreams == streams.all.count { status.eventStreamError = nil }
        }
    }

    extension OFREPFlagSource.Deadline {
        var cancellation: FlagTransportError? {
            if case .passed = self { .timedOut } else { nil }
        }
    }

    extension OFREPFlagSource.Visibility {
        var isInactive: Bool {
            if case .inactive = self { true } else { false }
        }
    }
#endif
