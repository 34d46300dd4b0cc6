import FeatureGating

/// Problems in a feature's requirements that exist regardless of the values of facts.
///
/// ``ExplanationBasis/review(on:shouldContinue:)`` creates the review, and lint rules report from it. A review finds
/// impossible requirements, an unsupported platform, and redundant requirements.
package struct FeatureReview: Sendable {
    package enum Impossibility: Sendable, Hashable {
        /// The feature's own requirements cannot be met.
        case own
        /// The feature's own requirements conflict with the requirements of a group above it.
        case conflict(with: FeaturePath)
        /// A group above the feature can never be available.
        case group(FeaturePath)
    }

    /// A requirement that can be removed without changing the states in which the feature is available.
    package struct Redundancy: Sendable, Hashable {
        package let requirement: String
        /// The group above the feature that makes the requirement redundant, or `nil` if the feature's other
        /// requirements do.
        package let group: FeaturePath?
    }

    /// The reason the feature can never be available, or `nil` if it can be.
    package let impossibility: Impossibility?
    /// The feature or group that does not support the current platform, with the platforms that it requires.
    ///
    /// It is `nil` if the feature supports the current platform or can never be available.
    package let unsupportedPlatform: (path: FeaturePath, title: String)?
    package let platforms: [(path: FeaturePath, rule: PlatformRule)]
    /// The feature's own redundant requirements.
    ///
    /// Any one of them can be removed. Removing several at once can change the states in which the feature is
    /// available. The list is empty if the feature can never be available.
    package let redundancies: [Redundancy]
    package let isComplete: Bool
}

extension ExplanationBasis {
    /// Reviews the requirements of the feature and the groups above it.
    ///
    /// - Parameters:
    ///   - platform: The current platform.
    ///   - shouldContinue: Returns whether to continue. A review can take a long time if the feature depends on a large
    ///     number of facts.
    /// - Returns: The review, or `nil` if it was canceled.
    package func review(
        on platform: CurrentPlatform, shouldContinue: @escaping () -> Bool = { true }
    ) -> FeatureReview? {
        FeatureReviewer(self).review(on: platform, shouldContinue: shouldContinue)
    }
}

private struct FeatureReviewer {
    private let basis: ExplanationBasis
    /// The platforms to test, with one version for each range of versions that the requirements distinguish.
    private let platforms: [CurrentPlatform]

    init(_ basis: ExplanationBasis) {
        self.basis = basis
        var versions: [Platform: Set<PlatformVersion>] = [:]
        for case .platform(let rule) in basis.conditions {
            for case (let platform, .atLeast(let version)) in rule.versions {
                versions[platform, default: []].insert(version)
            }
        }
        platforms = Platform.all.flatMap { platform in
            versions[platform, default: []].union([PlatformVersion(major: 0)]).sorted().map {
                CurrentPlatform(platform: platform, version: $0)
            }
        }
    }

    func review(on current: CurrentPlatform, shouldContinue: @escaping () -> Bool) -> FeatureReview? {
        let impossibility = impossibility
        var found = (redundancies: [FeatureReview.Redundancy](), isComplete: true)
        if impossibility == nil {
            guard let redundancies = redundancies(shouldContinue) else { return nil }
            found = redundancies
        }
        let rules = basis.owners.flatMap { owner in
            owner.numbered.facts.compactMap { number -> (path: FeaturePath, rule: PlatformRule)? in
                guard case .platform(let rule) = basis.conditions[number.index] else { return nil }
                return rule.title == nil ? nil : (owner.path, rule)
            }
        }
        return FeatureReview(
            impossibility: impossibility, unsupportedPlatform: impossibility == nil ? obstacle(on: current) : nil,
            platforms: rules, redundancies: found.redundancies, isComplete: found.isComplete)
    }

    private func obstacle(on current: CurrentPlatform) -> (path: FeaturePath, title: String)? {
        for owner in basis.owners {
            for number in owner.numbered.facts {
                guard case .platform(let rule) = basis.conditions[number.index], !rule.allows(current) else { continue }
                return (owner.path, rule.title(on: current.platform))
            }
        }
        return nil
    }

