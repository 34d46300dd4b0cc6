import FlintCore
import Synchronization

/// A number of features, what each of them requires, and what they are registered under.
///
/// Feature types are put together at run time from a few letters, so any number can be had without writing them down.
/// The same types serve all populations, one after another: what a type declares is asked of the current one.
package struct Population: Sendable {
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

    private static let stored = Mutex(Population(count: 0) { _, _ in })

    /// The population that is being registered.
    static var current: Population { stored.withLock { $0 } }

    /// Creates a population.
    ///
    /// - Parameters:
    ///   - count: How many features there are.
    ///   - declare: Declares what the feature with a number requires.
    package init(
        count: Int, declare: @escaping @Sendable (_ index: Int, _ requirements: any FeatureConstraintsBuilder) -> Void
    ) {
        self.count = count
        self.declare = declare
    }

    /// Registers the population in a runtime that has not been set up, a new one by default.
    ///
    /// - Parameters:
    ///   - runtime: The runtime.
    ///   - configuration: Supplies trackers and checkers.
    /// - Returns: The runtime.
    @discardableResult
    package func register(
        in runtime: FlintRuntime = FlintRuntime(), configuration: ((Flint.DependenciesConfig) -> Void)? = nil
    ) -> FlintRuntime {
        Self.stored.withLock { $0 = self }
        GeneratedTypes.prepare(count)
        runtime.setUp(Root.self) { config in
            // Release builds refuse overrides otherwise, and what they cost is measured too.
            config.allowsOverrides = true
            configuration?(config)
        }
        return runtime
    }

    /// The groups the features are in; the last may not be full.
    var groups: [FeatureDefinition.Type] {
        (0..<(count + Self.groupSize - 1) / Self.groupSize).map { GeneratedTypes.group($0) }
    }

    /// The features in a group.
    func features(inGroup group: Int) -> [FeatureDefinition.Type] {
        (group * Self.groupSize..<min(count, (group + 1) * Self.groupSize)).map { GeneratedTypes.feature($0) }
    }
}
