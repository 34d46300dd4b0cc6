/// Turns the calls of a feature's `prepare(actions:)` into metadata.
final class DefaultFeatureActionsBuilder: FeatureActionsBuilder {
    private let metadata: FeatureMetadata
    private var feature: FeatureDefinition.Type { metadata.feature }
    private(set) var actions: [ActionMetadata] = []
    /// What the feature did wrong, in words.
    private(set) var advisories: [String] = []

    /// Creates a builder for one feature.
    init(_ metadata: FeatureMetadata) {
        self.metadata = metadata
    }

    func declare<FeatureType: FeatureDefinition, ActionType: Action>(
        _ binding: StaticActionBinding<FeatureType, ActionType>
    ) {
        add(binding, isPublished: false)
    }

    func declare<FeatureType: ConditionalFeature, ActionType: Action>(
        _ binding: ConditionalActionBinding<FeatureType, ActionType>
    ) {
        add(binding, isPublished: false)
    }

    func publish<FeatureType: FeatureDefinition, ActionType: Action>(
        _ binding: StaticActionBinding<FeatureType, ActionType>
    ) {
        add(binding, isPublished: true)
    }

    func publish<FeatureType: ConditionalFeature, ActionType: Action>(
        _ binding: ConditionalActionBinding<FeatureType, ActionType>
    ) {
        add(binding, isPublished: true)
    }

    private func add<FeatureType: FeatureDefinition, ActionType: Action>(
        _ binding: StaticActionBinding<FeatureType, ActionType>, isPublished: Bool
    ) {
        guard accepts(FeatureType.self, ActionType.self) else { return }
        actions.append(
            ActionMetadata(ActionType.self, of: metadata, isPublished: isPublished) { call in
                // A feature under an unavailable group is not available either.
                let runtime = FlintRuntime.current
                guard runtime.refusal(of: ActionType.self, feature: FeatureType.self, session: nil) == nil else {
                    return call.completion(.unavailable(runtime.explanation(of: FeatureType.self)))
                }
                call.perform(ActionType.self, presentation: { $0.presentation(for: binding, input: $1) }) {
                    input, presenter, completion in
                    guard let session = ActionType.defaultSession else {
                        return FlintRuntime.current.refuseWithoutSession(
                            ActionType.self, of: FeatureType.self, completion: completion)
                    }
                    session.perform(
                        binding, input: input, presenter: presenter, userInitiated: call.userInitiated,
                        source: .application, completion: completion)
                }
            })
    }

    private func add<FeatureType: ConditionalFeature, ActionType: Action>(
        _ binding: ConditionalActionBinding<FeatureType, ActionType>, isPublished: Bool
    ) {
        guard accepts(FeatureType.self, ActionType.self) else { return }
        actions.append(
            ActionMetadata(ActionType.self, of: metadata, isPublished: isPublished) { call in
                // Asked for before anything else, so that a denial is recorded whatever the input is.
                guard let request = binding.request() else {
                    return call.completion(.unavailable(FlintRuntime.current.explanation(of: FeatureType.self)))
                }
                call.perform(ActionType.self, presentation: { $0.presentation(for: binding, input: $1) }) {
                    input, presenter, completion in
                    request.perform(
                        withInput: input, presenter: presenter, userInitiated: call.userInitiated,
                        completion: completion)
                }
            })
    }

    /// Whether an action can be declared, which it can once and on its own feature.
    private func accepts<FeatureType: FeatureDefinition, ActionType: Action>(
        _ boundFeature: FeatureType.Type, _ action: ActionType.Type
    ) -> Bool {
        if boundFeature != feature {
            advisories.append(
                "\(feature.name) declares \(action.name), which is bound to \(boundFeature.name); declare it there.")
            return false
        }
        if actions.contains(where: { $0.typeIdentifier == ObjectIdentifier(action) }) {
            advisories.append("\(feature.name) declares \(action.name) twice; the first declaration counts.")
            return false
        }
        return true
    }
}

extension DynamicPerform {
    /// Makes the input and finds the presenter of an action, and performs it if both are there.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - presentation: Asks the router for the presenter.
    ///   - body: Performs the action.
    fileprivate func perform<ActionType: Action>(
        _ action: ActionType.Type,
        presentation: (any PresentationRouter, ActionType.InputType) -> PresentationResult<ActionType.PresenterType>,
        body: (ActionType.InputType, ActionType.PresenterType, @escaping (ActionOutcome) -> Void) -> Void
    ) {
        guard let decodable = ActionType.InputType.self as? RouteParametersDecodable.Type else {
            return completion(.refused("The input of \(action.name) cannot be made from text."))
        }
        let fields = decodable.inputFields
        // An input that does not describe its values may know any.
        let isDescribed = !fields.isEmpty || ActionType.InputType.self == NoInput.self
        let known = Set(fields.map(\.name))
        if isDescribed, let stranger = parameters.keys.sorted().first(where: { !known.contains($0) }) {
            let names = fields.map(\.name).joined(separator: ", ")
            let offer = names.isEmpty ? "it takes none" : "it takes \(names)"
            return completion(.refused("\(action.name) takes no value called \(stranger); \(offer)."))
        }
        guard let input = decodable.init(from: parameters, mapping: .typed) as? ActionType.InputType else {
            let needed = fields.map { "\($0.name) (\($0.description))" }.joined(separator: ", ")
            let advice = needed.isEmpty ? "" : " It needs \(needed)."
            return completion(.refused("The input of \(action.name) is missing or wrong.\(advice)"))
        }
        let presenter: ActionType.PresenterType
        if let nothing = () as? ActionType.PresenterType {
            presenter = nothing
        } else if let router {
            switch presentation(router, input) {
            case .appReady(let found): presenter = found
            case .appPerformed: return completion(.performed(.success))
            case .userCancelled: return completion(.refused("The user did not want to leave the current screen."))
            case .appCancelled: return completion(.refused("The app did not want to leave the current screen."))
            case .unsupported: return completion(.refused("Nothing here can present \(action.name)."))
            }
        } else {
            return completion(.refused("Nothing here can present \(action.name)."))
        }
        let completion = self.completion
        body(input, presenter) { completion(.performed($0)) }
    }
}
