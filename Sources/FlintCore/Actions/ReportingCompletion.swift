/// A requirement of the engine's own, whose misuse is told to whoever made it.
final class ReportingCompletion<T: Sendable>: CompletionRequirement<T>, @unchecked Sendable {
    private let onMisuse: @Sendable (CompletionMisuse) -> Void

    /// Creates a requirement.
    ///
    /// - Parameters:
    ///   - runtime: Current while the answer is passed on.
    ///   - completionHandler: Called once with the answer, on the thread that gives it.
    ///   - onMisuse: Called when an answer is given again or can no longer be given.
    init(
        in runtime: FlintRuntime, completionHandler: @escaping Handler,
        onMisuse: @escaping @Sendable (CompletionMisuse) -> Void
    ) {
        self.onMisuse = onMisuse
        super.init(in: runtime, completionHandler: completionHandler)
    }

    override var isOfAnAction: Bool { true }

    override func report(_ misuse: CompletionMisuse) {
        onMisuse(misuse)
    }
}
