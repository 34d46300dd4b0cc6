/// Waits for the answer of an action that performs another, as far as it comes at once.
enum MappedAnswer {
    /// Performs something and says what is known of its result when that returns.
    ///
    /// - Parameters:
    ///   - isMapped: Whether there is an action at all, which is known beforehand.
    ///   - completion: Called once with the result.
    ///   - body: Given a function to call once with the result.
    /// - Returns: The result, if it is there already.
    static func await(
        isMapped: Bool, _ completion: (@Sendable (MappedActionResult) -> Void)?,
        _ body: (@escaping @Sendable (MappedActionResult) -> Void) -> Void
    ) -> MappedActionResult {
        let known = Protected<MappedActionResult?>(nil)
        body { result in
            known.withLock { $0 = result }
            completion?(result)
        }
        return known.withLock { $0 } ?? (isMapped ? .completingAsync : .noMappingFound)
    }
}

extension MappedActionResult {
    /// What came of the action that looks for another.
    init(_ outcome: ActionOutcome) {
        switch outcome {
        case .success:
            self = .success
        case .failure(PerformIncomingURLAction.URLActionError.noURLMappingFound),
            .failure(ActivityExecutionError.unknownActivity):
            self = .noMappingFound
        case .failure(let error):
            self = .failure(error: error)
        }
    }
}
