/// A requirement of the engine's own, whose misuse is told to whoever made it.
final class ReportingCompletion<T: Sendable>: CompletionRequirement<T>, @unchecked Sendable {
    private let onMisuse: @Sendable (CompletionMisuse) -> Void
    private let waiting: ActionCancellation?

    /// Creates a requirement.
    ///
    /// - Parameters:
    ///   - runtime: Current while the answer is passed on.
    ///   - completionHandler: Called once with the answer, on the thread that gives it.
    ///   - cancellation: Learns that nobody waits for the answer any more.
    ///   - onMisuse: Called when an answer is given again or can no longer be given.
    init(
        in runtime: FlintRuntime, completionHandler: @escaping Handler, cancellation: ActionCancellation? = nil,
        onMisuse: @escaping @Sendable (CompletionMisuse) -> Void
    ) {
        self.onMisuse = onMisuse
        waiting = cancellation
        super.init(in: runtime, completionHandler: completionHandler)
    }

    override var cancellation: ActionCancellation? { waiting }

    override func report(_ misuse: CompletionMisuse) {
        onMisuse(misuse)
    }
}
