import FeatureGating

/// Works out why a feature is available or not, from facts as they were at one moment.
struct ExplanationBuilder {
    typealias Owner = ExplanationBasis.Owner

    let basis: ExplanationBasis
    /// The feature and the groups above it that declare constraints, the nearest first.
    var owners: [Owner] { basis.owners }
    let truths: [Condition: Truth]
    let facts: [FactKey: Fact]

    /// Creates a builder for a feature at one moment.
    ///
    /// - Parameters:
    ///   - basis: What the feature and the groups above it require.
    ///   - values: The facts that the basis names, in its order.
    init(_ basis: ExplanationBasis, values: [Fact?]) {
        self.basis = basis
        var facts: [FactKey: Fact] = [:]
        for (key, value) in zip(basis.factKeys, values) { facts[key] = value }
        var truths: [Condition: Truth] = [:]
        for condition in basis.owners.lazy.flatMap(\.requirement.facts) where truths[condition] == nil {
            truths[condition] = condition.truth { facts[$0] }
        }
        (self.facts, self.truths) = (facts, truths)
    }

    /// Builds the explanation.
    func build() -> AvailabilityExplanation {
        let explanations = owners.map { Explanation($0.requirement, truth: truth) }
        let inherited = explanations.dropFirst().reduce(Truth.true) { $0 && $1.verdict }
        let verdict = explanations[0].verdict && inherited
        var rows: [RequirementState] = []
        var blocking: [BlockingPosition] = []
        for (distance, explanation) in explanations.enumerated() {
            for row in explanation.rows {
                if row.isBlocking, case .fact(let condition) = row.kind {
                    blocking.append(
                        BlockingPosition(
                            distance: distance, precedence: BlockingPrecedence(condition) { facts[$0] },
                            row: rows.count))
                }
                rows.append(self.row(row, declaredBy: distance))
            }
            if distance == 0, let parent = basis.parent { rows.append(parentRow(parent, truth: inherited)) }
        }
        let (plans, areComplete) = verdict == .true ? ([], true) : plans()
        return AvailabilityExplanation(
            verdict: verdict, requirements: rows, blockingOrder: blocking.sorted().map(\.row), unlockPlans: plans,
            unlockPlansAreComplete: areComplete)
    }

    func truth(_ condition: Condition) -> Truth { truths[condition] ?? .unknown }

    /// Returns a row of an explanation in words.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - distance: The index of the owner that requires it.
    /// - Returns: The requirement with its state.
    func row(_ row: Explanation<Condition>.Row, declaredBy distance: Int) -> RequirementState {
        let inheritedFrom = distance == 0 ? nil : owners[distance]
        switch row.kind {
        case .all, .any:
            let title = (row.kind == .any ? "any of" : "all of") + (row.isRepetition ? " the above" : "")
            return RequirementState(
                kind: row.kind == .any ? .anyOf : .allOf, fact: nil, feature: nil, title: title,
                statement: row.kind == .any && !row.isRepetition ? "No purchase is enough" : title, quantity: nil,
                truth: row.truth,
                value: "", override: nil, source: "", inheritedFrom: inheritedFrom?.path, depth: row.depth,
                isBlocking: row.isBlocking)
        case .fact(let condition):
            let words = ConditionWords(
                condition, products: basis.products, inheritedFrom: inheritedFrom?.feature.name
            ) { facts[$0] }
            return RequirementState(
                kind: words.kind, fact: condition.factKeys[0], feature: nil, title: words.title,
                statement: words.statement, quantity: condition.quantity, truth: row.truth, value: words.value,
                override: words.override, source: words.source, inheritedFrom: inheritedFrom?.path, depth: row.depth,
                isBlocking: row.isBlocking)
        }
    }

    private func parentRow(
        _ parent: (feature: FeatureDefinition.Type, path: FeaturePath), truth: Truth
    ) -> RequirementState {
        RequirementState(
            kind: .parent, fact: nil, feature: parent.path, title: parent.feature.name,
            statement: "\(parent.feature.name) is \(truth.availabilityWords)", quantity: nil, truth: truth,
            value: truth.availabilityWords, override: nil, source: "", inheritedFrom: nil, depth: 0,
            isBlocking: truth != .true)
    }
}

extension AvailabilityExplanation {
    /// The explanation of a feature the runtime does not know.
    static func notRegistered(_ name: String) -> AvailabilityExplanation {
        AvailabilityExplanation(
            verdict: .false,
            requirements: [
                RequirementState(
                    kind: .registration, fact: nil, feature: nil, title: name,
                    statement: "\(name) is not registered", quantity: nil, truth: .false, value: "not registered",
                    override: nil, source: "program", inheritedFrom: nil, depth: 0, isBlocking: true)
            ],
            blockingOrder: [0], unlockPlans: [], unlockPlansAreComplete: true)
    }
}

extension Truth {
    /// The truth as the availability of a feature.
    var availabilityWords: String {
        switch self {
        case .true: "available"
        case .false: "not available"
        case .unknown: "undetermined"
        }
    }
}
