import FlintCore

/// A feature whose type was made at run time.
protocol GeneratedFeature: ConditionalFeature {
    /// Asks for its action and says whether the request was granted.
    static func ask() -> Bool
}

/// The feature whose number has three letters as its digits.
final class Leaf<A: Letter, B: Letter, C: Letter>: GeneratedFeature {
    static var description: String { "A generated feature" }

    private static var index: Int { (A.value * letters.count + B.value) * letters.count + C.value }

    static func constraints(requirements: FeatureConstraintsBuilder) {
        Population.current.declare(index, requirements)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        if Population.current.hasActions { actions.declare(action(NoAction.self)) }
    }

    static func ask() -> Bool { action(NoAction.self).request() != nil }
}

/// The group whose number has two letters as its digits.
final class Folder<A: Letter, B: Letter>: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] {
        Population.current.indices(inGroup: A.value * letters.count + B.value).map { Population.feature($0) }
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
