import FlintCore

/// A feature whose type was made at run time.
protocol GeneratedFeature: ConditionalFeature, SendableMetatype {
    /// Requests its action and returns whether the request was granted.
    static func ask() -> Bool
}

/// A group whose type was made at run time.
protocol GeneratedGroup: FeatureGroup, SendableMetatype {
    /// The type of a feature in the group.
    static func feature(_ letter: any Letter.Type) -> any GeneratedFeature.Type
}

/// A feature in a group.
///
/// Its parameters are not constrained, because the runtime finds types by a hash that is much worse if they are.
final class Leaf<Group, Place>: GeneratedFeature {
    static var description: String { "A generated feature" }
    static var isEnabled: Bool? { true }

    static func constraints(requirements: FeatureConstraintsBuilder) {
        Population.current.declare(GeneratedTypes.number(of: self), requirements)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        if Population.current.hasActions { actions.declare(action(NoAction.self)) }
    }

    static func ask() -> Bool { action(NoAction.self).request() != nil }
}

/// The group that two letters name.
final class Folder<A: Letter, B: Letter>: GeneratedGroup {
    static var subfeatures: [FeatureDefinition.Type] {
        Population.current.features(inGroup: GeneratedTypes.number(of: self))
    }

    static func feature(_ letter: any Letter.Type) -> any GeneratedFeature.Type {
        func make<C: Letter>(_: C.Type) -> any GeneratedFeature.Type { Leaf<Folder, C>.self }
        return make(letter)
    }
}

/// The group of everything.
final class Root: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] {
        let population = Population.current
        return (population.hasNamedFeatures ? NamedFeatures.all : []) + population.groups
    }
}

/// An action that is asked for and never performed.
final class NoAction: Action {
    static let description = "Does nothing"

    static func perform(
        context: ActionContext<NoInput>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        completion.completedSync(.success)
    }
}
