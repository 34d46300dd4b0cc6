// SPDX-License-Identifier: MIT

#if RemoteFlags
    import FlintLocks
    import FlintCore
    import FlintFoundation

    /// The source's event streams: opening, handling events, and opening again.
    ///
    /// An ended stream is opened again by a full request for the flags. Its response contains the stream's current
    /// address and the changes that were announced while no stream was open.
    extension OFREPFlagSource {
        struct OpenStream {
            let address: EventStreamAddress
            let number: Int
            /// The time at which the server accepted the request, or `nil` before that and after the end.
            var openedAt: Date?
            var timeout: ObservationToken?
            var isOverdue = false
            var hasEnded = false
        }

        /// The seconds after which the end of a stream no longer counts as a failure.
        private static let lastingTime: TimeInterval = 60

        func updateStreams() {
            let (removed, added) = state.withLock { state in
                let isListening = state.isStarted && !state.isInactive && state.status.state != .fatal
                // Streams are compared by address, because a response may list the same ones again.
                let wanted = isListening ? state.answers?.streams ?? [] : []
                let removed = state.streams.filter { !wanted.contains($0.address) }
                state.streams.removeAll { !wanted.contains($0.address) }
                let new = wanted.filter { address in !state.streams.contains { $0.address == address } }
                let added = new.map { address in
                    state.lastStreamNumber += 1
                    return OpenStream(address: address, number: state.lastStreamNumber)
                }
                state.streams += added
                if !state.streams.contains(where: \.hasEnded) { state.streamTimer = nil }
                if state.streams.isEmpty { state.inactivityTimer = nil }
                state.countStreams()
                return (removed, added)
            }
            for stream in removed {
                stream.timeout?.cancel()
                streamTransport.cancel(stream.number, because: .cancelled)
            }
            for stream in added { open(stream) }
            planInactivity()
            if !removed.isEmpty { statusObservers.notify(status) }
        }

        private func open(_ stream: OpenStream) {
            let number = stream.number
            // The time limit applies until the server accepts the request.
            let timeout = scheduler.schedule(after: max(configuration.timeout, 0.1)) { [weak self] in
                self?.change(number) { $0.isOverdue = true }
                self?.streamTransport.cancel(number, because: .timedOut)
            }
            guard change(number, { $0.timeout = timeout }) != nil else { return timeout.cancel() }
            streamTransport.send(number, stream.address.request) { [weak self] part in
                self?.handle(part, of: number)
            } completion: { [weak self] result in
                self?.endStream(number, with: result)
            }
            // The stream may have been closed or timed out before the transport received it.
            let isOverdue = change(number) { $0.isOverdue }
            if isOverdue != false { streamTransport.cancel(number, because: isOverdue == nil ? .cancelled : .timedOut) }
        }

        private func handle(_ part: FlagStreamPart, of number: Int) {
            switch part {
            case .opened:
                let now = scheduler.now
                let timeout = change(number) { stream in
                    defer { stream.timeout = nil }
                    stream.openedAt = now
                    return stream.timeout
                }
                (timeout ?? nil)?.cancel()
                state.withLock { $0.countStreams() }
                statusObservers.notify(status)
            case .events(let events):
                let isOpen = state.withLock { state in
                    for case let retry? in events.map(\.retry) { state.streamRetry = retry }
                    return state.streams.contains { $0.number == number }
                }
                let announced = events.compactMap { Refetch($0, text: text) }
                // Events that arrive together cause one request, for the last version.
                guard isOpen, var refetch = announced.first else { return }
                for later in announced.dropFirst() { refetch.merge(later) }
                request(refetch)
            }
        }

        private func endStream(_ number: Int, with result: Result<FlagTransportAnswer, FlagTransportError>) {
            let now = scheduler.now
            let failure = FetchFailure(stream: result, address: configuration.address, now: now)
            let ended = change(number) { stream -> (ObservationToken?, Date?) in
                defer { (stream.timeout, stream.openedAt, stream.hasEnded) = (nil, nil, true) }
                return (stream.timeout, stream.openedAt)
            }
            guard let (timeout, openedAt) = ended else { return }
            timeout?.cancel()
            let delay = state.withLock { state -> TimeInterval? in
                // A stream that lasted is not a sign of a failing server.
                if let openedAt, now.timeIntervalSince(openedAt) >= Self.lastingTime { state.streamFailures = 0 }
                state.streamFailures += 1
                state.countStreams()
                state.status.eventStreamError = failure.message
                guard state.streamTimer == nil else { return nil }
                let doublings = Double(sign: .plus, exponent: min(state.streamFailures - 1, 30), significand: 1)
                let pause = min(OFREPConfiguration.minimumInterval * doublings, configuration.maximumBackoff)
                // Up to half longer, so that the clients of a server that restarts do not return at the same time.
                return max(pause, state.streamRetry, failure.retryAfter ?? 0) * (1 + scheduler.random / 2)
            }
            if let delay {
                let timer = scheduler.schedule(after: delay) { [weak self] in self?.reopenStreams() }
                state.withLock { state in
                    if state.streams.contains(where: \.hasEnded) { state.streamTimer = timer }
                }
            }
            statusObservers.notify(status)
        }

        private func reopenStreams() {
            state.withLock { state in
                state.streamTimer = nil
                state.streams.removeAll(where: \.hasEnded)
            }
            request(Refetch(isFull: true))
        }

        /// Sets the timer that closes the streams, if the app is in the background.
        ///
        /// If the streams have different times, the shortest applies to all of them.
        func planInactivity() {
            let delay = state.withLock { state in
                state.isInBackground && !state.isInactive && state.inactivityTimer == nil
                    ? state.streams.map(\.address.inactivityDelay).min() : nil
            }
            guard let delay else { return }
            let timer = scheduler.schedule(after: delay) { [weak self] in
                self?.state.withLock { state in
                    state.inactivityTimer = nil
                    state.isInactive = state.isInBackground
                }
                self?.updateStreams()
            }
            state.withLock { state in
                if state.isInBackground { state.inactivityTimer = timer }
            }
        }

        /// Changes a stream and returns the result, or `nil` if the stream is no longer wanted.
        @discardableResult
        private func change<Value>(_ number: Int, _ body: (inout OpenStream) -> Value) -> Value? {
            state.withLock { state in
                state.streams.firstIndex { $0.number == number }.map { body(&state.streams[$0]) }
            }
        }
    }

    extension OFREPFlagSource.State {
        mutating func countStreams() {
            status.openEventStreams = streams.count { $0.openedAt != nil }
            if status.openEventStreams == streams.count { status.eventStreamError = nil }
        }
    }
#endif
