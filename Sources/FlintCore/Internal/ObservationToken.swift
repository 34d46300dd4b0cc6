/// A handle on an observation; the observation ends when the handle is cancelled or released.
public final class ObservationToken: Sendable {
    private let onCancel: Protected<(@Sendable () -> Void)?>

    /// Creates a handle.
    ///
    /// - Parameter onCancel: Ends the observation; called once, on the thread that cancels or releases the handle.
    public init(_ onCancel: @escaping @Sendable () -> Void) {
        self.onCancel = Protected(onCancel)
    }

    deinit {
        cancel()
    }

    /// Ends the observation; harmless when called again.
    public func cancel() {
        let action = onCancel.withLock { stored in
            defer { stored = nil }
            return stored
        }
        action?()
    }
}
