#if RemoteFlags
    import FlintLocks
    import FlintCore
    import FlintRemoteFlags
    import Foundation

    extension OFREPFlagSource {
        /// Performs an action that starts a request and waits for the end of the request.
        func status(after action: () -> Void) async -> RemoteFlagStatus {
            let (statuses, continuation) = AsyncStream<RemoteFlagStatus>.makeStream()
            let token = observeStatus { continuation.yield($0) }
            defer { token.cancel() }
            action()
            for await status in statuses where !status.isFetching { return status }
            return status
        }

        /// Performs an action and waits until the source is in a state.
        @discardableResult
        func wait(after action: () -> Void = {}, until isReached: (RemoteFlagStatus) -> Bool) async -> RemoteFlagStatus
        {
            let (changes, continuation) = AsyncStream<Void>.makeStream()
            let token = observeStatus { _ in continuation.yield() }
            defer { token.cancel() }
            continuation.yield()
            action()
            for await _ in changes {
                let status = status
                if isReached(status) { return status }
            }
            return status
        }

        @discardableResult
        func fetch() async -> RemoteFlagStatus {
            await status { refresh() }
        }

        subscript(_ key: FeatureKey) -> FlagEvaluation? { evaluations[key] }
    }

    /// A gate that one task waits for and another task opens once.
    final class Gate: Sendable {
        private let stream: AsyncStream<Void>
        private let continuation: AsyncStream<Void>.Continuation

        init() {
            (stream, continuation) = AsyncStream.makeStream()
        }

        func open() {
            continuation.yield()
            continuation.finish()
        }

        func wait() async {
            for await _ in stream { return }
        }
    }

    /// A record of the changed flags, by notification.
    final class ChangeLog: Sendable {
        private let entries = Protected<[[String]?]>([])

        func observe(_ source: OFREPFlagSource) -> ObservationToken {
            source.observeChanges { [entries] keys in
                entries.withLock { $0.append(keys?.map(\.rawValue)) }
            }
        }

        /// Returns and removes the recorded notifications; `nil` means all flags.
        func take() -> [[String]?] {
            entries.withLock { entries in
                defer { entries = [] }
                return entries
            }
        }
    }
#endif
