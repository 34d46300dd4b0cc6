// SPDX-License-Identifier: MIT

/// A feature at one moment, with its availability, requirements, and actions.
///
/// ``World/detail(of:with:)`` returns a snapshot without plans, because finding plans can take a long time.
/// ``World/explanation(of:)`` adds the plans. JSON output contains every key, with an explicit `null` for absent
/// values.
package struct FeatureSnapshot: Codable, Sendable, Hashable, Identifiable {
    /// The feature's path, such as `PodcastFeatures/FavouritesFeature`, or the identifier that it declares.
    package var id: String
    package var typeName: String
    package var name: String
    package var description: String
    @NullWhenAbsent package var parent: String? = nil
    package var depth: Int
    package var conditional: Bool
    package var isGroup: Bool
    package var visible: Bool
    @NullWhenAbsent package var variation: String? = nil
    /// Whether the feature is available, or `nil` if its availability is undetermined.
    @NullWhenAbsent package var available: Bool? = nil
    /// All requirements that decide availability, with inherited requirements last.
    package var requirements: [RequirementState]
    /// The index of the blocking requirement in ``requirements``, or `nil` if no requirement blocks the feature.
    ///
    /// Front ends name the blocking requirement, because it is the first one to meet.
    @NullWhenAbsent package var firstBlocking: Int? = nil
    /// The minimal sets of steps that make the feature available, cheapest first, limited to ``planLimit``.
    ///
    /// The array is empty if the feature is already available or if no possible change makes it available. It is `nil`
    /// if the plans were not requested.
    @NullWhenAbsent package var unlockPlans: [[UnlockStep]]? = nil
    @NullWhenAbsent package var unlockPlansAreComplete: Bool? = nil
    /// Minimal sets with at least one step that is impossible on this device, if no other plans exist.
    ///
    /// Overrides can simulate these plans. The value is `nil` if the plans were not requested.
    @NullWhenAbsent package var impossiblePlans: [[UnlockStep]]? = nil
    package var actions: [ActionSnapshot]
    /// The user setting's value, or `nil` if the feature has no user setting or the value is unknown.
    @NullWhenAbsent package var userSetting: Bool? = nil
    /// The runtime switch's value, or `nil` if the feature has no runtime switch or the value is unknown.
    @NullWhenAbsent package var runtimeSwitch: Bool? = nil
    /// The platforms that the feature itself supports, such as "iOS 15.0 or later".
    ///
    /// The value is `nil` if the feature supports every version of every platform.
    @NullWhenAbsent package var platforms: String? = nil
    /// The developers' notes about the feature, or `nil` if even its location is unknown.
    @NullWhenAbsent package var declaration: Declaration? = nil
}

extension FeatureSnapshot {
    package static let planLimit = 8

    package var blockingRequirement: RequirementState? {
        guard let firstBlocking, requirements.indices.contains(firstBlocking) else { return nil }
        return requirements[firstBlocking]
    }

    /// The requirements that keep the feature from being available, including the headings of groups.
    ///
    /// If a group is met, its unmet alternatives are omitted.
    package var openRequirements: [RequirementState] {
        RequirementTree(requirements).search { $0.status != .satisfied }.map { requirements[$0] }
    }

    /// The facts that keep the feature from being available, with the blocking requirement first.
    package var openFacts: [RequirementState] {
        let open = openRequirements.filter { !$0.kind.isHeading && $0.kind != .parent }
        guard let first = blockingRequirement, !first.kind.isHeading else { return open }
        return [first] + open.filter { $0 != first }
    }
}
