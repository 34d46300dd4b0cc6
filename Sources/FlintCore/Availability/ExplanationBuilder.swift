import FeatureGating

/// Works out why a feature is available or not, from facts as they were at one moment.
struct ExplanationBuilder {
    typealias Owner = ExplanationBasis.Owner

    let basis: ExplanationBasis
    /// The feature and the groups above it that declare constraints, the nearest first.
    var owners: [Owner] { basis.owners }
    /// The facts that the basis names, in its order.
    private let values: [Fact?]
    /// Whether each condition of the basis is met.
    private let truths: [Truth]

    /// Creates a builder for a feature at one moment.
    ///
    /// - Parameters:
    ///   - basis: What the feature and the groups above it require.
    ///   - values: The facts that the basis names, in its order.
    init(_ basis: ExplanationBasis, values: [Fact?]) {
        self.basis = basis
        self.values = values
        truths = basis.conditions.map { condition in
            condition.truth { key in basis.index(of: key).flatMap { values[$0] } }
        }
    }

    /// Builds the explanation.
    ///
    /// - Parameter includesPlans: Whether to look for the plans that would unlock the feature, which takes longer than
    ///   everything else.
    /// - Returns: The explanation.
    func build(includesPlans: Bool = true) -> AvailabilityExplanation {
        let explanations = owners.map { owner in Explanation(owner.numbered) { truths[$0.index] } }
        let inherited = explanations.dropFirst().reduce(Truth.true) { $0 && $1.verdict }
        let verdict = explanations[0].verdict && inherited
        var rows: [RequirementState] = []
        rows.reserveCapacity(explanations.reduce(1) { $0 + $1.rows.count })
        var blocking: [BlockingPosition] = []
        for (distance, explanation) in explanations.enumerated() {
            for row in explanation.rows {
                if row.isBlocking, case .fact(let number) = row.kind {
                    blocking.append(
                        BlockingPosition(
                            distance: distance,
                            precedence: BlockingPrecedence(basis.conditions[number.index], fact: fact),
                            row: rows.count))
                }
                rows.append(self.row(row, declaredBy: distance))
            }
            if distance == 0, let parent = basis.parent { rows.append(parentRow(parent, truth: inherited)) }
        }
        if blocking.count > 1 { blocking.sort() }
        var (plans, areComplete): ([[RequirementState]], Bool) = ([], verdict == .true)
        if includesPlans, verdict != .true { (plans, areComplete) = self.plans() }
        return AvailabilityExplanation(
            verdict: verdict, requirements: rows, blockingOrder: blocking.map(\.row), unlockPlans: plans,
            unlockPlansAreComplete: areComplete)
    }

    /// What is known of a fact.
    func fact(_ key: FactKey) -> Fact? { basis.index(of: key).flatMap { values[$0] } }

    /// Whether a condition is met.
    func truth(_ condition: Condition) -> Truth { condition.truth(fact) }

    /// Returns a row of an explanation in words.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - distance: The index of the owner that requires it.
    /// - Returns: The requirement with its state.
    private func row(_ row: Explanation<FactID>.Row, declaredBy distance: Int) -> RequirementState {
        let inheritedFrom = distance == 0 ? nil : owners[distance]
        switch row.kind {
        case .fact(let number):
            return self.row(
                of: basis.conditions[number.index], truth: row.truth, depth: row.depth, isBlocking: row.isBlocking,
                declaredBy: distance)
        case .all, .any:
            let title = (row.kind == .any ? "any of" : "all of") + (row.isRepetition ? " the above" : "")
            return RequirementState(
                kind: row.kind == .any ? .anyOf : .allOf, key: nil, title: title,
                statement: row.kind == .any && !row.isRepetition ? "No purchase is enough" : title,
                status: RequirementStatus(row.truth), value: "", source: "",
                inheritedFrom: inheritedFrom?.path.description, depth: row.depth, isBlocking: row.isBlocking)
        }
    }

    /// Returns the row of a condition in words.
    ///
    /// - Parameters:
    ///   - condition: The condition.
    ///   - truth: Whether it is met.
    ///   - depth: How far to indent.
    ///   - isBlocking: Whether it stands in the way.
    ///   - distance: The index of the owner that requires it.
    /// - Returns: The requirement with its state.
    func row(
        of condition: Condition, truth: Truth, depth: Int, isBlocking: Bool, declaredBy distance: Int
    ) -> RequirementState {
        let inheritedFrom = distance == 0 ? nil : owners[distance]
        let words = ConditionWords(
            condition, truth: truth, products: basis.products, inheritedFrom: inheritedFrom?.feature.name, fact: fact)
        return RequirementState(
            kind: words.kind, key: condition.mainKey.text, title: words.title, statement: words.statement,
            quantity: condition.quantity.map(Int.init(clamping:)), status: RequirementStatus(truth),
            value: words.value, override: words.override, source: words.source,
            inheritedFrom: inheritedFrom?.path.description, depth: depth, isBlocking: isBlocking)
    }

    private func parentRow(
        _ parent: (feature: FeatureDefinition.Type, path: FeaturePath), truth: Truth
    ) -> RequirementState {
        RequirementState(
            kind: .parent, key: parent.path.description, title: parent.feature.name,
            status: RequirementStatus(truth), value: truth.availabilityWords, source: "")
    }
}

extension AvailabilityExplanation {
    /// The explanation of a feature the runtime does not know.
    static func notRegistered(_ name: String) -> AvailabilityExplanation {
        AvailabilityExplanation(
            verdict: .false,
            requirements: [
                RequirementState(
                    kind: .registration, key: nil, title: name, status: .notSatisfied, value: "not registered",
                    source: "program")
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
