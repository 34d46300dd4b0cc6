import FlintCore

/// An action of this app: it is done at once, or it cannot be done for a reason that is worth telling.
protocol PodcastAction: UIAction {
    /// What the action works on, as ``run(_:on:)`` takes it.
    associatedtype InputType
    /// What the action shows its results through, as ``run(_:on:)`` takes it.
    associatedtype PresenterType

    /// Does it.
    ///
    /// - Returns: What has come of it, in a line for the log; `nil` if that is not worth one.
    /// - Throws: Why it cannot be done, for people.
    static func run(_ input: InputType, on presenter: PresenterType) throws(PodcastError) -> String?
}

extension PodcastAction {
    static func perform(
        context: ActionContext<InputType>, presenter: PresenterType, completion: Completion
    ) -> Completion.Status {
        do {
            if let note = try run(context.input, on: presenter) { context.logs.development?.info(note) }
            return completion.completedSync(.success)
        } catch {
            return completion.completedSync(.failure(error: error))
        }
    }
}
