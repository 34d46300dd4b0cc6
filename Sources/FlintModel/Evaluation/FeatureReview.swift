import FeatureGating

/// What is remarkable about the requirements of a feature, whatever the values of facts are.
package struct FeatureReview: Sendable {
    /// Why a feature can never be available.
    package enum Impossibility: Sendable, Hashable {
        /// Nothing meets what it requires itself.
        case own
        /// Nothing meets what it requires itself together with what a group above it requires.
        case conflict(with: FeaturePath)
        /// A group above it can never be available.
        case group(FeaturePath)
    }

    /// A requirement without which the feature would be available in the same states.
    package struct Redundancy: Sendable, Hashable {
        /// The requirement, as people read it.
        package let requirement: String
        /// The group above the feature without which it would make a difference; `nil` if the feature's other
        /// requirements are enough.
        package let group: FeaturePath?
    }

    /// Why the feature can never be available; `nil` if it can.
    package let impossibility: Impossibility?
    /// The feature or group that does not support the current platform, if the feature can be available on another one
    /// only, with what it requires instead.
    package let obstacleHere: (path: FeaturePath, title: String)?
    /// The rules for platforms of the feature itself and of each group above it.
    package let platforms: [(path: FeaturePath, rule: PlatformRule)]
    /// The feature's own requirements that make no difference, each taken by itself; none if it can never be available.
    package let redundancies: [Redundancy]
    /// Whether every requirement was examined.
    package let isComplete: Bool
}

extension ExplanationBasis {
    /// Reviews what the feature and the groups above it require.
    ///
    /// - Parameters:
    ///   - platform: The current platform.
    ///   - shouldContinue: Returns whether to continue; a review of very many facts can take long.
    /// - Returns: The review; `nil` if it was not to continue.
    package func review(
        on platform: CurrentPlatform, shouldContinue: @escaping () -> Bool = { true }
    ) -> FeatureReview? {
        FeatureReviewer(self).review(on: platform, shouldContinue: shouldContinue)
    }
}

/// Reviews what a feature and the groups above it require.
private struct FeatureReviewer {
    private let basis: ExplanationBasis
    /// A version of each platform for every difference that the requirements make between versions.
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

    /// Reviews the requirements; `nil` if it was not to continue.
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
            impossibility: impossibility, obstacleHere: impossibility == nil ? obstacle(on: current) : nil,
            platforms: rules, redundancies: found.redundancies, isComplete: found.isComplete)
    }

    /// The first feature or group that does not support a platform, with what it requires instead; `nil` if all do.
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

    /// Why nothing meets the requirements; `nil` if something does.
    private var impossibility: FeatureReview.Impossibility? {
        let owners = basis.owners
        if canBeMet(owners, on: platforms) { return nil }
        let group = owners.indices.dropFirst().last { !canBeMet(owners[$0...], on: platforms) }
        if let group { return .group(owners[group].path) }
        let last = owners.indices.first { !canBeMet(owners[...$0], on: platforms) } ?? 0
        return last == 0 ? .own : .conflict(with: owners[last].path)
    }

    /// Whether everything that some owners require is met on a platform where everything else is.
    ///
    /// Requirements have no negation, so that nothing but the platform can keep them from being met then.
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

    /// The feature's own requirements that make no difference; `nil` if the review was not to continue.
    private func redundancies(
        _ shouldContinue: @escaping () -> Bool
    ) -> (redundancies: [FeatureReview.Redundancy], isComplete: Bool)? {
        guard platforms.count <= StateSpace.mostValues else { return ([], false) }
        var reader = StateSpaceReader(basis: basis, platforms: platforms)
        let requirements = reader.requirements
        var known: [[Int]: FeaturePath] = [:]
        var order: [[Int]] = []
        var isComplete = true
        // With the requirements of more and more groups, so that each redundancy is known by the nearest that makes it one.
        for last in basis.owners.indices {
            let isAlone = last == 0
            let whole = isAlone ? requirements[0] : Requirement.all(Array(requirements[...last]))
            guard let review = reader.space.review(whole, shouldContinue: shouldContinue) else { return nil }
            isComplete = isComplete && review.isComplete
            for path in review.redundantParts {
                guard isAlone || path.first == 0 else { continue }
                let own = isAlone ? path : Array(path.dropFirst())
                // Found already with fewer groups, by itself or as a part.
                guard !order.contains(where: { own.starts(with: $0) }) else { continue }
                order.append(own)
                if !isAlone { known[own] = basis.owners[last].path }
            }
        }
        let found = order.sorted { $0.lexicographicallyPrecedes($1) }.compactMap { path in
            words(at: path).map { FeatureReview.Redundancy(requirement: $0, group: known[path]) }
        }
        return (found, isComplete)
    }

    /// The text for a part of the feature's own requirement; `nil` if it requires nothing or is a part of a condition.
    private func words(at path: [Int]) -> String? {
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

    /// The text for a condition; `nil` if it is always met.
    private func title(of condition: Condition) -> String? {
        switch condition {
        case .platform(let rule): rule.title
        case .permission(let permission): permission.description
        case .purchase(let purchase):
            basis.productNames[purchase.productID].map { name in
                purchase.quantity.map { "\($0) × \(name)" } ?? name
            } ?? purchase.productID
        case .userToggle: "its user setting"
        case .runtimeSwitch: "being enabled in code"
        case .featureFlag(let key): "the flag \(key)"
        }
    }
}
