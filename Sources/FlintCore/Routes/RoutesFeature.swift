// SPDX-License-Identifier: MIT

import FlintFoundation

/// An action that opens a URL by performing the action that the URL is mapped to.
///
/// Apps call ``Flint/open(url:with:completion:)``, which performs this action of ``RoutesFeature``.
public final class PerformIncomingURLAction: UIAction {
    /// The URL to open.
    public typealias InputType = URL
    /// The router that provides the mapped action's presenter.
    public typealias PresenterType = any PresentationRouter

    /// The name shown in the timeline and the logs.
    public static let name = "Perform incoming URL"
    /// The description shown in the console.
    public static let description = "Performs the action that a URL maps to"

    /// Performs the action that the URL is mapped to, and completes with its outcome.
    ///
    /// If no action can be performed, the action fails with a ``URLActionError``.
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
    /// An error that occurs when a URL is opened.
    public enum URLActionError: Error, Hashable, Sendable, CustomStringConvertible {
        /// No feature declares a mapping for the URL, or its scheme or domain is not one of the app's.
        case noURLMappingFound
        /// The URL is malformed.
        ///
        /// It has no valid scheme, it is a web URL without a host, or its percent-decoded text is not valid UTF-8 or
        /// contains a zero byte.
        case invalidURL
        /// The action's input cannot be decoded from the URL's parameters.
        case invalidParameters
        /// The action's feature is not available.
        case notAvailable
        /// The router has no presenter for the action.
        case presenterNotSupported
        /// The user chose to stay on the current screen.
        case presenterUserCancelled
        /// The app chose to stay on the current screen.
        case presenterAppCancelled
        /// The app has already done the action's work.
        case presenterAppPerformed

        /// A description of the problem and its remedy.
        public var description: String {
            switch self {
            case .noURLMappingFound:
                "No feature handles this URL; check that its scheme or domain is one of the app's and that its path "
                    + "is mapped."
            case .invalidURL:
                "The URL is malformed: it needs a scheme, a web URL needs a host, and percent-encoded text must be "
                    + "UTF-8 without zero bytes."
            case .invalidParameters:
                "The URL maps to an action, but its parameters are missing or invalid; see the action's input."
            case .notAvailable:
                "The URL maps to a feature that is not available; the timeline shows the denial and its reason."
            case .presenterNotSupported: "No presenter was found for the URL's action."
            case .presenterUserCancelled: "The user chose to stay on the current screen."
            case .presenterAppCancelled: "The app chose to stay on the current screen."
            case .presenterAppPerformed: "The app has already performed the URL's action."
            }
        }
    }
}

/// The framework feature that opens URLs.
///
/// The feature can be enabled and disabled at any time. If the feature is not available,
/// ``Flint/open(url:with:completion:)`` returns ``MappedActionResult/featureDisabled``.
public final class RoutesFeature: ConditionalFeature {
    /// The description shown in the console.
    public static let description = "Performs the actions that URLs map to"
    /// Always `false`, because the feature is not meant for the app's users.
    public static let isVisible = false

    /// The action that opens a URL.
    public static let performIncomingURL = action(PerformIncomingURLAction.self)

    /// Whether the app opens URLs.
    ///
    /// A change of the value, or of its override, takes effect immediately.
    public static var isEnabled: Bool? {
        get { FlintRuntime.current.isEnabled(.routes) }
        set { FlintRuntime.current.setEnabled(.routes, newValue ?? false) }
    }

    // MARK: Old spelling

    /// Whether the feature is available.
    ///
    /// Setting the value sets ``isEnabled``.
    public static var isAvailable: Bool? {
        get { isAvailableToEngine }
        @available(*, deprecated, renamed: "isEnabled")
        set { isEnabled = newValue }
    }

    /// Requires the feature's runtime switch to be on.
    public static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.runtimeEnabled()
    }

    /// Declares ``performIncomingURL``.
    public static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(performIncomingURL)
    }
}
