public import Dispatch

extension CompletionRequirement {
    /// Creates a requirement whose handler is called on a queue.
    ///
    /// - Parameters:
    ///   - queue: The queue to call the handler on; `nil` for the thread that gives the answer. The answer never
    ///     waits for the handler.
    ///   - completionHandler: Called once with the answer, with the runtime the requirement was created in as the
    ///     current one.
    public convenience init(queue: DispatchQueue?, completionHandler: @escaping Handler) {
        guard let queue else {
            self.init(completionHandler: completionHandler)
            return
        }
        let runtime = FlintRuntime.current
        let handler = UncheckedSendable(completionHandler)
        self.init { result, completedAsync in
            queue.async {
                runtime.bind { handler.value(result, completedAsync) }
            }
        }
    }
}
