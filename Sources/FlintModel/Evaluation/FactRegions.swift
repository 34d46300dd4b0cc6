// SPDX-License-Identifier: MIT

import FeatureGating
import FlintFoundation

/// The values of a fact, divided into regions by their effect on conditions.
///
/// A platform or one of the app's own facts can have too many values to try them all, so one value represents each
/// region. For example, all versions between two required versions have the same effect on every condition.
package struct FactRegions: Sendable {
    package static let limit = 64

    /// The representatives, in order of preference.
    package private(set) var values: [FactValue] = []
    /// Whether every region has a representative.
    package private(set) var isComplete = true
    private let conditions: [Condition]
    /// The index of each representative by its effect on all conditions, or by its value if every value is listed.
    private var indices: [Effect: Int] = [:]
    private let isEveryValueListed: Bool

    private enum Effect: Hashable, Sendable {
        case conditions([Bool])
        case value(FactValue)
    }

    /// Divides the values of the platform or of one of the app's own facts.
    ///
    /// A preferred value represents the values with the same effect. The first preferred value takes precedence.
    package init(of key: FactKey, in conditions: some Sequence<Condition>, preferring preferred: [FactValue] = []) {
        var seen: Set<Condition> = []
        self.conditions = conditions.filter { $0.mainKey == key && seen.insert($0).inserted }
        let choices = key.domain.choices.map(\.value)
        isEveryValueListed = 1...Self.limit ~= choices.count
        let candidates = preferred + (choices.isEmpty ? Self.candidates(in: self.conditions) : choices)
        let others = candidates.indices.dropFirst(preferred.count)
        // Values of an app's own fact that meet more conditions come first. The sort is stable.
        let counts = candidates.map { value in self.conditions.count { $0.accepts(value) } }
        let order =
            key == .platform
            ? Array(others) : others.sorted { counts[$0] == counts[$1] ? $0 < $1 : counts[$0] > counts[$1] }
        for value in preferred + order.map({ candidates[$0] }) {
            let effect = effect(of: value)
            guard indices[effect] == nil else { continue }
            guard values.count < Self.limit else {
                isComplete = false
                break
            }
            indices[effect] = values.count
            values.append(value)
        }
        // If every known value meets a condition, only the unknown value does not, so it is listed too.
        let all = UInt64.max >> UInt64(Self.limit - values.count)
        if key.kind.isOwn, values.count < Self.limit, self.conditions.contains(where: { accepted(by: $0) == all }) {
            values.append(.truth(.unknown))
        }
    }

    private func effect(of value: FactValue) -> Effect {
        isEveryValueListed ? .value(value) : .conditions(conditions.map { $0.accepts(value) })
    }

    /// Returns the index of a value's representative, or `nil` if the value is unknown or has no representative.
    package func index(of value: FactValue) -> Int? { value.isUnknown ? nil : indices[effect(of: value)] }

    /// Returns the values that meet a condition, with bit *n* for value *n*.
    package func accepted(by condition: Condition) -> UInt64 {
        values.indices.reduce(0) { condition.accepts(values[$1]) ? $0 | 1 << UInt64($1) : $0 }
    }

    /// Returns the values of a fact that conditions distinguish, for display in a list.
    ///
    /// For each platform, the result contains the required versions and an older version, or a single version if none
    /// is required.
    package static func boundaries(of key: FactKey, in conditions: [Condition]) -> [FactValue] {
        let own = conditions.filter { $0.mainKey == key }
        guard key == .platform else { return FactRegions(of: key, in: own).values.filter { !$0.isUnknown } }
        // There is no version 0.
        return candidates(in: own).filter { $0.currentPlatform.map { $0.version.major > 0 } ?? true }
    }

    private static func candidates(in conditions: [Condition]) -> [FactValue] {
        let rules = conditions.compactMap(\.platformRule)
        guard rules.isEmpty else { return platforms(in: rules) }
        let mentioned = conditions.flatMap { condition -> [FactValue] in
            switch condition.test {
            case .atLeast(let least): [least]
            case .oneOf(let values): values
            case .granted, .platform, .consumable, .balance, .unlocked: []
            }
        }
        return mentioned + mentioned.flatMap(\.neighbors)
    }

    private static func platforms(in rules: [PlatformRule]) -> [FactValue] {
        Platform.all.flatMap { platform in
            let minimums = Set(rules.compactMap { $0.versions[platform]?.minimum })
            var versions = minimums.sorted(by: >)
            if let lowest = versions.last {
                if lowest.minor > 0 || lowest.patch > 0 {
                    versions.append(PlatformVersion(major: lowest.major))
                } else if lowest.major > 0 {
                    versions.append(PlatformVersion(major: lowest.major - 1))
                }
            } else {
                versions = [PlatformVersion(major: 1)]
            }
            return versions.map { FactValue.platform(CurrentPlatform(platform: platform, version: $0)) }
        }
    }
}

extension Condition {
    package func accepts(_ value: FactValue) -> Bool {
        truth { $0 == mainKey ? Fact(actual: value, source: .unreported, since: .distantPast) : nil } == .true
    }
}

extension FactValue {
    fileprivate var neighbors: [FactValue] {
        switch self {
        case .number(let number):
            [number < .max ? .number(number + 1) : nil, number > .min ? .number(number - 1) : nil].compactMap { $0 }
        case .version(let version):
            [version.patch < .max ? version.nextPatch : nil, version.lower].compactMap { $0 }.map { .version($0) }
        case .date(let date): [.date(date.addingTimeInterval(1)), .date(date.addingTimeInterval(-1))]
        case .truth, .permission, .balance, .platform, .choice, .absent: []
        }
    }
}

extension PlatformVersion {
    fileprivate var nextPatch: PlatformVersion { PlatformVersion(major: major, minor: minor, patch: patch + 1) }

    fileprivate var lower: PlatformVersion? {
        if patch > 0 { return PlatformVersion(major: major, minor: minor, patch: patch - 1) }
        if minor > 0 { return PlatformVersion(major: major, minor: minor - 1) }
        return major > 0 ? PlatformVersion(major: major - 1) : nil
    }
}
