// SPDX-License-Identifier: MIT

import FeatureGating
import FlintCore
import FlintFoundation
import FlintWorld

extension CommandRunner {
    /// Performs the action that a URL leads to, through the same routes as URLs from the system.
    ///
    /// Without a presentation router, actions that require a presenter fail.
    ///
    /// - Throws: ``CommandError`` if the text is not a URL with a scheme.
    func openURL(
        _ text: String, completion: @escaping @Sendable (CommandResult) -> Void
    ) throws(CommandError) {
        guard let url = URL(string: text), url.scheme != nil else {
            throw CommandError("\"\(text.excerpt)\" is not a URL. Write a URL with a scheme, such as \(example).")
        }
        let target = runtime.target(of: url)
        let title = target.map { "\($0.feature.feature.name): \($0.action.name)" } ?? url.absoluteString
        let request = target.map { "\($0.feature.feature.name): “\($0.action.name)”" } ?? url.absoluteString
        let feature = target?.feature
        let (runtime, appName, hint) = (self.runtime, configuration.appName, self.hint)
        Flint.open(url: url, with: configuration.router ?? NoPresenters()) { result in
            let explanation = feature.map { runtime.explanation(of: $0) }
            completion(
                CommandResult(
                    result, title: title, request: request, explanation: explanation, unmapped: "\(appName) \(hint)"))
        }
    }

    private var example: String {
        runtime.bind { "\(FlintAppInfo.urlSchemes.first ?? "app")://…" }
    }

    private var hint: String {
        let prefixes = runtime.bind {
            FlintAppInfo.urlSchemes.map { "\($0)://" } + FlintAppInfo.associatedDomains.map { "https://\($0)/" }
        }
        guard !prefixes.isEmpty else { return "handles no URLs." }
        return "does not handle this URL. It handles URLs that begin with \(prefixes.joined(separator: ", "))."
    }
}

private struct NoPresenters: PresentationRouter {
    func presentation<FeatureType: FeatureDefinition, ActionType: Action>(
        for binding: StaticActionBinding<FeatureType, ActionType>, input: ActionType.InputType
    ) -> PresentationResult<ActionType.PresenterType> {
        .unsupported
    }

    func presentation<FeatureType: ConditionalFeature, ActionType: Action>(
        for binding: ConditionalActionBinding<FeatureType, ActionType>, input: ActionType.InputType
    ) -> PresentationResult<ActionType.PresenterType> {
        .unsupported
    }
}

extension CommandResult {
    fileprivate init(
        _ result: MappedActionResult, title: String, request: String, explanation: AvailabilityExplanation?,
        unmapped: String
    ) {
        switch result {
        case .success:
            self.init(status: .done, message: "\(title): success.")
        case .completingAsync:
            self.init(status: .done, message: "\(title) has begun.")
        case .noMappingFound:
            self.init(status: .failed, message: unmapped)
        case .featureDisabled:
            self.init(status: .unavailable, message: "URLs are not opened: the feature \(RoutesFeature.name) is off.")
        case .failure(PerformIncomingURLAction.URLActionError.notAvailable?):
            let reason = explanation.map { ": \($0.summary)" } ?? ""
            self.init(status: .unavailable, message: "\(request) denied\(reason).")
        case .failure(PerformIncomingURLAction.URLActionError.presenterAppPerformed?):
            self.init(status: .done, message: "\(title): performed by the app itself.")
        case .failure(let error):
            self.init(status: .failed, message: "\(title) failed: \(error.map { "\($0)" } ?? "the reason is unknown")")
        }
    }
}
