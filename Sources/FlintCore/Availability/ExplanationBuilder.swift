import FeatureGating

/// Works out why a feature is available or not, from facts as they were at one moment.
struct ExplanationBuilder {
    let metadata: FeatureMetadata
    let products: [String: Product]
    /// The feature and the groups above it that declare constraints, the nearest first.
    let owners: [FeatureMetadata]
    let truths: [Condition: Truth]
    let facts: [FactKey: Fact]

    /// Creates a builder for one feature and reads the facts it depends on.
    init(runtime: FlintRuntime, metadata: FeatureMetadata) {
        self.metadata = metadata
        products = runtime.catalog.products
        owners = [metadata] + metadata.ancestors.filter(\.isConditional)
        (truths, facts) = runtime.facts.evaluate(.all(owners.map(\.requirement)))
    }

    /// Builds the explanation.
    func build() -> AvailabilityExplanation {
        let verdict = owners.reduce(Truth.true) { $0 && truth(of: $1) }
        var rows: [RequirementState] = []
        var blocking: [BlockingPosition] = []
        for (distance, owner) in owners.enumerated() {
            for row in Explanation(owner.requirement, truth: truth).rows {
                if row.isBlocking, case .fact(let condition) = row.kind {
                    blocking.append(
                        BlockingPosition(
                            distance: distance, precedence: BlockingPrecedence(condition) { facts[$0] },
                            row: rows.count))
                }
                rows.append(self.row(row, declaredBy: owner))
            }
            if owner == metadata, let parent = metadata.parent, metadata.isConditional || owners.count > 1 {
                rows.append(parentRow(parent))
            }
        }
        return AvailabilityExplanation(
            verdict: verdict, requirements: rows, blockingOrder: blocking.sorted().map(\.row),
            unlockPlans: verdict == .true ? [] : plans())
    }

    func truth(_ condition: Condition) -> Truth { truths[condition] ?? .unknown }

    /// Whether a feature's own requirements are met.
    private func truth(of owner: FeatureMetadata) -> Truth { owner.requirement.evaluate(truth) }

    func row(_ row: Explanation<Condition>.Row, declaredBy owner: FeatureMetadata) -> RequirementState {
        let inheritedFrom = owner == metadata ? nil : owner
        switch row.kind {
        case .all, .any:
            let title = row.kind == .any ? "any of" : "all of"
            return RequirementState(
                kind: row.kind == .any ? .anyOf : .allOf, fact: nil, feature: nil, title: title,
                statement: row.kind == .any ? "No purchase is enough" : title, quantity: nil, truth: row.truth,
                value: "", override: nil, source: "", inheritedFrom: inheritedFrom?.path, depth: row.depth,
                isBlocking: row.isBlocking)
        case .fact(let condition):
            let words = ConditionWords(
                condition, products: products, inheritedFrom: inheritedFrom?.feature.name
            ) { facts[$0] }
            return RequirementState(
                kind: words.kind, fact: condition.factKeys[0], feature: nil, title: words.title,
                statement: words.statement, quantity: condition.quantity, truth: row.truth, value: words.value,
                override: words.override, source: words.source, inheritedFrom: inheritedFrom?.path, depth: row.depth,
                isBlocking: row.isBlocking)
        }
    }

    private func parentRow(_ parent: FeatureMetadata) -> RequirementState {
        let truth = owners.dropFirst().reduce(Truth.true) { $0 && self.truth(of: $1) }
        return RequirementState(
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
            blockingOrder: [0], unlockPlans: [])
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
