/// Turns the calls of a feature's `prepare(actions:)` into metadata.
final class DefaultFeatureActionsBuilder: FeatureActionsBuilder {
    private let metadata: FeatureMetadata
    private var feature: FeatureDefinition.Type { metadata.feature }
    private(set) var actions: [ActionMetadata] = []
    /// What the feature did wrong, in words.
    private(set) var advisories: [String] = []
    /// What is known of the activities of those actions that have some.
    private(set) var activityHandlers: [ActivityHandler] = []

    /// Whether analytics are told of one of those actions.
    private(set) var isAnalysed = false

    /// Creates a builder for one feature.
    init(_ metadata: FeatureMetadata) {
        self.metadata = metadata
    }

    func declare<FeatureType: FeatureDefinition, ActionType: Action>(
        _ binding: StaticActionBinding<FeatureType, ActionType>
    ) {
        add(binding, isPublished: false, continueActivity: nil)
    }

    func declare<FeatureType: FeatureDefinition, ActionType: Action>(
        _ binding: StaticActionBinding<FeatureType, ActionType>
    ) where ActionType.InputType: ActivityCodable {
        add(binding, isPublished: false) { binding.handle($0.entry(for: ActionType.self)) }
    }

    func declare<FeatureType: ConditionalFeature, ActionType: Action>(
        _ binding: ConditionalActionBinding<FeatureType, ActionType>
    ) {
        add(binding, isPublished: false, continueActivity: nil)
    }

    func declare<FeatureType: ConditionalFeature, ActionType: Action>(
        _ binding: ConditionalActionBinding<FeatureType, ActionType>
    ) where ActionType.InputType: ActivityCodable {
        add(binding, isPublished: false) { binding.handle($0.entry(for: ActionType.self)) }
    }

    func publish<FeatureType: FeatureDefinition, ActionType: Action>(
        _ binding: StaticActionBinding<FeatureType, ActionType>
    ) {
        add(binding, isPublished: true, continueActivity: nil)
    }

    func publish<FeatureType: FeatureDefinition, ActionType: Action>(
        _ binding: StaticActionBinding<FeatureType, ActionType>
    ) where ActionType.InputType: ActivityCodable {
        add(binding, isPublished: true) { binding.handle($0.entry(for: ActionType.self)) }
    }

    func publish<FeatureType: ConditionalFeature, ActionType: Action>(
        _ binding: ConditionalActionBinding<FeatureType, ActionType>
    ) {
        add(binding, isPublished: true, continueActivity: nil)
    }

    func publish<FeatureType: ConditionalFeature, ActionType: Action>(
        _ binding: ConditionalActionBinding<FeatureType, ActionType>
    ) where ActionType.InputType: ActivityCodable {
        add(binding, isPublished: true) { binding.handle($0.entry(for: ActionType.self)) }
    }

    private func add<FeatureType: FeatureDefinition, ActionType: Action>(
        _ binding: StaticActionBinding<FeatureType, ActionType>, isPublished: Bool,
        continueActivity: ActivityHandler.Continue?
    ) {
        guard accepts(FeatureType.self, ActionType.self) else { return }
        actions.append(
            ActionMetadata(ActionType.self, of: metadata, isPublished: isPublished) { call in
                binding.handle(call.entry(for: ActionType.self))
            })
        addInterests(FeatureType.self, ActionType.self, continueActivity)
    }

    private func add<FeatureType: ConditionalFeature, ActionType: Action>(
        _ binding: ConditionalActionBinding<FeatureType, ActionType>, isPublished: Bool,
        continueActivity: ActivityHandler.Continue?
    ) {
        guard accepts(FeatureType.self, ActionType.self) else { return }
        actions.append(
            ActionMetadata(ActionType.self, of: metadata, isPublished: isPublished) { call in
                binding.handle(call.entry(for: ActionType.self))
            })
        addInterests(FeatureType.self, ActionType.self, continueActivity)
    }

    /// Notes who else is interested in an action: activities, analytics.
    private func addInterests<FeatureType: FeatureDefinition, ActionType: Action>(
        _ feature: FeatureType.Type, _ action: ActionType.Type, _ continueActivity: ActivityHandler.Continue?
    ) {
        if ActionType.analyticsID != nil { isAnalysed = true }
        guard !ActionType.activityEligibility.isEmpty else { return }
        activityHandlers.append(ActivityHandler(feature, action, continueActivity: continueActivity))
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
