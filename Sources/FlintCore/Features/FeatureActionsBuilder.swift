/// Collects the actions a feature declares while it is being registered.
public protocol FeatureActionsBuilder: AnyObject {
    /// Declares an action the app performs itself.
    func declare<FeatureType: FeatureDefinition, ActionType: Action>(
        _ binding: StaticActionBinding<FeatureType, ActionType>)

    /// Declares an action of a conditional feature the app performs itself.
    func declare<FeatureType: ConditionalFeature, ActionType: Action>(
        _ binding: ConditionalActionBinding<FeatureType, ActionType>)

    /// Declares an action the app offers to its users, in a palette or a menu for example.
    func publish<FeatureType: FeatureDefinition, ActionType: Action>(
        _ binding: StaticActionBinding<FeatureType, ActionType>)

    /// Declares an action of a conditional feature the app offers to its users.
    func publish<FeatureType: ConditionalFeature, ActionType: Action>(
        _ binding: ConditionalActionBinding<FeatureType, ActionType>)

    /// Declares an action the app performs itself and whose input activities can hold.
    func declare<FeatureType: FeatureDefinition, ActionType: Action>(
        _ binding: StaticActionBinding<FeatureType, ActionType>) where ActionType.InputType: ActivityCodable

    /// Declares an action of a conditional feature the app performs itself and whose input activities can hold.
    func declare<FeatureType: ConditionalFeature, ActionType: Action>(
        _ binding: ConditionalActionBinding<FeatureType, ActionType>) where ActionType.InputType: ActivityCodable

    /// Declares an action the app offers to its users and whose input activities can hold.
    func publish<FeatureType: FeatureDefinition, ActionType: Action>(
        _ binding: StaticActionBinding<FeatureType, ActionType>) where ActionType.InputType: ActivityCodable

    /// Declares an action of a conditional feature the app offers to its users and whose input activities can hold.
    func publish<FeatureType: ConditionalFeature, ActionType: Action>(
        _ binding: ConditionalActionBinding<FeatureType, ActionType>) where ActionType.InputType: ActivityCodable
}

/// Turns the calls of a feature's `prepare(actions:)` into metadata.
final class DefaultFeatureActionsBuilder: FeatureActionsBuilder {
    private let metadata: FeatureMetadata
    private var feature: FeatureDefinition.Type { metadata.feature }
    private(set) var actions: [ActionMetadata] = []
    /// Descriptions of the feature's mistakes.
    private(set) var advisories: [String] = []
    /// What is known of the activities of those actions that have some.
    private(set) var activityHandlers: [ActivityHandler] = []

    /// Whether one of those actions is reported to analytics.
    private(set) var isAnalysed = false

    /// Creates a builder for one feature.
    init(_ metadata: FeatureMetadata) {
        self.metadata = metadata
    }

    func declare<FeatureType: FeatureDefinition, ActionType: Action>(
        _ binding: StaticActionBinding<FeatureType, ActionType>
    ) {
        add(FeatureType.self, ActionType.self, isPublished: false, isContinued: false) { binding.handle($0) }
    }

    func declare<FeatureType: FeatureDefinition, ActionType: Action>(
        _ binding: StaticActionBinding<FeatureType, ActionType>
    ) where ActionType.InputType: ActivityCodable {
        add(FeatureType.self, ActionType.self, isPublished: false, isContinued: true) { binding.handle($0) }
    }

    func declare<FeatureType: ConditionalFeature, ActionType: Action>(
        _ binding: ConditionalActionBinding<FeatureType, ActionType>
    ) {
        add(FeatureType.self, ActionType.self, isPublished: false, isContinued: false) { binding.handle($0) }
    }

    func declare<FeatureType: ConditionalFeature, ActionType: Action>(
        _ binding: ConditionalActionBinding<FeatureType, ActionType>
    ) where ActionType.InputType: ActivityCodable {
        add(FeatureType.self, ActionType.self, isPublished: false, isContinued: true) { binding.handle($0) }
    }

    func publish<FeatureType: FeatureDefinition, ActionType: Action>(
        _ binding: StaticActionBinding<FeatureType, ActionType>
    ) {
        add(FeatureType.self, ActionType.self, isPublished: true, isContinued: false) { binding.handle($0) }
    }

    func publish<FeatureType: FeatureDefinition, ActionType: Action>(
        _ binding: StaticActionBinding<FeatureType, ActionType>
    ) where ActionType.InputType: ActivityCodable {
        add(FeatureType.self, ActionType.self, isPublished: true, isContinued: true) { binding.handle($0) }
    }

    func publish<FeatureType: ConditionalFeature, ActionType: Action>(
        _ binding: ConditionalActionBinding<FeatureType, ActionType>
    ) {
        add(FeatureType.self, ActionType.self, isPublished: true, isContinued: false) { binding.handle($0) }
    }

    func publish<FeatureType: ConditionalFeature, ActionType: Action>(
        _ binding: ConditionalActionBinding<FeatureType, ActionType>
    ) where ActionType.InputType: ActivityCodable {
        add(FeatureType.self, ActionType.self, isPublished: true, isContinued: true) { binding.handle($0) }
    }

    /// Adds an action.
    ///
    /// - Parameters:
    ///   - boundFeature: The feature the action is bound to.
    ///   - action: The action.
    ///   - isPublished: Whether the app offers the action to its users.
    ///   - isContinued: Whether activities can hold its input. Known from the overload, because a conformance that
    ///     belongs to the main actor is not seen on other threads.
    ///   - perform: Performs the action on request from outside.
    private func add<FeatureType: FeatureDefinition, ActionType: Action>(
        _ boundFeature: FeatureType.Type, _ action: ActionType.Type, isPublished: Bool, isContinued: Bool,
        perform: @escaping (ExternalActionRequest) -> Void
    ) {
        guard accepts(boundFeature, action) else { return }
        actions.append(ActionMetadata(action, of: metadata, isPublished: isPublished, perform: perform))
        if ActionType.analyticsID != nil { isAnalysed = true }
        guard !ActionType.activityEligibility.isEmpty else { return }
        activityHandlers.append(ActivityHandler(boundFeature, action, perform: isContinued ? perform : nil))
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
