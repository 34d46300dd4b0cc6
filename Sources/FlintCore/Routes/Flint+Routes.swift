#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Flint {
    /// Makes links to actions for the first of ``FlintAppInfo/urlSchemes`` and of
    /// ``FlintAppInfo/associatedDomains``, whatever they are at that time, unless another maker is set.
    public static var linkCreator: LinkCreator {
        get { FlintRuntime.current.linkCreator }
        set { FlintRuntime.current.linkCreator = newValue }
    }

    /// Performs the action a URL leads to, on behalf of a person.
    ///
    /// The URL must have one of ``FlintAppInfo/urlSchemes``, or be a web URL at one of
    /// ``FlintAppInfo/associatedDomains``. It may come from anywhere and be anything; whatever is wrong with it is in
    /// the result.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - router: Finds the presenter of the action.
    ///   - completion: Called once with the result in the end, which is never
    ///     ``MappedActionResult/completingAsync``, on the thread the action answers on.
    /// - Returns: What is known of the result when the call returns. An action answers later if it completes
    ///   asynchronously, or if its queue, as a rule the main queue, is not the one the call is made on.
    @discardableResult
    public static func open(
        url: URL, with router: any PresentationRouter,
        completion: (@Sendable (MappedActionResult) -> Void)? = nil
    ) -> MappedActionResult {
        let runtime = FlintRuntime.current
        runtime.requireSetUp()
        return runtime.performMapped(
            RoutesFeature.performIncomingURL, input: url, router: router, source: .openURL,
            isMapped: { (try? runtime.destination(of: url)) != nil }, completion: completion)
    }

    /// Performs the action a URL leads to, on behalf of a person, and waits for its answer.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - router: Finds the presenter of the action.
    /// - Returns: The result in the end, which is never ``MappedActionResult/completingAsync``.
    public static func outcome(ofOpening url: URL, with router: any PresentationRouter) async -> MappedActionResult {
        await withCheckedContinuation { continuation in
            open(url: url, with: router) { continuation.resume(returning: $0) }
        }
    }
}
