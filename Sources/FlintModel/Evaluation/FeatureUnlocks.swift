// SPDX-License-Identifier: MIT

import FeatureGating

/// The scope of changes that an unlock plan may contain.
package enum UnlockScope: Sendable, Hashable {
    /// Changes that the user or a developer can make on this device.
    case thisDevice
    /// All changes, including those that only an override can simulate, such as another platform or a permission that
    /// the system restricts.
    case anywhere
}

/// The ways to make a feature available, each as a set of requirements to meet.
///
/// A feature that is already available has no plans.
package struct FeatureUnlocks: Sendable {
    /// The smallest sets of requirements to meet, shortest first.
    package var plans: [[RequirementState]] = []
    /// Whether every minimal set was considered.
    ///
    /// If it is `true`, ``plans`` contains all minimal sets, or the shortest of them if they exceed the limit.
    package var areComplete = true
    /// The platform to switch to for plans that contain a platform, or `nil` if no plan needs a switch.
    package var platform: CurrentPlatform?

    package init(plans: [[RequirementState]] = [], areComplete: Bool = true, platform: CurrentPlatform? = nil) {
        (self.plans, self.areComplete, self.platform) = (plans, areComplete, platform)
    }
}

extension ExplanationBuilder {
    /// Returns the ways to make the feature available.
    ///
    /// - Parameters:
    ///   - reach: The scope of changes that a plan may contain.
    ///   - limit: The maximum number of plans.
    /// - Returns: The plans, shortest first. An available feature has no plans.
    package func unlocks(within reach: UnlockScope, limit: Int) -> FeatureUnlocks {
        guard verdict != .true else { return FeatureUnlocks() }
        let platform = reach == .anywhere ? supportedPlatform : nil
        let (plans, areComplete) = plans(within: reach, on: platform, limit: limit)
        let needsPlatform = plans.joined().contains { $0.kind == .platform }
        return FeatureUnlocks(plans: plans, areComplete: areComplete, platform: needsPlatform ? platform : nil)
    }

    /// A platform and version that the feature and all groups above it support, or `nil` if no platform qualifies.
    ///
    /// The actual platform and its operating system are preferred.
    private var supportedPlatform: CurrentPlatform? {
        let rules = basis.conditions.compactMap { condition in
            condition.platformRule
        }
        let actual = fact(.platform)?.actual.currentPlatform
        if let actual, rules.allSatisfy({ $0.allows(actual) }) { return actual }
        let candidates = [actual?.platform].compactMap { $0 } + Platform.all
        for platform in candidates {
            let minimums = rules.map { $0.versions[platform] ?? .any }.compactMap { version in
                if case .atLeast(let minimum) = version { minimum } else { nil }
            }
            let lowest = minimums.max() ?? PlatformVersion(major: 1)
            let candidate = CurrentPlatform(platform: platform, version: lowest)
            if rules.allSatisfy({ $0.allows(candidate) }) { return candidate }
        }
        return nil
    }
}
