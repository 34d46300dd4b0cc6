import FeatureGating

/// What may be changed to make a feature available.
package enum UnlockReach: Sendable, Hashable {
    /// What the user or a developer can change on this device.
    case thisDevice
    /// Also the platform, and permissions that the system forbids or does not have, as overrides can simulate.
    case anywhere
}

/// The ways to make a feature available, each as the requirements to meet.
package struct FeatureUnlocks: Sendable {
    /// The smallest sets of requirements to meet, shortest first.
    package var plans: [[RequirementState]] = []
    /// Whether every smallest set was considered, so that the plans are all there are or, cut to a limit, the shortest.
    package var areComplete = true
    /// The platform that a plan with a platform in it takes; `nil` if no plan has one.
    package var platform: CurrentPlatform?

    /// Creates the ways; by default there are none, as for a feature that is available.
    package init(plans: [[RequirementState]] = [], areComplete: Bool = true, platform: CurrentPlatform? = nil) {
        (self.plans, self.areComplete, self.platform) = (plans, areComplete, platform)
    }
}

extension ExplanationBuilder {
    /// Finds the ways to make the feature available.
    ///
    /// - Parameters:
    ///   - reach: What may be changed.
    ///   - limit: The most plans to return.
    /// - Returns: The ways, shortest first; none if it is available.
    package func unlocks(within reach: UnlockReach, limit: Int) -> FeatureUnlocks {
        guard verdict != .true else { return FeatureUnlocks() }
        let platform = reach == .anywhere ? supportedPlatform : nil
        let (plans, areComplete) = plans(within: reach, on: platform, limit: limit)
        let needsPlatform = plans.joined().contains { $0.kind == .platform }
        return FeatureUnlocks(plans: plans, areComplete: areComplete, platform: needsPlatform ? platform : nil)
    }

    /// The platform and version nearest to the actual one that the feature and the groups above it all support.
    private var supportedPlatform: CurrentPlatform? {
        let rules = basis.conditions.compactMap { condition in
            if case .platform(let rule) = condition { rule } else { nil }
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
