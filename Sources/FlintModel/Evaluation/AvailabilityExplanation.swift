// SPDX-License-Identifier: MIT

public import FeatureGating

/// The reasons a feature is available or not: every requirement with its state.
///
/// The feature's own requirements come first, and inherited requirements follow. The explanation also names the
/// blocking requirement and lists the smallest sets of requirements to meet. It is a snapshot: later changes do not
/// affect it.
///
/// ```swift
/// let explanation = FlintRuntime.current.explanation(of: SkyCameraFeature.self)
/// if let index = explanation.firstBlocking {
///     print(explanation.requirements[index].statement)   // "Camera is denied"
/// }
/// ```
public struct AvailabilityExplanation: Sendable {
    /// The feature's availability.
    public let verdict: Truth
    /// Every requirement in reading order.
    public let requirements: [RequirementState]
    /// The indices of the requirements that block the feature, in the order in which to resolve them.
    package let blockingOrder: [Int]
    /// The smallest sets of requirements to meet, shortest first.
    ///
    /// If a feature depends on at most nine unmet facts, all sets are found and the best eight are listed. With more
    /// facts, the number of combinations can exceed the search limit. Other sets may then be as short or shorter.
    public let unlockPlans: [[RequirementState]]
    /// Whether ``unlockPlans`` contains every minimal set.
    ///
    /// If it is `false`, the listed sets are minimal, but there are or may be others. It is also `false` if the feature
    /// is not available and the explanation was created without plans.
    public let unlockPlansAreComplete: Bool

    /// The index of the blocking requirement, which is the first one to report and resolve.
    ///
    /// The precedence is: registration, platform, the ancestors' blocking requirements, runtime switch, user setting,
    /// feature flag, one of the app's own facts, a restricted permission, a purchase, a denied permission, and an
    /// undetermined permission. Among several of the same kind, the one declared first comes first. The index is `nil`
    /// if the feature is available.
    public var firstBlocking: Int? {
        blockingOrder.first ?? requirements.firstIndex(where: \.isBlocking)
    }

    /// A sentence that states everything that blocks the feature, starting with the blocking requirement.
    ///
    /// For a group of alternatives, the sentence states the first one to resolve and names the others in parentheses.
    /// The sentence is empty if the feature is available.
    ///
    /// ```text
    /// Premium is not purchased (or Season pass), Location when in use is not determined
    /// ```
    public var summary: String {
        // An empty alternative blocks without a fact, so the order has no entry for it.
        let order = blockingOrder.isEmpty ? [firstBlocking].compactMap { $0 } : blockingOrder
        let tree = RequirementTree(requirements)
        let alternatives = outermostAlternatives(in: tree)
        var headings: Set<Int> = []
        return Self.summary(
            of: order.compactMap { row in
                guard let heading = alternatives[row] else { return requirements[row].statement }
                // One statement covers all blocking rows of a heading.
                guard headings.insert(heading).inserted else { return nil }
                return statement(of: row, amongAlternativesUnder: heading, in: tree)
            })
    }

    package static func summary(of requirements: [RequirementState], order: [Int]) -> String {
        AvailabilityExplanation(
            verdict: .false, requirements: requirements, blockingOrder: order, unlockPlans: [],
            unlockPlansAreComplete: false
        ).summary
    }

    package static func summary(of statements: [String]) -> String {
        guard statements.count > 1 else { return statements.first ?? "" }
        // A statement that several owners share appears once.
        var seen: Set<String> = []
        return statements.filter { seen.insert($0).inserted }.joined(separator: ", ")
    }

    /// Returns the outermost blocking "any of" heading around each row.
    ///
    /// A group that appears in several places can be required in one and an alternative in another. For such a group,
    /// only the alternatives inside it count.
    private func outermostAlternatives(in tree: RequirementTree) -> [Int?] {
        var alternatives: [Int?] = requirements.map { _ in nil }
        for (heading, row) in requirements.enumerated() where row.isHeading {
            let own = row.kind == .anyOf && row.isBlocking ? heading : nil
            // Only a heading without a number inherits the alternatives around it, because its group appears once.
            let around = row.key == nil ? alternatives[heading] ?? own : own
            // A repeated group precedes its heading here. It belongs to its first heading.
            for part in tree.parts[heading] where part > heading { alternatives[part] = around }
        }
        return alternatives
    }

    private static let namedAlternatives = 3

    private func statement(of row: Int, amongAlternativesUnder heading: Int, in tree: RequirementTree) -> String {
        var statement = requirements[row].statement
        var others: [String] = []
        var unnamed = 0
        for alternative in tree.parts[heading] {
            let indices = tree.search(from: alternative) { _ in true }
            let rows = indices.map { requirements[$0] }
            // An alternative without choices or shared groups needs all of its rows, so they can be listed.
            let isSimple = rows.allSatisfy { $0.kind != .anyOf && ($0.kind != .allOf || $0.key == nil) }
            let unmet = rows.filter { $0.kind != .allOf && $0.status != .satisfied }
            if indices.contains(row) {
                if isSimple { statement = unmet.map(\.statement).joined(separator: " and ") }
            } else if isSimple, others.count < Self.namedAlternatives {
                others.append(unmet.map(\.title).joined(separator: " and "))
            } else {
                unnamed += 1
            }
        }
        if unnamed > 0 { others.append(unnamed.counted("other way")) }
        return others.isEmpty ? statement : statement + " (or " + others.joined(separator: ", or ") + ")"
    }
}

/// A change in one feature's availability.
///
/// A preview of overrides returns the changes that the overrides would cause:
///
/// ```swift
/// let changes = FlintRuntime.current.preview(overriding: [.permission(.camera): .permission(.denied)])
/// for change in changes { print("\(change.feature): \(change.before) -> \(change.after)") }
/// ```
public struct AvailabilityChange: Hashable, Sendable {
    /// The path of the feature that became available, unavailable, or undetermined.
    public let feature: FeaturePath
    /// The availability before the change.
    public let before: Truth
    /// The availability after the change.
    public let after: Truth

    package init(feature: FeaturePath, before: Truth, after: Truth) {
        self.feature = feature
        self.before = before
        self.after = after
    }
}

extension AvailabilityChange {
    package static func changes(from changes: [VerdictChange], paths: [FeaturePath], limit: Int = .max)
        -> [AvailabilityChange]
    {
        changes.sorted { $0.node.rawValue < $1.node.rawValue }.prefix(limit).map { change in
            AvailabilityChange(
                feature: paths[Int(change.node.rawValue)], before: change.before, after: change.after)
        }
    }
}