    // MARK: Impossible requirements

    private var impossibility: FeatureReview.Impossibility? {
        let owners = basis.owners
        if canBeMet(owners, on: platforms) { return nil }
        let group = owners.indices.dropFirst().last { !canBeMet(owners[$0...], on: platforms) }
        if let group { return .group(owners[group].path) }
        let last = owners.indices.first { !canBeMet(owners[...$0], on: platforms) } ?? 0
        return last == 0 ? .own : .conflict(with: owners[last].path)
    }

    /// Returns whether some platform meets the requirements of the given owners if every other condition is met.
    ///
    /// Requirements have no negation, so in that case only the platform can make them unmet.
    private func canBeMet(_ owners: some Collection<ExplanationBasis.Owner>, on platforms: [CurrentPlatform]) -> Bool {
        platforms.contains { platform in
            owners.allSatisfy { owner in
                let truth = owner.numbered.evaluate { number in
                    guard case .platform(let rule) = basis.conditions[number.index] else { return .true }
                    return Truth(rule.allows(platform))
                }
                return truth == .true
            }
        }
    }

    // MARK: Redundant requirements

    /// Returns the feature's own redundant requirements, or `nil` if the review was canceled.
    private func redundancies(
        _ shouldContinue: @escaping () -> Bool
    ) -> (redundancies: [FeatureReview.Redundancy], isComplete: Bool)? {
        guard platforms.count <= StateSpace.maximumValueCount else { return ([], false) }
        var reader = StateSpaceReader(basis: basis, platforms: platforms)
        let requirements = reader.requirements
        var known: [[Int]: FeaturePath] = [:]
        var order: [[Int]] = []
        var isComplete = true
        // Groups are added one at a time, so that each redundancy is attributed to the nearest group that causes it.
        for last in basis.owners.indices {
            let isAlone = last == 0
            let whole = isAlone ? requirements[0] : Requirement.all(Array(requirements[...last]))
            guard let review = reader.space.review(whole, shouldContinue: shouldContinue) else { return nil }
            isComplete = isComplete && review.isComplete
            for path in review.redundantParts {
                guard isAlone || path.first == 0 else { continue }
                let own = isAlone ? path : Array(path.dropFirst())
                // This part or a part around it was already found with fewer groups.
                guard !order.contains(where: { own.starts(with: $0) }) else { continue }
                order.append(own)
                if !isAlone { known[own] = basis.owners[last].path }
            }
        }
        let found = order.sorted { $0.lexicographicallyPrecedes($1) }.compactMap { path in
            description(at: path).map { FeatureReview.Redundancy(requirement: $0, group: known[path]) }
        }
        return (found, isComplete)
    }

    /// Returns the wording of a part of the feature's own requirement.
    ///
    /// - Returns: The wording, or `nil` if the part is always met or the path leads through a condition.
    private func description(at path: [Int]) -> String? {
        var part = basis.owners[0].numbered
        for position in path {
            switch part.form {
            case .fact: return nil
            case .all(let parts), .any(let parts): part = parts[position]
            }
        }
        let words = part.fold({ title(of: basis.conditions[$0.index]) ?? "" }) { isConjunction, parts in
            let parts = parts.filter { !$0.isEmpty }
            guard parts.count > 1 else { return parts.first ?? "" }
            return "(" + parts.joined(separator: isConjunction ? " and " : " or ") + ")"
        }
        return words.isEmpty ? nil : words
    }

    private func title(of condition: Condition) -> String? {
        switch condition {
        case .platform(let rule): rule.title
        case .permission(let permission): permission.description
        case .purchase(let purchase):
            basis.productNames[purchase.productID].map { name in
                purchase.quantity.map { "\($0) × \(name)" } ?? name
            } ?? purchase.productID
        case .userSetting: "its user setting"
        case .runtimeSwitch: "its runtime switch"
        case .featureFlag(let key): "the flag \(key)"
        }
    }
}
