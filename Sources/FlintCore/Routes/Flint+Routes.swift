// SPDX-License-Identifier: MIT

import FlintFoundation

extension Flint {
    /// The link creator of the current runtime.
    ///
    /// The default creates links for the first of ``FlintAppInfo/urlSchemes`` and the first of
    /// ``FlintAppInfo/associatedDomains``, which are read on each access.
    public static var linkCreator: LinkCreator {
        get { FlintRuntime.current.linkCreator }
        set { FlintRuntime.current.linkCreator = newValue }
    }

    /// Performs the action that a URL leads to, on behalf of the user.
    ///
    /// The URL must have one of ``FlintAppInfo/urlSchemes``, or be a web URL for one of
    /// ``FlintAppInfo/associatedDomains``. It can come from an untrusted source. Errors are part of the result.
    ///
    /// - Parameters:
    ///   - url: The URL to open.
    ///   - router: The router that provides the action's presenter.
    ///   - completion: A closure to call once with the final result, which is never
    ///     ``MappedActionResult/completingAsync``, on the thread on which the action completes.
    /// - Returns: The result if it is known when the call returns, otherwise ``MappedActionResult/completingAsync``.
    ///   The result becomes known later if the action completes asynchronously, or if the caller is not on the action's
    ///   queue, which is usually the main queue.
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

    /// Performs the action that a URL leads to, on behalf of the user, and waits for the result.
    ///
    /// - Parameters:
    ///   - url: The URL to open.
    ///   - router: The router that provides the action's presenter.
    /// - Returns: The final result, which is never ``MappedActionResult/completingAsync``.
    public static func outcome(ofOpening url: URL, with router: any PresentationRouter) async -> MappedActionResult {
        await withCheckedContinuation { continuation in
            open(url: url, with: router) { continuation.resume(returning: $0) }
        }
    }
}
