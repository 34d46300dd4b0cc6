// SPDX-License-Identifier: MIT

import FeatureGating

/// A reader that translates the requirements of a feature and the groups above it into a state space.
///
/// Each fact becomes a variable of the space, and each condition becomes a test of one or two variables. Read
/// ``requirements`` before ``space`` and ``variables``, because reading the requirements adds the variables.
package struct StateSpaceReader {
    package let basis: ExplanationBasis
    package let platforms: [CurrentPlatform]
    package private(set) var space = StateSpace()
    package private(set) var variables: [AvailableStates.Variable] = []
    private var known: [FactKey: StateVariable] = [:]
    private var regions: [FactKey: FactRegions] = [:]
    var hasEveryValue: Bool { regions.values.allSatisfy(\.isComplete) }
    private var titles: [StateAtom: String] = [:]

    /// Every platform, in a version newer than any that a feature can require.
    package static let newestPlatforms = Platform.all.map { platform in
        CurrentPlatform(platform: platform, version: PlatformVersion(major: .max, minor: .max, patch: .max))
    }

    package init(basis: ExplanationBasis, platforms: [CurrentPlatform] = newestPlatforms) {
        self.basis = basis
        self.platforms = platforms
    }

    package var requirements: [Requirement<StateAtom>] {
        mutating get {
            var parts: [Requirement<StateAtom>] = []
            for owner in basis.owners {
                var atoms: [FactID: Requirement<StateAtom>] = [:]
                // The order of the conditions determines the order of the variables.
                for number in owner.numbered.facts where atoms[number] == nil {
                    atoms[number] = atom(of: basis.conditions[number.index])
                }
                parts.append(owner.numbered.flatMap { atoms[$0] ?? .never })
            }
            return parts
        }
    }

    package func title(of atom: StateAtom) -> String { titles[atom] ?? "" }

    private mutating func atom(of condition: Condition) -> Requirement<StateAtom> {
        if let rule = condition.platformRule {
            let supported = platforms.indices.filter { rule.allows(platforms[$0]) }
            // A rule that allows everything would add a variable that does not matter.
            guard supported.count < platforms.count else { return .always }
            let names = supported.map { platforms[$0].platform.description }.joined(separator: " or ")
            return value(
                of: .platform, titled: "platform", in: supported.reduce(0) { $0 | 1 << UInt64($1) },
                outOf: platforms.count, as: "running on " + (names.isEmpty ? "no platform" : names))
        }
        if case .own = condition.mainKey { return atom(ofOwn: condition) }
        return .any(
            condition.grantingKeys.map { key in
                let declared = basis.wording(of: key)
                let title = key.title(declared, feature: name)
                let words =
                    key.kind.titlesNameKind && declared?.title == nil
                    ? title.prefix(1).lowercased() + title.dropFirst() : title
                // Value 0 of the variable grants access: `authorized` for a permission, or on for other facts.
                let count = key.kind == .permission ? key.kind.values.count : 2
                return value(of: key, titled: words, in: 1, outOf: count, as: words)
            })
    }

    private mutating func atom(ofOwn condition: Condition) -> Requirement<StateAtom> {
        let key = condition.mainKey
        let regions = self.regions[key] ?? FactRegions(of: key, in: basis.conditions)
        self.regions[key] = regions
        let name = key.title(nil, feature: { _ in nil })
        return value(
            of: key, titled: name, in: regions.accepted(by: condition), outOf: regions.values.count,
            as: condition.title(name))
    }

    private func name(of path: FeaturePath) -> String {
        basis.owners.first { $0.path == path }?.name ?? path.description
    }

    private mutating func value(
        of key: FactKey, titled title: String, in values: UInt64, outOf count: Int, as words: String
    ) -> Requirement<StateAtom> {
        let variable: StateVariable
        if let one = known[key] {
            variable = one
        } else {
            variable = space.addVariable(valueCount: count)
            known[key] = variable
            variables.append(AvailableStates.Variable(title: title, values: count))
        }
        let atom = StateAtom(variable, in: values)
        titles[atom] = words
        return .fact(atom)
    }
}

extension Requirement where Key == String {
    package var displayText: String {
        let text = fold({ $0 }) { isConjunction, parts in
            guard !parts.isEmpty else { return isConjunction ? "no requirement" : "an impossible requirement" }
            guard parts.count > 1 else { return parts[0] }
            return "(" + parts.joined(separator: isConjunction ? " and " : " or ") + ")"
        }
        if case .fact = form { return text }
        return text.hasPrefix("(") && text.hasSuffix(")") ? String(text.dropFirst().dropLast()) : text
    }
}
