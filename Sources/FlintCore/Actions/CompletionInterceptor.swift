/// Sees the answer of a completion just before whoever waits for it does.
protocol CompletionInterceptor<Answer>: AnyObject {
    /// What the completion is answered with.
    associatedtype Answer

    /// The completion is answered.
    func completionWillAnswer(_ answer: Answer)
}
