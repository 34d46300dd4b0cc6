/// A requirement of the engine's own, whose misuse is told to whoever made it.
final class ReportingCompletion<T: Sendable>: CompletionRequirement<T>, @unchecked Sendable {
    private let completionHandler: Handler
    private let onMisuse: @Sendable (CompletionMisuse) -> Void

    /// Creates a requirement.
    ///
    /// - Parameters:
    ///   - completionHandler: Called once with the answer, on the thread that gives it, in whatever runtime is
    ///     current there.
    ///   - onMisuse: Called when an answer is given again or can no longer be given.
    init(completionHandler: @escaping Handler, onMisuse: @escaping @Sendable (CompletionMisuse) -> Void) {
        self.completionHandler = completionHandler
        self.onMisuse = onMisuse
        super.init(in: .current, completionHandler: nil)
    }

    override func deliver(_ result: T, completedAsync: Bool) {
        completionHandler(result, completedAsync)
    }

    override func report(_ misuse: CompletionMisuse) {
        onMisuse(misuse)
    }
}
