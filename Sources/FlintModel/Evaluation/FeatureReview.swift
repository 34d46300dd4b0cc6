// SPDX-License-Identifier: MIT

import FeatureGating

/// Problems in a feature's requirements that exist regardless of the values of facts.
///
/// ``ExplanationBasis/review(on:)`` creates the review, and lint rules report from it. A review finds impossible
/// requirements, an unsupported platform, and redundant requirements.
package struct FeatureReview: Sendable {
    package enum Impossibility: Sendable, Hashable {
        case own
        case conflict(with: FeaturePath)
        case group(FeaturePath)
    }

    /// A requirement that can be removed without changing the states in which the feature is available.
    package struct Redundancy: Sendable, Hashable {
        package let requirement: String
        /// The group above the feature that makes the requirement redundant.
        ///
        /// It is `nil` if the feature's other requirements make it redundant.
        package let group: FeaturePath?
        package let isAlternative: Bool
        /// The requirement that alone implies the part, or the alternative that the part implies.
        package let reason: String?
    }

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
    /// A review can take a long time if the feature depends on a large number of facts.
    package func review(on platform: CurrentPlatform) -> FeatureReview { FeatureReviewer(self).review(on: platform) }
}

private struct FeatureReviewer {
    private let basis: ExplanationBasis
    private let platforms: [CurrentPlatform]

    init(_ basis: ExplanationBasis) {
        self.basis = basis
        let rules = basis.conditions.compactMap(\.platformRule)
        platforms = Platform.all.flatMap { platform in
            let minimums = rules.compactMap { $0.versions[platform]?.minimum }
            return Set(minimums + [PlatformVersion(major: 0)]).sorted().map {
                CurrentPlatform(platform: platform, version: $0)
            }
        }
    }

    func review(on current: CurrentPlatform) -> FeatureReview {
        let impossibility = impossibility
        var found = (redundancies: [FeatureReview.Redundancy](), isComplete: true)
        if impossibility == nil { found = redundancies() }
        let rules = basis.owners.flatMap { owner in
            owner.numbered.facts.compactMap { number -> (path: FeaturePath, rule: PlatformRule)? in
                guard let rule = basis.conditions[number.index].platformRule else { return nil }
                return rule.title == nil ? nil : (owner.path, rule)
            }
        }
        return FeatureReview(
            impossibility: impossibility, unsupportedPlatform: impossibility == nil ? obstacle(on: current) : nil,
            platforms: rules, redundancies: found.redundancies, isComplete: found.isComplete)
    }

    private func obstacle(on current: CurrentPlatform) -> (path: FeaturePath, title: String)? {
        for (index, owner) in basis.owners.enumerated()
        where !basis.canBeMet(basis.owners[index...index], on: [current]) {
            let rules = owner.numbered.facts.compactMap { basis.conditions[$0.index].platformRule }
            guard let rule = rules.first(where: { !$0.allows(current) }) else { continue }
            return (owner.path, rule.title(on: current.platform))
        }
        return nil
    }

    // MARK: Impossible requirements

    private var impossibility: FeatureReview.Impossibility? {
        let owners = basis.owners
        if basis.canBeMet(owners[...], on: platforms) { return nil }
        // The outermost group that cannot be available is the cause, because everything below it is unavailable with
        // it.
        let group = owners.indices.dropFirst().last { !basis.canBeMet(owners[$0...], on: platforms) }
        if let group { return .group(owners[group].path) }
        // Owners are added from the feature outward. The first one that makes the combination impossible is in
        // conflict.
        let last = owners.indices.first { !basis.canBeMet(owners[...$0], on: platforms) } ?? 0
        return last == 0 ? .own : .conflict(with: owners[last].path)
    }

    // MARK: Redundant requirements

    private func redundancies() -> (redundancies: [FeatureReview.Redundancy], isComplete: Bool) {
        // Each version of a platform is a value of one variable, and a variable has a limited number of values.
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
            let review = reader.space.review(whole)
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
            summary(ofOwner: 0, at: path[...]).map { words in
                let owner = basis.owners.indices.first { basis.owners[$0].path == known[path] } ?? 0
                let isAlternative = requirements[0].isAlternative(at: path)
                return FeatureReview.Redundancy(
                    requirement: words, group: known[path], isAlternative: isAlternative,
                    reason: reason(for: path, isAlternative, owner, requirements, in: reader.space))
            }
        }
        return (found, isComplete)
    }

    /// Returns the title of the single requirement or alternative that makes the part at a path redundant.
    ///
    /// The result is `nil` if only several requirements together make it redundant.
    private func reason(
        for path: [Int], _ isAlternative: Bool, _ owner: Int, _ requirements: [Requirement<StateAtom>],
        in space: StateSpace
    ) -> String? {
        guard let part = requirements[0].part(at: path[...]) else { return nil }
        // Wherever the part is required, its siblings and the parts of each group are required too.
        let source = isAlternative ? 0 : owner
        let paths = requirements[source].requiredPaths(in: source == 0 ? path.dropLast() : [], isAlternative)
        for other in paths where source != 0 || other != path {
            guard let candidate = requirements[source].part(at: other[...]),
                let words = summary(ofOwner: source, at: other[...])
            else { continue }
            // In a conjunction of two parts, the second is redundant if the first implies it. The order tests the
            // direction.
            let review = space.review(.all(isAlternative ? [part, candidate] : [candidate, part]))
            if review.redundantParts.contains([1]) { return words }
        }
        return nil
    }

    private func summary(ofOwner owner: Int, at path: ArraySlice<Int>) -> String? {
        guard let part = basis.owners[owner].numbered.part(at: path) else { return nil }
        let words = part.fold({ title(of: basis.conditions[$0.index]) ?? "" }) { isConjunction, parts in
            let parts = parts.filter { !$0.isEmpty }
            guard parts.count > 1 else { return parts.first ?? "" }
            return "(" + parts.joined(separator: isConjunction ? " and " : " or ") + ")"
        }
        return words.isEmpty ? nil : words
    }

    private func title(of condition: Condition) -> String? {
        if let rule = condition.platformRule { return rule.title }
        let (key, kind) = (condition.mainKey, condition.mainKey.kind)
        if kind.belongsToFeature { return "its \(kind.title)" }
        if kind.titlesNameKind { return "the \(kind.title) \(key.identifier)" }
        return condition.title(key.title(basis.wording(of: key), feature: { _ in nil }))
    }
}

extension Requirement {
    fileprivate func part(at path: ArraySlice<Int>) -> Requirement? {
        var part = self
        for position in path {
            switch part.form {
            case .fact: return nil
            case .all(let parts), .any(let parts):
                guard parts.indices.contains(position) else { return nil }
                part = parts[position]
            }
        }
        return part
    }

    fileprivate func isAlternative(at path: [Int]) -> Bool {
        guard !path.isEmpty, case .any(let parts)? = part(at: path.dropLast())?.form else { return false }
        return parts.count > 1
    }

    /// Returns the paths of a group's required parts, or of its alternatives.
    ///
    /// For a group of the other kind, the result is the group's own path.
    fileprivate func requiredPaths(in path: ArraySlice<Int>, _ areAlternatives: Bool) -> [[Int]] {
        switch part(at: path)?.form {
        case .all(let parts)? where !areAlternatives: parts.indices.map { path + [$0] }.map(Array.init)
        case .any(let parts)? where areAlternatives: parts.indices.map { path + [$0] }.map(Array.init)
        case .all, .any, .fact: [Array(path)]
        case nil: []
        }
    }
}
