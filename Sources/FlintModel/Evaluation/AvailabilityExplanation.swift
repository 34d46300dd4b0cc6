public import FeatureGating

/// Why a feature is available or not: every requirement with its state, its own first, then what it inherits.
public struct AvailabilityExplanation: Sendable {
    /// Whether the feature is available.
    public let verdict: Truth
    /// Every requirement in reading order.
    public let requirements: [RequirementState]
    /// The indices of the facts that keep the feature from being available, in the order in which to deal with them.
    package let blockingOrder: [Int]
    /// The smallest sets of requirements that would have to be met, shortest first.
    ///
    /// They are all there are for a feature that depends on up to nine unmet facts, cut to the best eight. Of more
    /// facts there may be more combinations than can be tried; then others may be as short or shorter.
    public let unlockPlans: [[RequirementState]]
    /// Whether every minimal plan was considered, so that none is shorter than the ``unlockPlans``.
    ///
    /// If not, the plans are minimal, and others may be as good or better.
    public let unlockPlansAreComplete: Bool

    /// The index of the blocking requirement: the one to name and to deal with first; `nil` if the feature is
    /// available.
    ///
    /// It is the first of: registration, platform, the ancestors' blocking requirements, enabled in code, user setting,
    /// feature flag, a restricted permission, a purchase, a denied permission, an undetermined one; and of several of a
    /// kind the one that is declared first.
    public var firstBlocking: Int? {
        blockingOrder.first ?? requirements.firstIndex(where: \.isBlocking)
    }

    /// Everything that keeps the feature from being available, in one sentence that begins with the blocking
    /// requirement; empty if it is available.
    ///
    /// Of alternatives, the one to deal with first is stated and the others are named after it:
    /// `Premium is not purchased (or Season pass), Location when in use is not determined`.
    public var summary: String {
        let order = blockingOrder.isEmpty ? [firstBlocking].compactMap { $0 } : blockingOrder
        let alternatives = outermostAlternatives
        var headings: Set<Int> = []
        return Self.summary(
            of: order.compactMap { row in
                guard let heading = alternatives[row] else { return requirements[row].statement }
                guard headings.insert(heading).inserted else { return nil }
                return statement(of: row, amongAlternativesUnder: heading)
            })
    }

    /// Joins statements to one sentence.
    package static func summary(of statements: [String]) -> String {
        guard statements.count > 1 else { return statements.first ?? "" }
        // What a group requires too is named once.
        var seen: Set<String> = []
        return statements.filter { seen.insert($0).inserted }.joined(separator: ", ")
    }

    /// For each row, the outermost blocking "any of" heading around it.
    ///
    /// A group that appears in several places may be required in one and an alternative in another. Only alternatives
    /// within such a group count.
    private var outermostAlternatives: [Int?] {
        var open: [(depth: Int, alternatives: Int?)] = []
        return requirements.enumerated().map { index, row in
            while let last = open.last, last.depth >= row.depth { open.removeLast() }
            let around = open.last?.alternatives
            if row.isHeading {
                let own = row.kind == .anyOf && row.isBlocking ? index : nil
                open.append((row.depth, row.key == nil ? around ?? own : own))
            }
            return around
        }
    }

    /// The number of alternatives that a summary names; others are counted.
    private static let namedAlternatives = 3

    /// Returns the statement of a row with what would do in its place.
    ///
    /// - Parameters:
    ///   - row: The index of a requirement that is not met.
    ///   - heading: The index of the outermost "any of" heading around it.
    /// - Returns: The statement, such as `Premium is not purchased (or Season pass)`.
    private func statement(of row: Int, amongAlternativesUnder heading: Int) -> String {
        let depth = requirements[heading].depth
        let end = requirements[(heading + 1)...].firstIndex { $0.depth <= depth } ?? requirements.endIndex
        let starts = (heading + 1..<end).filter { requirements[$0].depth == depth + 1 } + [end]
        var statement = requirements[row].statement
        var others: [String] = []
        var unnamed = 0
        for (start, end) in zip(starts, starts.dropFirst()) {
            let rows = requirements[start..<end]
            // An alternative without choices or shared groups needs all of its rows, which can be listed.
            let isSimple = rows.allSatisfy { $0.kind != .anyOf && ($0.kind != .allOf || $0.key == nil) }
            let unmet = rows.filter { $0.kind != .allOf && $0.status != .satisfied }
            if rows.indices.contains(row) {
                if isSimple { statement = unmet.map(\.statement).joined(separator: " and ") }
            } else if isSimple, others.count < Self.namedAlternatives {
                others.append(unmet.map(\.title).joined(separator: " and "))
            } else {
                unnamed += 1
            }
        }
        if unnamed > 0 { others.append(unnamed == 1 ? "1 other way" : "\(unnamed) other ways") }
        return others.isEmpty ? statement : statement + " (or " + others.joined(separator: ", or ") + ")"
    }
}

/// The availability of one feature before and after something.
public struct AvailabilityChange: Hashable, Sendable {
    /// The feature's path.
    public let feature: FeaturePath
    /// Its availability before.
    public let before: Truth
    /// Its availability afterwards.
    public let after: Truth

    /// Creates a change.
    package init(feature: FeaturePath, before: Truth, after: Truth) {
        self.feature = feature
        self.before = before
        self.after = after
    }
}

extension AvailabilityChange {
    /// Changes of verdicts with the paths of their features, in the order of registration.
    package static func list(_ changes: [VerdictChange], paths: [FeaturePath], limit: Int = .max)
        -> [AvailabilityChange]
    {
        changes.sorted { $0.node.rawValue < $1.node.rawValue }.prefix(limit).map { change in
            AvailabilityChange(
                feature: paths[Int(change.node.rawValue)], before: change.before, after: change.after)
        }
    }
}
