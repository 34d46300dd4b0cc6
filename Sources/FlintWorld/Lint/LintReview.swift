// SPDX-License-Identifier: MIT

/// The findings of a lint report, judged by a project's configuration and baseline.
///
/// ```swift
/// let review = LintReview(world.lint(), configuration, baseline: baseline)
/// let fails = !review.newProblems.isEmpty
/// ```
package struct LintReview: Sendable, Hashable {
    package enum Status: String, Codable, Sendable, Hashable, CaseIterable {
        case new
        /// The baseline contains the finding.
        case known
        case accepted
        /// The finding was about an unused entry of the lint file or the baseline, and the entry has been removed.
        case removed
    }

    package struct Finding: Sendable, Hashable {
        package let finding: LintFinding
        /// The level of the rule, never ``LintFinding/Level/off``.
        package let level: LintFinding.Level
        package fileprivate(set) var status: Status
        /// The entry that accepts the finding, or that accepted it until the entry's last day.
        package let acceptance: LintAcceptance?
        /// The index of the unused entry in the lint file or the baseline, if the finding is about such an entry.
        package let unusedEntry: Int?
    }

    /// The findings of the report, followed by findings about the lint file and the baseline.
    package private(set) var findings: [Finding]
    package let unfinished: [String]
    /// The indices of the entries that match no finding.
    ///
    /// The list is empty if the rule about such entries is off.
    package let unusedAcceptances: [Int]
    /// The baseline without findings that no longer exist.
    ///
    /// The baseline is unchanged if the rule about such findings is off.
    package let currentBaseline: LintBaseline

    /// Judges the findings of a report.
    ///
    /// Entries and findings of rules that are off are compared, too, so turning a rule off does not make its entries
    /// unused. Entries about rules that were not examined, or about features that were not completely reviewed, do not
    /// count as unused either.
    ///
    /// Entries of the configuration whose last day is before the given day accept no findings.
    package init(
        _ report: LintReport, _ configuration: LintConfiguration = LintConfiguration(),
        baseline: LintBaseline = LintBaseline(), on day: CalendarDay? = nil
    ) {
        var acceptances = AcceptanceIndex(configuration.accepted)
        var known: [LintFinding.Identity: Int] = [:]
        for identity in baseline.findings { known[identity, default: 0] += 1 }
        findings = []
        for finding in report.findings {
            let acceptance = acceptances.use(for: finding, on: day)
            let identity = finding.identity
            let isKnown = (known[identity] ?? 0) > 0
            // An entry of the baseline covers only one of several findings with the same identity.
            if isKnown { known[identity, default: 0] -= 1 }
            let isAccepted = acceptance?.isInEffect(on: day) == true
            findings += Self.finding(
                finding, configuration, isAccepted ? .accepted : isKnown ? .known : .new, acceptance)
        }
        unfinished = report.unfinished
        let stopped = Set(report.unfinished)
        unusedAcceptances =
            configuration.level(of: .unusedAcceptance) == .off
            ? []
            : acceptances.unused.filter { index in
                let entry = configuration.accepted[index]
                return !report.skippedRules.contains(entry.rule) && !stopped.contains { entry.subject.matches($0) }
            }
        findings += unusedAcceptances.flatMap { index in
            Self.finding(
                LintFinding(unused: configuration.accepted[index], at: index), configuration, unusedEntry: index)
        }
        var (current, fixed): ([LintFinding.Identity], [Int]) = ([], [])
        for (index, identity) in baseline.findings.enumerated() {
            let isReported =
                !report.skippedRules.contains(identity.kind) && identity.featureID.map { !stopped.contains($0) } ?? true
            if isReported, configuration.level(of: .fixedFinding) != .off, let count = known[identity], count > 0 {
                known[identity] = count - 1
                fixed.append(index)
            } else {
                current.append(identity)
            }
        }
        currentBaseline = LintBaseline(findings: current)
        findings += fixed.flatMap { index in
            Self.finding(LintFinding(fixed: baseline.findings[index]), configuration, unusedEntry: index)
        }
    }

    private static func finding(
        _ finding: LintFinding, _ configuration: LintConfiguration, _ status: Status = .new,
        _ acceptance: LintAcceptance? = nil, unusedEntry: Int? = nil
    ) -> [Finding] {
        let level = configuration.level(of: finding.kind)
        guard level != .off else { return [] }
        return [
            Finding(finding: finding, level: level, status: status, acceptance: acceptance, unusedEntry: unusedEntry)
        ]
    }

    package var newProblems: [Finding] { findings.filter { $0.level == .problem && $0.status == .new } }

    package func count(_ status: Status) -> Int { findings.count { $0.status == status } }

    package mutating func markRemoved(_ rule: LintFinding.Kind) {
        for index in findings.indices where findings[index].finding.kind == rule { findings[index].status = .removed }
    }
}

extension LintFinding {
    fileprivate init(unused acceptance: LintAcceptance, at index: Int) {
        self.init(
            kind: .unusedAcceptance, message: "accepted > [\(index)] matches no finding: \(acceptance.title).")
    }

    fileprivate init(fixed identity: Identity) {
        self.init(
            kind: .fixedFinding, featureID: identity.featureID, fact: identity.fact, requirement: identity.requirement,
            group: identity.group, message: "The finding \(identity.kind.rawValue) in the baseline no longer exists.")
    }
}

private struct AcceptanceIndex {
    private let acceptances: [LintAcceptance]
    private let indices: [LintFinding.Kind: [Int]]
    private var used: Set<Int> = []

    init(_ acceptances: [LintAcceptance]) {
        self.acceptances = acceptances
        indices = Dictionary(grouping: acceptances.indices) { acceptances[$0].rule }
    }

    var unused: [Int] { acceptances.indices.filter { !used.contains($0) } }

    /// Marks every entry that matches a finding as used.
    ///
    /// The result is the first entry that is in effect, or else the one that ended last.
    mutating func use(for finding: LintFinding, on day: CalendarDay?) -> LintAcceptance? {
        let matching = (indices[finding.kind] ?? []).filter { acceptances[$0].matches(finding) }
        used.formUnion(matching)
        return matching.first { acceptances[$0].isInEffect(on: day) }.map { acceptances[$0] }
            ?? matching.map { acceptances[$0] }.max { first, second in
                // An entry that is not in effect has a last day.
                guard let end = first.until, let other = second.until else { return false }
                return end < other
            }
    }
}

extension LintReview: Encodable {
    private enum CodingKeys: CodingKey {
        case findings, unfinished
    }
}

extension LintReview.Finding: Encodable {
    private enum CodingKeys: CodingKey {
        case level, status, reason, until
    }

    package func encode(to encoder: any Encoder) throws {
        try finding.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(level, forKey: .level)
        try container.encode(status, forKey: .status)
        try container.encode(acceptance?.reason, forKey: .reason)
        try container.encode(acceptance?.until?.description, forKey: .until)
    }
}
