#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Finds the action a URL leads to and performs it.
///
/// Apps call ``Flint/open(url:with:completion:)``, which performs this as an action of ``RoutesFeature``.
public final class PerformIncomingURLAction: UIAction {
    /// The URL.
    public typealias InputType = URL
    /// Finds the presenter of the action it leads to.
    public typealias PresenterType = any PresentationRouter

    /// The name for people.
    public static let name = "Perform incoming URL"
    /// What the action does.
    public static let description = "Performs the action a URL leads to"

    /// Performs the action the URL leads to, and answers when that does.
    public static func perform(
        context: ActionContext<URL>, presenter: any PresentationRouter, completion: Completion
    ) -> Completion.Status {
        let match: FlintRuntime.URLDestination
        do throws(URLActionError) {
            match = try FlintRuntime.current.destination(of: context.input)
        } catch {
            return completion.completedSync(.failure(error: error))
        }
        return CompletionForwarder.answer(completion) { answer in
            match.perform(router: presenter, source: .openURL) { answer(ActionPerformOutcome($0)) }
        }
    }
}

extension ActionPerformOutcome {
    /// What came of the action a URL leads to.
    init(_ result: ExternalActionResult) {
        typealias Problem = PerformIncomingURLAction.URLActionError
        switch result {
        case .performed(.success): self = .success
        case .performed(.failure(let error)), .badInput(let error): self = .failure(error: error)
        case .unavailable: self = .failure(error: Problem.notAvailable)
        case .noPresenter: self = .failure(error: Problem.presenterNotSupported)
        case .userCancelled: self = .failure(error: Problem.presenterUserCancelled)
        case .appCancelled: self = .failure(error: Problem.presenterAppCancelled)
        case .appPerformed: self = .failure(error: Problem.presenterAppPerformed)
        }
    }
}
