import FlintCore

/// An action of this app: it is done at once, or it cannot be done for a reason that is worth telling.
protocol PodcastAction: UIAction {
    /// What the action works on, as ``run(_:on:)`` takes it.
    associatedtype InputType
    /// What the action shows its results through, as ``run(_:on:)`` takes it.
    associatedtype PresenterType

    /// Does it.
    ///
    /// - Throws: Why it cannot be done, for people.
    static func run(_ input: InputType, on presenter: PresenterType) throws(PodcastError)
}

extension PodcastAction {
    static func perform(
        context: ActionContext<InputType>, presenter: PresenterType, completion: Completion
    ) -> Completion.Status {
        do {
            try run(context.input, on: presenter)
            return completion.completedSync(.success)
        } catch {
            return completion.completedSync(.failure(error: error))
        }
    }
}
