import FeatureGating

/// Works out why a feature is available or not.
struct ExplanationBuilder {
    private let runtime: FlintRuntime
    private let metadata: FeatureMetadata

    /// Creates a builder for one feature.
    init(runtime: FlintRuntime, metadata: FeatureMetadata) {
        self.runtime = runtime
        self.metadata = metadata
    }

    /// One feature's own requirements, evaluated.
    private struct Part {
        let owner: FeatureMetadata
        let rows: [RequirementState]
        let firstBlocking: Int?
        let truth: Truth
        let truths: [Condition: Truth]
        /// The row of each condition.
        let rowOfCondition: [Condition: RequirementState]
    }

    /// Builds the explanation.
    func build() -> AvailabilityExplanation {
        let conditionalAncestors = metadata.ancestors.filter(\.isConditional)
        let verdict = runtime.verdict(of: metadata)
        var rows: [RequirementState] = []
        var firstBlocking: Int?
        var parts: [Part] = []
        for owner in [metadata] + conditionalAncestors {
            let part = self.part(of: owner, verdict: verdict)
            if firstBlocking == nil, verdict != .true, part.truth == verdict, let index = part.firstBlocking {
                firstBlocking = rows.count + index
            }
            rows += part.rows
            parts.append(part)
            if owner == metadata, let parent = metadata.parent,
                metadata.isConditional || !conditionalAncestors.isEmpty
            {
                rows.append(parentRow(parent))
            }
        }
        return AvailabilityExplanation(
            verdict: verdict, requirements: rows, firstBlocking: firstBlocking,
            unlockPlans: verdict == .true ? [] : plans(parts))
    }

    private func part(of owner: FeatureMetadata, verdict: Truth) -> Part {
        let requirement = owner.requirement
        let (truths, facts) = runtime.facts.evaluate(requirement)
        let explanation = Explanation(requirement) { truths[$0] ?? .unknown }
        let inheritedFrom = owner == metadata ? nil : owner.path
        var rowOfCondition: [Condition: RequirementState] = [:]
        let rows = explanation.rows.map { row in
            let isBlocking = verdict != .true && row.isBlocking
            switch row.kind {
            case .all, .any:
                return RequirementState(
                    kind: row.kind == .any ? .anyOf : .allOf, fact: nil, feature: nil,
                    title: row.kind == .any ? "any of" : "all of", truth: row.truth, value: "", override: nil,
                    source: "", inheritedFrom: inheritedFrom, depth: row.depth, isBlocking: isBlocking)
            case .fact(let condition):
                let words = ConditionWords(condition, products: runtime.catalog.products) { facts[$0] }
                let state = RequirementState(
                    kind: words.kind, fact: condition.factKeys[0], feature: nil, title: words.title,
                    truth: row.truth, value: words.value, override: words.override, source: words.source,
                    inheritedFrom: inheritedFrom, depth: row.depth, isBlocking: isBlocking)
                rowOfCondition[condition] = state
                return state
            }
        }
        let truth = requirement.evaluate { truths[$0] ?? .unknown }
        return Part(
            owner: owner, rows: rows, firstBlocking: explanation.firstBlocking, truth: truth, truths: truths,
            rowOfCondition: rowOfCondition)
    }

    private func parentRow(_ parent: FeatureMetadata) -> RequirementState {
        let truth = runtime.verdict(of: parent)
        return RequirementState(
            kind: .parent, fact: nil, feature: parent.path, title: parent.feature.name, truth: truth,
            value: truth.availabilityWords, override: nil, source: "", inheritedFrom: nil, depth: 0,
            isBlocking: truth != .true)
    }

    private func plans(_ parts: [Part]) -> [[RequirementState]] {
        let requirement = Requirement.all(parts.map(\.owner.requirement))
        var truths: [Condition: Truth] = [:]
        var rows: [Condition: RequirementState] = [:]
        for part in parts {
            truths.merge(part.truths) { first, _ in first }
            rows.merge(part.rowOfCondition) { first, _ in first }
        }
        let plans = requirement.unlockPlans(
            truth: { truths[$0] ?? .unknown },
            canChange: { condition in
                switch condition {
                case .platform: false
                case .permission: rows[condition]?.canBeGranted ?? false
                case .purchase, .userToggle, .runtimeSwitch: true
                }
            })
        return plans.map { plan in plan.compactMap { rows[$0] } }
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

extension RequirementState {
    /// Whether a person can still grant the permission the row is about.
    fileprivate var canBeGranted: Bool {
        value != SystemPermissionStatus.restricted.words && value != SystemPermissionStatus.unsupported.words
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
