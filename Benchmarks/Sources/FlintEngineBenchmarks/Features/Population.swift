// SPDX-License-Identifier: MIT

import FlintCore
import FlintLocks

/// A number of generated features with their requirements and groups.
///
/// Feature types are composed at run time from a few letters, so the number of features is not limited by handwritten
/// types. All populations use the same types, one population after another. A type takes its declarations from the
/// current population.
package struct Population: Sendable {
    /// The number of features, without their groups and the handwritten features.
    let count: Int
    var hasActions = false
    /// Whether the handwritten features are registered too.
    var hasNamedFeatures = false
    /// Declares the requirements of the feature with the given index.
    let declare: @Sendable (_ index: Int, _ requirements: any FeatureConstraintsBuilder) -> Void

    /// The number of features in a group, one for each letter.
    static var groupSize: Int { letters.count }

    private static let stored = Protected(Population(count: 0) { _, _ in })

    static var current: Population { stored.withLock { $0 } }

    /// Creates a population.
    ///
    /// - Parameters:
    ///   - count: The number of features.
    ///   - declare: Declares the requirements of the feature with the given index.
    package init(
        count: Int, declare: @escaping @Sendable (_ index: Int, _ requirements: any FeatureConstraintsBuilder) -> Void
    ) {
        self.count = count
        self.declare = declare
    }

    /// Registers the population in a runtime that has not been set up, by default a new runtime.
    ///
    /// - Parameters:
    ///   - runtime: The runtime.
    ///   - configuration: Sets trackers and checkers.
    /// - Returns: The runtime.
    @discardableResult
    package func register(
        in runtime: FlintRuntime = FlintRuntime(), configuration: ((Flint.DependenciesConfig) -> Void)? = nil
    ) -> FlintRuntime {
        Self.stored.withLock { $0 = self }
        GeneratedTypes.prepare(count)
        runtime.setUp(Root.self) { config in
            // Release builds refuse overrides by default, but their cost is measured too.
            config.allowsOverrides = true
            configuration?(config)
        }
        return runtime
    }

    /// The groups of the features.
    ///
    /// The last group may not be full.
    var groups: [FeatureDefinition.Type] {
        (0..<(count + Self.groupSize - 1) / Self.groupSize).map { GeneratedTypes.group($0) }
    }

    func features(inGroup group: Int) -> [FeatureDefinition.Type] {
        (group * Self.groupSize..<min(count, (group + 1) * Self.groupSize)).map { GeneratedTypes.feature($0) }
    }
}
