/// The status of a requirement that has been answered already.
public final class SyncCompletionStatus: CompletionStatus, @unchecked Sendable {
    /// The only one there is: that a requirement has been answered is known to the requirement itself.
    static let answered = SyncCompletionStatus(isCompletingAsync: false)
}
