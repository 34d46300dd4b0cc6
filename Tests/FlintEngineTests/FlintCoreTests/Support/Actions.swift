import Dispatch

@testable import FlintCore

/// Succeeds immediately on the main queue.
final class PingAction: Action {
    static let description = "Does nothing"

    static func perform(context: ActionContext<NoInput>, presenter: Void, completion: Completion) -> Completion.Status {
        completion.completedSync(.success)
    }
}

/// Calls its presenter and succeeds.
final class RunAction: Action {
    typealias PresenterType = () -> Void

    static func perform(
        context: ActionContext<NoInput>, presenter: () -> Void, completion: Completion
    ) -> Completion.Status {
        presenter()
        return completion.completedSync(.success)
    }
}

/// Passes its completion to its presenter.
final class AnswerAction: Action {
    typealias PresenterType = (CompletionRequirement<ActionPerformOutcome>) -> Completion.Status

    static func perform(
        context: ActionContext<NoInput>, presenter: PresenterType, completion: Completion
    ) -> Completion.Status {
        presenter(completion)
    }
}

/// Calls its presenter on a separate queue and succeeds.
final class BackgroundAction: Action {
    typealias PresenterType = @Sendable () -> Void

    static let queue = DispatchQueue(label: "tests.background")

    static func perform(
        context: ActionContext<NoInput>, presenter: PresenterType, completion: Completion
    ) -> Completion.Status {
        presenter()
        return completion.completedSync(.success)
    }
}

/// Ignores its input and succeeds.
final class TextAction: Action {
    typealias InputType = String

    static func perform(context: ActionContext<String>, presenter: Void, completion: Completion) -> Completion.Status {
        completion.completedSync(.success)
    }
}

/// An action without a default session.
final class HomelessAction: Action {
    static var defaultSession: ActionSession? { nil }

    static func perform(context: ActionContext<NoInput>, presenter: Void, completion: Completion) -> Completion.Status {
        completion.completedSync(.success)
    }
}

struct TestError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
