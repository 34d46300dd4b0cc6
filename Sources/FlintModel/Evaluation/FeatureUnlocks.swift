// SPDX-License-Identifier: MIT

import FeatureGating

package enum UnlockScope: Sendable, Hashable {
    case thisDevice
    /// All changes, including those that only an override can simulate.
    ///
    /// Examples are another platform and a permission that the system restricts.
    case anywhere
}

/// The ways to make a feature available; a feature that is already available has no plans.
package struct FeatureUnlocks: Sendable {
    /// The smallest sets of requirements to meet, shortest first.
    package var plans: [[RequirementState]] = []
    /// Whether ``plans`` contains every minimal set.
    package var areComplete = true
    /// The platform to switch to for plans that contain a platform, or `nil` if no plan needs a switch.
    package var platform: CurrentPlatform?

    package init(plans: [[RequirementState]] = [], areComplete: Bool = true, platform: CurrentPlatform? = nil) {
        (self.plans, self.areComplete, self.platform) = (plans, areComplete, platform)
    }
}

extension ExplanationBuilder {
    package func unlocks(within reach: UnlockScope, limit: Int) -> FeatureUnlocks {
        guard verdict != .true else { return FeatureUnlocks() }
        let platform = reach == .anywhere ? supportedPlatform : nil
        let (plans, areComplete) = plans(within: reach, on: platform, limit: limit)
        let needsPlatform = plans.joined().contains { $0.kind == .platform }
        return FeatureUnlocks(plans: plans, areComplete: areComplete, platform: needsPlatform ? platform : nil)
    }

    /// A platform and version on which the feature can be available, or `nil` if no platform qualifies.
    ///
    /// The actual platform is preferred, then other versions of its operating system, then other platforms. Among
    /// several versions, the lowest is preferred.
    private var supportedPlatform: CurrentPlatform? {
        let actual = fact(.platform)?.actual.currentPlatform
        let others = ([actual?.platform].compactMap(\.self) + Platform.all).flatMap(versions)
        return ([actual].compactMap(\.self) + others).first { basis.canBeMet(owners[...], on: [$0]) }
    }

    /// Returns each platform on which the feature can be available, with the newest version that requirements mention.
    func supportedPlatforms(among platforms: [Platform]) -> [CurrentPlatform] {
        platforms.compactMap { versions(of: $0).last }.filter { basis.canBeMet(owners[...], on: [$0]) }
    }

    /// Returns the versions of a platform that requirements distinguish, lowest first.
    private func versions(of platform: Platform) -> [CurrentPlatform] {
        let minimums = basis.conditions.compactMap { $0.platformRule?.versions[platform]?.minimum }
        let versions = minimums.isEmpty ? [PlatformVersion(major: 1)] : Set(minimums).sorted()
        return versions.map { CurrentPlatform(platform: platform, version: $0) }
    }
}

extension ExplanationBasis {
    /// Returns whether some platform meets the requirements of the given owners if every other condition is met.
    ///
    /// Requirements have no negation, so in that case only the platform can make them unmet.
    func canBeMet(_ owners: ArraySlice<Owner>, on platforms: [CurrentPlatform]) -> Bool {
        platforms.contains { platform in
            owners.allSatisfy { owner in
                let truth = owner.numbered.evaluate { number in
                    conditions[number.index].platformRule.map { Truth($0.allows(platform)) } ?? .true
                }
                return truth == .true
            }
        }
    }
}
