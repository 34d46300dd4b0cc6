package import FeatureGating

/// In how many of the possible states of what a feature depends on it is available, counted exactly.
package struct FeatureStateCounts: Sendable {
    /// A fact with the number of values that it can have.
    package struct Variable: Sendable, Hashable {
        /// The fact, in a few words.
        package let title: String
        /// How many values it has: 2 for what is owned or on, 5 for a permission, one for each platform.
        package let valueCount: Int
    }

    /// How many states allow the feature, and how many do not.
    package let counts: StateCounts
    /// What the feature and the groups above it depend on.
    package let variables: [Variable]
    /// What they require, without what makes no difference, such as "(Premium or Season pass) and Camera".
    package let condition: String
}

extension FlintRuntime {
    /// Counts the states that allow a feature.
    ///
    /// The platform counts with one value for each platform, in its newest version. Past purchases are left out.
    ///
    /// - Parameters:
    ///   - metadata: The feature.
    ///   - progress: Takes the share that is done, about once a millisecond, and returns whether to go on; a count of very
    ///     many facts can take long.
    /// - Returns: The counts; `nil` for a feature that is not registered, or if the count was not to go on.
    package func stateCounts(
        of metadata: FeatureMetadata, progress: @escaping (Double) -> Bool = { _ in true }
    ) -> FeatureStateCounts? {
        guard metadata.node != nil, catalog.contains(metadata) else { return nil }
        var reader = StateSpaceReader(basis: explanationBasis(of: metadata))
        let requirement = reader.requirement
        var share = 0.0
        guard
            let counts = reader.space.count(
                meeting: requirement, progress: { share = $0 }, shouldContinue: { progress(share) })
        else { return nil }
        let minimal = reader.space.minimalCondition(of: requirement).requirement
        return FeatureStateCounts(
            counts: counts, variables: reader.variables, condition: minimal.map { reader.title(of: $0) }.words)
    }
}

/// Reads what a feature requires as a requirement over the values of facts.
private struct StateSpaceReader {
    let basis: ExplanationBasis
    private(set) var space = StateSpace()
    private(set) var variables: [FeatureStateCounts.Variable] = []
    private var known: [FactKey: StateVariable] = [:]
    private var titles: [StateAtom: String] = [:]

    init(basis: ExplanationBasis) {
        self.basis = basis
    }

    /// What the feature and the groups above it require together.
    var requirement: Requirement<StateAtom> {
        mutating get {
            var parts: [Requirement<StateAtom>] = []
            for owner in basis.owners {
                var atoms: [FactID: Requirement<StateAtom>] = [:]
                for number in owner.numbered.facts where atoms[number] == nil {
                    atoms[number] = atom(of: basis.conditions[number.index])
                }
                parts.append(owner.numbered.flatMap { atoms[$0] ?? .never })
            }
            return .all(parts)
        }
    }

    /// The text for an atom of the requirement.
    func title(of atom: StateAtom) -> String { titles[atom] ?? "" }

    /// Returns what a condition amounts to.
    private mutating func atom(of condition: Condition) -> Requirement<StateAtom> {
        switch condition {
        case .platform(let rule):
            let platforms = Platform.all
            let supported = platforms.indices.filter { rule.versions[platforms[$0]] ?? .any != .unsupported }
            guard supported.count < platforms.count else { return .always }
            let names = supported.map { platforms[$0].rawValue }.joined(separator: " or ")
            return value(
                of: .platform, titled: "platform", in: supported.reduce(0) { $0 | 1 << UInt64($1) },
                outOf: platforms.count, as: "running on " + (names.isEmpty ? "no platform" : names))
        case .permission(let permission):
            let granted = [permission, PermissionRules.wider(than: permission)].compactMap { $0 }
            return .any(
                granted.map { permission in
                    value(
                        of: .permission(permission), titled: permission.description, in: 1,
                        outOf: PermissionStatus.allCases.count, as: permission.description)
                })
        case .purchase(let purchase):
            let name = basis.products[purchase.productID]?.name ?? purchase.productID
            return value(of: condition.mainKey, titled: name, in: 1, outOf: 2, as: name)
        case .userToggle(let feature):
            let title = "user setting of \(name(of: feature))"
            return value(of: condition.mainKey, titled: title, in: 1, outOf: 2, as: title)
        case .runtimeSwitch(let feature):
            let title = "\(name(of: feature)) enabled in code"
            return value(of: condition.mainKey, titled: title, in: 1, outOf: 2, as: title)
        case .featureFlag(let key):
            return value(of: condition.mainKey, titled: "flag \(key)", in: 1, outOf: 2, as: "flag \(key)")
        }
    }

    /// The name of the feature that declares a condition.
    private func name(of path: FeaturePath) -> String {
        basis.owners.first { $0.path == path }?.feature.name ?? path.description
    }

    /// Returns the requirement that a fact has one of some values.
    private mutating func value(
        of key: FactKey, titled title: String, in values: UInt64, outOf count: Int, as words: String
    ) -> Requirement<StateAtom> {
        let variable: StateVariable
        if let one = known[key] {
            variable = one
        } else {
            variable = space.addVariable(valueCount: count)
            known[key] = variable
            variables.append(FeatureStateCounts.Variable(title: title, valueCount: count))
        }
        let atom = StateAtom(variable, in: values)
        titles[atom] = words
        return .fact(atom)
    }
}

extension Requirement where Key == String {
    /// The requirement as people read it: alternatives in brackets where they are a part of something.
    fileprivate var words: String {
        let text = fold({ $0 }) { isConjunction, parts in
            guard !parts.isEmpty else { return isConjunction ? "nothing" : "the impossible" }
            guard parts.count > 1 else { return parts[0] }
            return "(" + parts.joined(separator: isConjunction ? " and " : " or ") + ")"
        }
        if case .fact = form { return text }
        return text.hasPrefix("(") && text.hasSuffix(")") ? String(text.dropFirst().dropLast()) : text
    }
}
