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
        let destination: ExternalDestination
        do throws(URLActionError) {
            destination = try FlintRuntime.current.destination(of: context.input)
        } catch {
            return completion.completedSync(.failure(error: error))
        }
        return destination.perform(router: presenter, source: .openURL, errors: .url, completion: completion)
    }
}
