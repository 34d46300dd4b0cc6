// SPDX-License-Identifier: MIT

import FlintCore

/// Handwritten features for requests below one and below five ancestors, for denied requests, and for runtime switches.
enum NamedFeatures {
    static var all: [FeatureDefinition.Type] {
        [ShallowFeature.self, SwitchedFeature.self, ChangingFeature.self, DeniedFeature.self, FirstLevel.self]
    }

    /// Requires a flag that is on.
    final class ShallowFeature: GeneratedFeature {
        static let description = "Under one ancestor"
        static func constraints(requirements: FeatureConstraintsBuilder) { requirements.featureFlag(Keys.on) }
        static func prepare(actions: FeatureActionsBuilder) { actions.declare(action(NoAction.self)) }
        static func ask() -> Bool { action(NoAction.self).request() != nil }
    }

    /// Requires the runtime switch, which is on.
    final class SwitchedFeature: GeneratedFeature {
        static let description = "Reads a switch at every request"
        static var isEnabled: Bool? { true }
        static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
        static func prepare(actions: FeatureActionsBuilder) { actions.declare(action(NoAction.self)) }
        static func ask() -> Bool { action(NoAction.self).request() != nil }
    }

    /// Requires the runtime switch, which is turned on and off.
    final class ChangingFeature: GeneratedFeature {
        static let description = "Has a switch that changes"
        nonisolated(unsafe) static var isOn = true
        static var isEnabled: Bool? { isOn }
        static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
        static func prepare(actions: FeatureActionsBuilder) { actions.declare(action(NoAction.self)) }
        static func ask() -> Bool { action(NoAction.self).request() != nil }
    }

    /// Has three requirements, one of them unmet.
    final class DeniedFeature: GeneratedFeature {
        static let description = "Is not available"
        static func constraints(requirements: FeatureConstraintsBuilder) {
            requirements.featureFlag(Keys.on)
            requirements.userToggled(defaultValue: true)
            requirements.featureFlag(Keys.off)
        }
        static func prepare(actions: FeatureActionsBuilder) { actions.declare(action(NoAction.self)) }
        static func ask() -> Bool { action(NoAction.self).request() != nil }
    }

    /// Requires a flag that is on, below five ancestors.
    final class DeepFeature: GeneratedFeature {
        static let description = "Under five ancestors"
        static func constraints(requirements: FeatureConstraintsBuilder) { requirements.featureFlag(Keys.on) }
        static func prepare(actions: FeatureActionsBuilder) { actions.declare(action(NoAction.self)) }
        static func ask() -> Bool { action(NoAction.self).request() != nil }
    }

    final class FirstLevel: Level {
        static let description = "The second ancestor of five"
        static var subfeatures: [FeatureDefinition.Type] { [SecondLevel.self] }
    }

    final class SecondLevel: Level {
        static let description = "The third ancestor of five"
        static var subfeatures: [FeatureDefinition.Type] { [ThirdLevel.self] }
    }

    final class ThirdLevel: Level {
        static let description = "The fourth ancestor of five"
        static var subfeatures: [FeatureDefinition.Type] { [FourthLevel.self] }
    }

    final class FourthLevel: Level {
        static let description = "The last ancestor of five"
        static var subfeatures: [FeatureDefinition.Type] { [DeepFeature.self] }
    }

    enum Keys {
        static let on: FeatureKey = "on"
        static let off: FeatureKey = "off"
    }
}

protocol Level: ConditionalFeature, FeatureGroup {}

extension Level {
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.featureFlag(NamedFeatures.Keys.on)
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}
