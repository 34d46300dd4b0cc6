/// Proof that a ``CompletionRequirement`` is being met.
public class CompletionStatus: @unchecked Sendable {
    /// Whether the answer is still to come.
    public let isCompletingAsync: Bool

    init(isCompletingAsync: Bool) {
        self.isCompletingAsync = isCompletingAsync
    }
}
