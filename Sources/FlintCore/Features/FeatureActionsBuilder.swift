// SPDX-License-Identifier: MIT

/// An object that collects a feature's actions, passed to `prepare(actions:)` when the feature is registered.
///
/// Call `declare` for an action that the app performs itself, and `publish` for an action that the app also offers to
/// its users, for example in a menu. The compiler selects the overload by the binding's type, and by whether an
/// activity can store the action's input. Only declared or published actions can be performed.
public protocol FeatureActionsBuilder: AnyObject {
    /// Declares an action that the app performs itself.
    func declare<FeatureType: FeatureDefinition, ActionType: Action>(
        _ binding: StaticActionBinding<FeatureType, ActionType>)

    /// Declares an action of a conditional feature, for the app to perform itself.
    func declare<FeatureType: ConditionalFeature, ActionType: Action>(
        _ binding: ConditionalActionBinding<FeatureType, ActionType>)

    /// Declares an action that the app offers to its users, for example in a palette or a menu.
    func publish<FeatureType: FeatureDefinition, ActionType: Action>(
        _ binding: StaticActionBinding<FeatureType, ActionType>)

    /// Declares a user-visible action of a conditional feature.
    func publish<FeatureType: ConditionalFeature, ActionType: Action>(
        _ binding: ConditionalActionBinding<FeatureType, ActionType>)

    /// Declares an action that the app performs itself. The action's input can be stored in an activity.
    func declare<FeatureType: FeatureDefinition, ActionType: Action>(
        _ binding: StaticActionBinding<FeatureType, ActionType>) where ActionType.InputType: ActivityCodable

    /// Declares an action of a conditional feature, for the app to perform itself. The action's input can be stored in
    /// an activity.
    func declare<FeatureType: ConditionalFeature, ActionType: Action>(
        _ binding: ConditionalActionBinding<FeatureType, ActionType>) where ActionType.InputType: ActivityCodable

    /// Declares a user-visible action. The action's input can be stored in an activity.
    func publish<FeatureType: FeatureDefinition, ActionType: Action>(
        _ binding: StaticActionBinding<FeatureType, ActionType>) where ActionType.InputType: ActivityCodable

    /// Declares a user-visible action of a conditional feature. The action's input can be stored in an activity.
    func publish<FeatureType: ConditionalFeature, ActionType: Action>(
        _ binding: ConditionalActionBinding<FeatureType, ActionType>) where ActionType.InputType: ActivityCodable
}

/// The builder that turns the calls in a feature's `prepare(actions:)` into metadata.
///
/// Each registration creates a builder for the feature and reads the collected actions, activity handlers, and
/// advisories after the call. An action is rejected, with an advisory, if it is declared twice or bound to another
/// feature.
final class DefaultFeatureActionsBuilder: FeatureActionsBuilder {
    private let metadata: FeatureMetadata
    private var feature: FeatureDefinition.Type { metadata.feature }
    private(set) var actions: [ActionMetadata] = []
    private(set) var advisories: [String] = []
    private(set) var activityHandlers: [ActivityHandler] = []

    private(set) var reportsToAnalytics = false

    init(_ metadata: FeatureMetadata) {
        self.metadata = metadata
    }

    func declare<FeatureType: FeatureDefinition, ActionType: Action>(
        _ binding: StaticActionBinding<FeatureType, ActionType>
    ) {
        add(FeatureType.self, ActionType.self, isPublished: false, isContinued: false, binding.place, binding.handle)
    }

    func declare<FeatureType: FeatureDefinition, ActionType: Action>(
        _ binding: StaticActionBinding<FeatureType, ActionType>
    ) where ActionType.InputType: ActivityCodable {
        add(FeatureType.self, ActionType.self, isPublished: false, isContinued: true, binding.place, binding.handle)
    }

    func declare<FeatureType: ConditionalFeature, ActionType: Action>(
        _ binding: ConditionalActionBinding<FeatureType, ActionType>
    ) {
        add(FeatureType.self, ActionType.self, isPublished: false, isContinued: false, binding.place, binding.handle)
    }

    func declare<FeatureType: ConditionalFeature, ActionType: Action>(
        _ binding: ConditionalActionBinding<FeatureType, ActionType>
    ) where ActionType.InputType: ActivityCodable {
        add(FeatureType.self, ActionType.self, isPublished: false, isContinued: true, binding.place, binding.handle)
    }

    func publish<FeatureType: FeatureDefinition, ActionType: Action>(
        _ binding: StaticActionBinding<FeatureType, ActionType>
    ) {
        add(FeatureType.self, ActionType.self, isPublished: true, isContinued: false, binding.place, binding.handle)
    }

    func publish<FeatureType: FeatureDefinition, ActionType: Action>(
        _ binding: StaticActionBinding<FeatureType, ActionType>
    ) where ActionType.InputType: ActivityCodable {
        add(FeatureType.self, ActionType.self, isPublished: true, isContinued: true, binding.place, binding.handle)
    }

    func publish<FeatureType: ConditionalFeature, ActionType: Action>(
        _ binding: ConditionalActionBinding<FeatureType, ActionType>
    ) {
        add(FeatureType.self, ActionType.self, isPublished: true, isContinued: false, binding.place, binding.handle)
    }

    func publish<FeatureType: ConditionalFeature, ActionType: Action>(
        _ binding: ConditionalActionBinding<FeatureType, ActionType>
    ) where ActionType.InputType: ActivityCodable {
        add(FeatureType.self, ActionType.self, isPublished: true, isContinued: true, binding.place, binding.handle)
    }

    /// Adds an action, unless it is declared twice or bound to another feature.
    ///
    /// `isContinued` indicates whether an activity can store the action's input. The overload determines the value,
    /// because a conformance that is isolated to the main actor is not visible on other threads.
    private func add<FeatureType: FeatureDefinition, ActionType: Action>(
        _ boundFeature: FeatureType.Type, _ action: ActionType.Type, isPublished: Bool, isContinued: Bool,
        _ place: BindingPlace, _ perform: @escaping (ExternalActionRequest) -> Void
    ) {
        guard accepts(boundFeature, action) else { return }
        actions.append(ActionMetadata(action, of: metadata, isPublished: isPublished, place: place, perform: perform))
        if ActionType.analyticsID != nil { reportsToAnalytics = true }
        guard !ActionType.activityEligibility.isEmpty else { return }
        activityHandlers.append(ActivityHandler(boundFeature, action, perform: isContinued ? perform : nil))
    }

    private func accepts<FeatureType: FeatureDefinition, ActionType: Action>(
        _ boundFeature: FeatureType.Type, _ action: ActionType.Type
    ) -> Bool {
        if boundFeature != feature {
            advisories.append(
                "\(feature.name) declares \(action.name), which is bound to \(boundFeature.name); declare it there.")
            return false
        }
        if actions.contains(where: { $0.typeIdentifier == ObjectIdentifier(action) }) {
            advisories.append("\(feature.name) declares \(action.name) twice; the first declaration is used.")
            return false
        }
        return true
    }
}
