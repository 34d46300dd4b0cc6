/// A handle with which an observer can be taken off its dispatcher again.
///
/// Unlike an ``ObservationToken`` it may be dropped: the observer then stays as long as the dispatcher does.
public final class ActionDispatchObservation: Sendable {
    private let onCancel: @Sendable () -> Void

    init(_ onCancel: @escaping @Sendable () -> Void) {
        self.onCancel = onCancel
    }

    /// Takes the observer off its dispatcher; harmless when called again.
    public func cancel() {
        onCancel()
    }
}
