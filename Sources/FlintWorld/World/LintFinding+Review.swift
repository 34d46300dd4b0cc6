// SPDX-License-Identifier: MIT

extension LintFinding {
    static func findings(
        _ review: FeatureReview, of feature: FeatureSummary, on platform: CurrentPlatform, name: (String) -> String
    ) -> [LintFinding] {
        let (id, title) = (feature.id, feature.name)
        switch review.impossibility {
        case .own?:
            let rules = review.platforms.filter { $0.path.description == id }.map(\.rule)
            let reason =
                if rules.contains(where: \.isNeverMet) {
                    "it supports no platform"
                } else if rules.isEmpty {
                    "it requires one of several alternatives, but none are declared"
                } else {
                    "no platform meets its requirements"
                }
            return [
                LintFinding(
                    kind: .neverAvailable, featureID: id, message: "\(title) can never be available: \(reason).")
            ]
        case .conflict(let group)?:
            let own = review.platforms.first { $0.path.description == id }?.rule.title ?? "something else"
            let other = review.platforms.first { $0.path == group }?.rule.title ?? "something else"
            return [
                LintFinding(
                    kind: .contradictoryRequirements, featureID: id, requirement: own, group: group.description,
                    message: "\(title) can never be available: it requires \(own), and \(name(group.description)) "
                        + "requires \(other).")
            ]
        case .group(let group)?:
            return [
                LintFinding(
                    kind: .neverAvailable, featureID: id, group: group.description,
                    message: "\(title) can never be available, because \(name(group.description)) never is.")
            ]
        case nil:
            let redundant = review.redundancies.map { redundancy in
                LintFinding(
                    kind: .redundantRequirement, featureID: id, requirement: redundancy.requirement,
                    group: redundancy.group?.description, message: message(about: redundancy, of: title, name))
            }
            return (review.unsupportedPlatform.map { [notHere($0, of: feature, on: platform, name)] } ?? []) + redundant
        }
    }

    private static func message(
        about redundancy: FeatureReview.Redundancy, of title: String, _ name: (String) -> String
    ) -> String {
        let group = redundancy.group.map { name($0.description) }
        let part = redundancy.requirement
        if redundancy.isAlternative {
            let start = "\(title) accepts \(part) as an alternative, which never decides"
            return redundancy.reason.map { "\(start): \($0) is met whenever it is." }
                ?? "\(start) because of \(group.map { "the requirements of \($0)" } ?? "its other requirements")."
        }
        let reason =
            if let other = redundancy.reason {
                group.map { "\($0) requires \(other)" } ?? "it also requires \(other)"
            } else {
                group.map { "the requirements of \($0) imply it" } ?? "its other requirements imply it"
            }
        return "\(title) requires \(part), which has no effect: \(reason)."
    }

    private static func notHere(
        _ obstacle: (path: FeaturePath, title: String), of feature: FeatureSummary, on platform: CurrentPlatform,
        _ name: (String) -> String
    ) -> LintFinding {
        let group = obstacle.path.description == feature.id ? nil : obstacle.path
        let subject = group.map { name($0.description) } ?? "it"
        return LintFinding(
            kind: .neverOnThisPlatform, featureID: feature.id, requirement: obstacle.title, group: group?.description,
            message: "\(feature.name) is never available on \(platform.label): \(subject) requires \(obstacle.title).")
    }

    static func availableTogether(_ features: [DeclaredFeature]) -> LintFinding {
        let names = features.dropFirst().map(\.summary.name)
        let title = features.first?.summary.name ?? ""
        return LintFinding(
            kind: .availableTogether, featureID: features.first?.id,
            message:
                "\(title) is always available together with \(names.listed(atMost: 8)), because their requirements "
                + "are equivalent. A group can declare them once.")
    }
}
