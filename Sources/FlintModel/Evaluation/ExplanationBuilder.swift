// SPDX-License-Identifier: MIT

package import FeatureGating

/// A builder that explains why a feature is available or not at one moment.
///
/// One builder can produce an explanation, a summary, and unlock plans.
package struct ExplanationBuilder {
    package typealias Owner = ExplanationBasis.Owner

    package let basis: ExplanationBasis
    package var owners: [Owner] { basis.owners }
    /// The values of the basis's ``ExplanationBasis/factKeys``, in the same order.
    ///
    /// The value is `nil` for a fact that was never reported.
    private let values: [Fact?]
    /// The values of the basis's ``ExplanationBasis/conditions``, in the same order.
    private let truths: [Truth]

    package init(_ basis: ExplanationBasis, values: [Fact?]) {
        self.basis = basis
        self.values = values
        truths = basis.conditions.map { condition in
            condition.truth { key in basis.index(of: key).flatMap { values[$0] } }
        }
    }

    package var verdict: Truth { explanations.reduce(Truth.true) { $0 && $1.verdict } }

    /// Builds the explanation; the search for unlock plans takes longer than all other parts.
    package func build(includesPlans: Bool = true) -> AvailabilityExplanation {
        let explanations = explanations
        let inherited = explanations.dropFirst().reduce(Truth.true) { $0 && $1.verdict }
        let verdict = explanations[0].verdict && inherited
        var rows: [RequirementState] = []
        rows.reserveCapacity(explanations.reduce(1) { $0 + $1.rows.count })
        var numbers = GroupNumbers()
        for (distance, explanation) in explanations.enumerated() {
            numbers.add(explanation.rows)
            for (index, row) in explanation.rows.enumerated() {
                rows.append(self.row(row, group: numbers.number(of: row, at: index), declaredBy: distance))
            }
            if distance == 0, let parent = basis.parent { rows.append(parentRow(parent, truth: inherited)) }
        }
        var (plans, areComplete): ([[RequirementState]], Bool) = ([], verdict == .true)
        if includesPlans, verdict != .true { (plans, areComplete) = self.plans() }
        return AvailabilityExplanation(
            verdict: verdict, requirements: rows, blockingOrder: blockers(in: explanations).map(\.position.row),
            unlockPlans: plans, unlockPlansAreComplete: areComplete)
    }

    /// Builds only the ``AvailabilityExplanation/summary``, which is `nil` if the feature is available.
    package func buildSummary() -> String? {
        let explanations = explanations
        if explanations.allSatisfy({ $0.verdict == .true }) { return nil }
        let blockers = blockers(in: explanations)
        // Alternatives, including empty ones, are described by all of their rows.
        if explanations.contains(where: { $0.rows.contains { $0.isBlocking && $0.isAlternative } }) {
            return build(includesPlans: false).summary
        }
        return AvailabilityExplanation.summary(
            of: blockers.map { blocker in
                state(
                    of: blocker.condition, blocker.wording, truth: blocker.truth, declaredBy: blocker.position.distance
                )
                .statement
            })
    }

    private var explanations: [Explanation<FactID>] {
        owners.map { owner in Explanation(owner.numbered) { truths[$0.index] } }
    }

    private struct Blocker {
        let condition: Condition
        let wording: FactWording?
        let truth: Truth
        let position: BlockingPosition
    }

    private func blockers(in explanations: [Explanation<FactID>]) -> [Blocker] {
        var blockers: [Blocker] = []
        // The index of the owner's first row among all rows.
        var start = 0
        for (distance, explanation) in explanations.enumerated() {
            for (index, row) in explanation.rows.enumerated() {
                guard row.isBlocking, case .fact(let number) = row.kind else { continue }
                let condition = basis.conditions[number.index]
                let position = BlockingPosition(
                    distance: distance, precedence: BlockingPrecedence(condition, fact: fact), row: start + index)
                blockers.append(
                    Blocker(
                        condition: condition, wording: basis.wordings[number.index], truth: row.truth,
                        position: position))
            }
            // Counts the row of the parent, which `build` inserts after the feature's own rows.
            start += explanation.rows.count + (distance == 0 && basis.parent != nil ? 1 : 0)
        }
        if blockers.count > 1 { blockers.sort { $0.position < $1.position } }
        return blockers
    }

    package func fact(_ key: FactKey) -> Fact? { basis.index(of: key).flatMap { values[$0] } }

    package func truth(_ condition: Condition) -> Truth { condition.truth(fact) }

    private func row(
        _ row: Explanation<FactID>.Row, group: Int?, declaredBy distance: Int
    ) -> RequirementState {
        switch row.kind {
        case .fact(let number):
            return self.row(
                of: basis.conditions[number.index], basis.wordings[number.index], truth: row.truth, depth: row.depth,
                isBlocking: row.isBlocking, declaredBy: distance)
        case .all, .any:
            let number = group.map { " (\($0))" } ?? ""
            let title =
                (row.kind == .any ? "any of" : "all of") + number + (row.firstOccurrence == nil ? "" : ", as above")
            var heading = RequirementState(
                kind: row.kind == .any ? .anyOf : .allOf, key: group.map(String.init), title: title,
                statement: row.kind == .any && row.firstOccurrence == nil
                    ? Self.statement(row.truth, title: title) : title,
                status: RequirementStatus(row.truth), value: "", source: "")
            heading.inheritedFrom = owner(at: distance)?.path.description
            (heading.depth, heading.isBlocking) = (row.depth, row.isBlocking)
            return heading
        }
    }

    /// Returns the ancestor that declares a requirement, or `nil` if the feature itself declares it.
    private func owner(at distance: Int) -> Owner? {
        distance == 0 ? nil : owners[distance]
    }

    private static func statement(_ truth: Truth, title: String) -> String {
        switch truth {
        case .true: title
        case .false: "No alternative is met"
        case .unknown: "No alternative is known to be met"
        }
    }

    package func row(
        of condition: Condition, _ declared: FactWording?, truth: Truth, depth: Int, isBlocking: Bool,
        declaredBy distance: Int
    ) -> RequirementState {
        var row = state(of: condition, declared, truth: truth, declaredBy: distance)
        row.inheritedFrom = owner(at: distance)?.path.description
        (row.depth, row.isBlocking) = (depth, isBlocking)
        if truth != .true, let value = row.state { row.remedy = remedy(of: condition, from: value, declared) }
        return row
    }

    /// Returns the remedy for an unmet condition, or `nil` if the usual remedy for its kind applies.
    func remedy(of condition: Condition, from value: FactValue, _ declared: FactWording?) -> Remedy? {
        condition.remedy(from: value, declared) ?? (isUnsold(condition) ? .notSold : nil)
    }

    func isUnsold(_ condition: Condition) -> Bool {
        guard case .purchase(let productID) = condition.mainKey else { return false }
        return basis.listing(productID) == .notSold
    }

    private func state(
        of condition: Condition, _ declared: FactWording?, truth: Truth, declaredBy distance: Int
    ) -> RequirementState {
        RequirementState(
            condition, truth: truth, words: declared, inheritedFrom: owner(at: distance)?.name, fact: fact)
    }

    private func parentRow(
        _ parent: (name: String, path: FeaturePath), truth: Truth
    ) -> RequirementState {
        RequirementState(
            kind: .parent, key: parent.path.description, title: parent.name,
            status: RequirementStatus(truth), value: truth.availabilityText, source: "")
    }
}

