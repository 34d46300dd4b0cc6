import FlintCore
import Synchronization

/// A number of features, what each of them requires, and what they are registered under.
///
/// Feature types are made of letters at run time, so any number can be had without writing them down. The same types
/// serve all populations, one after another: what a type declares is asked of the current one.
struct Population: Sendable {
    /// How many features there are, besides the groups they are in and the few written by hand.
    let count: Int
    /// Whether each feature declares an action.
    var hasActions = false
    /// Whether the features that are written by hand are registered too.
    var hasNamedFeatures = false
    /// Declares what the feature with a number requires.
    let declare: @Sendable (_ index: Int, _ requirements: any FeatureConstraintsBuilder) -> Void

    /// How many features a group holds: one for each letter.
    static var groupSize: Int { letters.count }

    /// The groups the features are in; the last may not be full.
    var groups: [FeatureDefinition.Type] {
        (0..<(count + Self.groupSize - 1) / Self.groupSize).map(Self.group)
    }

    /// The numbers of the features in a group.
    func indices(inGroup group: Int) -> Range<Int> {
        group * Self.groupSize..<min(count, (group + 1) * Self.groupSize)
    }

    /// The type of a feature.
    static func feature(_ index: Int) -> any GeneratedFeature.Type {
        let group = index / groupSize
        let (first, second) = (letters[group / groupSize], letters[group % groupSize])
        let third = letters[index % groupSize]
        return make(first, second, third)
    }

    /// The type of a group.
    private static func group(_ index: Int) -> FeatureDefinition.Type {
        let (first, second) = (letters[index / groupSize], letters[index % groupSize])
        return makeGroup(first, second)
    }

    private static func make<A: Letter, B: Letter, C: Letter>(
        _: A.Type, _: B.Type, _: C.Type
    ) -> any GeneratedFeature.Type { Leaf<A, B, C>.self }

    private static func makeGroup<A: Letter, B: Letter>(_: A.Type, _: B.Type) -> FeatureDefinition.Type {
        Folder<A, B>.self
    }

    private static let stored = Mutex(Population(count: 0) { _, _ in })

    /// The population that is being registered.
    static var current: Population { stored.withLock { $0 } }

    /// Registers the population in a new runtime.
    func register(configuration: ((Flint.DependenciesConfig) -> Void)? = nil) -> FlintRuntime {
        Self.stored.withLock { $0 = self }
        let runtime = FlintRuntime()
        runtime.setUp(Root.self, configuration: configuration)
        return runtime
    }
}
