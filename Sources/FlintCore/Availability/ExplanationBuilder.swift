import FeatureGating

/// Works out why a feature is available or not, from facts as they were at one moment.
struct ExplanationBuilder {
    private let metadata: FeatureMetadata
    private let products: [String: Product]
    /// The feature and the groups above it that declare constraints, the nearest first.
    private let owners: [FeatureMetadata]
    private let truths: [Condition: Truth]
    private let facts: [FactKey: Fact]

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
        var firstBlocking: Int?
        for owner in owners {
            let explanation = Explanation(owner.requirement, truth: truth)
            if firstBlocking == nil, verdict != .true, explanation.verdict == verdict,
                let index = explanation.firstBlocking
            {
                firstBlocking = rows.count + index
            }
            rows += explanation.rows.map { row($0, declaredBy: owner) }
            if owner == metadata, let parent = metadata.parent, metadata.isConditional || owners.count > 1 {
                rows.append(parentRow(parent))
            }
        }
        return AvailabilityExplanation(
            verdict: verdict, requirements: rows, firstBlocking: firstBlocking,
            unlockPlans: verdict == .true ? [] : plans())
    }

    private func truth(_ condition: Condition) -> Truth { truths[condition] ?? .unknown }

    /// Whether a feature's own requirements are met.
    private func truth(of owner: FeatureMetadata) -> Truth { owner.requirement.evaluate(truth) }

    private func row(_ row: Explanation<Condition>.Row, declaredBy owner: FeatureMetadata) -> RequirementState {
        let inheritedFrom = owner == metadata ? nil : owner.path
        switch row.kind {
        case .all, .any:
            return RequirementState(
                kind: row.kind == .any ? .anyOf : .allOf, fact: nil, feature: nil,
                title: row.kind == .any ? "any of" : "all of", truth: row.truth, value: "", override: nil,
                source: "", inheritedFrom: inheritedFrom, depth: row.depth, isBlocking: row.isBlocking)
        case .fact(let condition):
            let words = ConditionWords(condition, products: products) { facts[$0] }
            return RequirementState(
                kind: words.kind, fact: condition.factKeys[0], feature: nil, title: words.title, truth: row.truth,
                value: words.value, override: words.override, source: words.source, inheritedFrom: inheritedFrom,
                depth: row.depth, isBlocking: row.isBlocking)
        }
    }

    private func parentRow(_ parent: FeatureMetadata) -> RequirementState {
        let truth = owners.dropFirst().reduce(Truth.true) { $0 && self.truth(of: $1) }
        return RequirementState(
            kind: .parent, fact: nil, feature: parent.path, title: parent.feature.name, truth: truth,
            value: truth.availabilityWords, override: nil, source: "", inheritedFrom: nil, depth: 0,
            isBlocking: truth != .true)
    }

    /// The smallest sets of facts to change, each fact as the row of whoever declares it first.
    private func plans() -> [[RequirementState]] {
        let requirement = Requirement.all(owners.map(\.requirement))
        let plans = requirement.unlockPlans(truth: truth, canChange: canChange)
        var kept: [[RequirementState]] = []
        for plan in plans {
            // Two features that require the same product are two conditions and one thing to buy.
            var seen: Set<FactKey> = []
            let rows = plan.map(row(of:)).filter { row in row.fact.map { seen.insert($0).inserted } ?? false }
            if !kept.contains(where: { $0.allSatisfy { row in row.fact.map(seen.contains) ?? false } }) {
                kept.removeAll { Set($0.compactMap(\.fact)).isSuperset(of: seen) }
                kept.append(rows)
            }
        }
        return kept.enumerated()
            .sorted { ($0.element.count, $0.offset) < ($1.element.count, $1.offset) }
            .map(\.element)
    }

    /// The row of a condition as the first feature that declares it shows it.
    private func row(of condition: Condition) -> RequirementState {
        let owner = owners.first { $0.requirement.facts.contains(condition) } ?? metadata
        return row(
            Explanation.Row(kind: .fact(condition), truth: truth(condition), depth: 0, isBlocking: true),
            declaredBy: owner)
    }

    /// Whether somebody can bring it about that a condition is met.
    private func canChange(_ condition: Condition) -> Bool {
        switch condition {
        case .platform: false
        case .permission(let permission):
            switch Condition.effectiveStatus(of: permission, { facts[$0] }) {
            case .notDetermined, .denied, .authorized: true
            case .restricted, .unsupported: false
            }
        case .purchase, .userToggle, .runtimeSwitch, .featureFlag: true
        }
    }
}

extension AvailabilityExplanation {
    /// The explanation of a feature the runtime does not know.
    static func notRegistered(_ name: String) -> AvailabilityExplanation {
        AvailabilityExplanation(
            verdict: .false,
            requirements: [
                RequirementState(
                    kind: .registration, fact: nil, feature: nil, title: name, truth: .false,
                    value: "not registered", override: nil, source: "program", inheritedFrom: nil, depth: 0,
                    isBlocking: true)
            ],
            firstBlocking: 0, unlockPlans: [])
    }
}

extension Truth {
    /// The truth as the availability of a feature.
    var availabilityWords: String {
        switch self {
        case .true: "available"
        case .false: "not available"
        case .unknown: "not known"
        }
    }
}