/// Numbers for the groups that appear in several places of an explanation, in order of appearance.
private struct GroupNumbers {
    private var count = 0
    private var numbers: [Int: Int] = [:]

    mutating func add(_ rows: [Explanation<FactID>.Row]) {
        numbers = [:]
        for original in Set(rows.lazy.compactMap(\.firstOccurrence)).sorted() {
            count += 1
            numbers[original] = count
        }
    }

    func number(of row: Explanation<FactID>.Row, at index: Int) -> Int? {
        // A group that appears only once needs no number.
        numbers.isEmpty ? nil : numbers[row.firstOccurrence ?? index]
    }
}

extension AvailabilityExplanation {
    package static func notRegistered(_ name: String) -> AvailabilityExplanation {
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

extension Explanation.Row {
    // Matching a pattern takes a tenth of the instructions of a comparison, because a comparison looks up the metadata
    // of the generic type.
    fileprivate var isAlternative: Bool { if case .any = kind { true } else { false } }
}

extension Truth {
    package var availabilityText: String {
        switch self {
        case .true: "available"
        case .false: "not available"
        case .unknown: "undetermined"
        }
    }
}

extension Bool? {
    package var availabilityText: String { Truth(self).availabilityText }
}

/// The requirements behind an explanation: the feature and the groups above it, with their conditions.
///
/// The runtime creates a basis when a feature is first explained or denied, and replaces it after features have moved.
/// An ``ExplanationBuilder`` combines the basis with the values of its facts at any moment, even a past one. Conditions
/// and facts that several owners share are listed only once.
package final class ExplanationBasis: Sendable {
    package struct Owner {
        package let name: String
        package let path: FeaturePath
        /// The owner's own requirement; its fact numbers are indices into ``ExplanationBasis/conditions``.
        package let numbered: Requirement<FactID>
    }

    /// The feature and the groups above it that declare constraints, nearest first.
    package let owners: [Owner]
    /// The group above the feature, if the explanation has a row for it.
    package let parent: (name: String, path: FeaturePath)?
    package let conditions: [Condition]
    /// The number of the feature's own conditions, which are the first elements of ``conditions``.
    private let ownCount: Int
    package let factKeys: [FactKey]
    private let indices: [FactKey: Int]
    let wordings: [FactWording?]
    let hasRemedies: Bool
    /// Returns the store's current listing of a product, or `nil` if the store does not report it.
    let listing: @Sendable (_ productID: String) -> ProductListing?
    /// The number of feature moves when the paths were read.
    ///
    /// The basis is outdated once the number has changed.
    package let moves: UInt64

    /// Collects the requirements of a feature and the groups above it that declare constraints, nearest first.
    ///
    /// Read the number of moves before the declarations. A move in between then outdates the basis.
    package init(
        _ declarations: some Sequence<(name: String, path: FeaturePath, requirement: Requirement<Condition>)>,
        parent: (name: String, path: FeaturePath)?, words: (FactKey) -> FactWording?,
        listing: @escaping @Sendable (_ productID: String) -> ProductListing? = { _ in nil }, moves: UInt64
    ) {
        self.moves = moves
        self.listing = listing
        self.parent = parent
        var numbers = FactTable<Condition>()
        var conditions: [Condition] = []
        var ownCount: Int?
        owners = declarations.map { name, path, requirement in
            // The first owner is the feature itself, so the conditions that follow belong to groups only.
            defer { ownCount = ownCount ?? conditions.count }
            let numbered = requirement.map { condition in
                let number = numbers.intern(condition)
                if number.index == conditions.count { conditions.append(condition) }
                return number
            }
            return Owner(name: name, path: path, numbered: numbered)
        }
        (self.conditions, self.ownCount) = (conditions, ownCount ?? 0)
        var indices: [FactKey: Int] = [:]
        var factKeys: [FactKey] = []
        for key in conditions.lazy.flatMap(\.factKeys) where indices[key] == nil {
            indices[key] = factKeys.count
            factKeys.append(key)
        }
        (self.indices, self.factKeys) = (indices, factKeys)
        self.wordings = conditions.map { words($0.mainKey) }
        hasRemedies = self.wordings.contains { $0?.remedy != nil }
    }

    package func index(of key: FactKey) -> Int? {
        // Most features depend on few facts, and comparing their keys takes less time than hashing one key.
        factKeys.count > 4 ? indices[key] : factKeys.firstIndex(of: key)
    }

    package func wording(of key: FactKey) -> FactWording? {
        conditions.firstIndex { $0.mainKey == key }.flatMap { wordings[$0] }
    }

    package var ownConditions: ArraySlice<Condition> { conditions[..<ownCount] }

    package var path: FeaturePath { owners[0].path }
}
