// SPDX-License-Identifier: MIT

import FlintCore

/// A feature whose type is created at run time.
protocol GeneratedFeature: ConditionalFeature, SendableMetatype {
    /// Requests the feature's action and returns whether the request was granted.
    static func ask() -> Bool
}

protocol GeneratedGroup: FeatureGroup, SendableMetatype {
    static func feature(_ letter: any Letter.Type) -> any GeneratedFeature.Type
}

/// A feature in a group.
///
/// Its generic parameters have no constraints, because the language's runtime looks up constrained types with a much
/// worse hash.
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

/// The group that is named by two letters.
final class Folder<A: Letter, B: Letter>: GeneratedGroup {
    static var subfeatures: [FeatureDefinition.Type] {
        Population.current.features(inGroup: GeneratedTypes.number(of: self))
    }

    static func feature(_ letter: any Letter.Type) -> any GeneratedFeature.Type {
        func make<C: Letter>(_: C.Type) -> any GeneratedFeature.Type { Leaf<Folder, C>.self }
        return make(letter)
    }
}

/// The root group of all generated features.
final class Root: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] {
        let population = Population.current
        return (population.hasNamedFeatures ? NamedFeatures.all : []) + population.groups
    }
}

/// An action that is requested but never performed.
final class NoAction: Action {
    static let description = "Does nothing"

    static func perform(
        context: ActionContext<NoInput>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        completion.completedSync(.success)
    }
}
