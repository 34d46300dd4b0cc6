/// A handle on an observation of an inspector; the observation ends when it is cancelled or released.
public final class InspectorObservation: Sendable {
    private let onCancel: @Sendable () -> Void

    /// Creates a handle.
    ///
    /// - Parameter onCancel: Ends the observation; called at least once, and harmless when called again.
    public init(onCancel: @escaping @Sendable () -> Void) {
        self.onCancel = onCancel
    }

    deinit {
        onCancel()
    }

    /// Ends the observation.
    public func cancel() {
        onCancel()
    }
}
