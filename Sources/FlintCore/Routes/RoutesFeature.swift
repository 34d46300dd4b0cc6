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

    /// The feature's name.
    public static let name = "Perform incoming URL"
    /// The action's description.
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

extension PerformIncomingURLAction {
    /// Why a URL did not lead to an action being performed.
    public enum URLActionError: Error, Hashable, Sendable, CustomStringConvertible {
        /// No feature has declared such a URL, or its scheme or domain is not one of the app's.
        case noURLMappingFound
        /// The URL has no scheme or no host, or what is percent-encoded in it is no text.
        case invalidURL
        /// The parameters of the URL make no input for the action.
        case invalidParameters
        /// The feature is not available.
        case notAvailable
        /// Nothing was found to present the action.
        case presenterNotSupported
        /// The user did not want the current screen to be left.
        case presenterUserCancelled
        /// The app did not want the current screen to be left.
        case presenterAppCancelled
        /// The app has done by itself what the action would do.
        case presenterAppPerformed

        /// The problem and its remedy.
        public var description: String {
            switch self {
            case .noURLMappingFound:
                "No feature takes this URL; see that its scheme or domain is among the app's and its path is mapped."
            case .invalidURL:
                "The URL is malformed: it needs a scheme, a web URL needs a host, and what is percent-encoded must be "
                    + "UTF-8 without zero bytes."
            case .invalidParameters:
                "The URL leads to an action, but its parameters are missing or wrong; see what the action's input needs."
            case .notAvailable:
                "The URL leads to a feature that is not available; its denial is recorded with the reason."
            case .presenterNotSupported: "Nothing here can present what the URL leads to."
            case .presenterUserCancelled: "The user did not want to leave the current screen."
            case .presenterAppCancelled: "The app did not want to leave the current screen."
            case .presenterAppPerformed: "The app has already performed what the URL leads to."
            }
        }
    }
}

/// The framework's own opening of URLs, which can be turned off and on at any time.
public final class RoutesFeature: ConditionalFeature {
    /// What the feature offers.
    public static let description = "Performs the actions that URLs lead to"
    /// Whether the app shows the feature to its users, for whom it is not meant.
    public static let isVisible = false

    /// Performs the action a URL leads to.
    public static let performIncomingURL = action(PerformIncomingURLAction.self)

    /// Whether URLs are opened; takes effect at once, as does an override of the switch.
    public static var isEnabled: Bool? {
        get { FlintRuntime.current.framework(.routes) }
        set { FlintRuntime.current.setFramework(.routes, newValue ?? false) }
    }

    // MARK: Old spelling

    /// Whether the feature is available; setting it sets ``isEnabled``.
    public static var isAvailable: Bool? {
        get { isAvailableToEngine }
        @available(*, deprecated, renamed: "isEnabled")
        set { isEnabled = newValue }
    }

    /// Requires the switch to be on.
    public static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.runtimeEnabled()
    }

    /// Declares the action.
    public static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(performIncomingURL)
    }
}
