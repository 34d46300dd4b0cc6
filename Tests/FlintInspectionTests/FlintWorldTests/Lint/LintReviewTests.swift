import FlintTestSupport
import FlintWorld
import Foundation
import Testing

struct LintReviewTests {
    private static func flag(_ key: String) -> LintFinding {
        LintFinding(
            kind: .unusedFlag, fact: FactReference(kind: .flag, key: key),
            message: "No feature requires the flag \(key).")
    }

    private static let report = LintReport(findings: ["a", "b", "c"].map(flag), unfinished: [])

    private static func acceptance(_ subject: String, until: String? = nil) -> LintAcceptance {
        LintAcceptance(
            rule: .unusedFlag, subject: subject, reason: "because", until: until.flatMap { CalendarDay($0) })
    }

    @Test func `without a configuration, every finding is new, and rules have their levels`() {
        let product = LintFinding(kind: .unusedProduct, message: "The store sells Hat.")
        let review = LintReview(LintReport(findings: [Self.flag("a"), product], unfinished: ["App/Huge"]))
        #expect(review.findings.map(\.status) == [.new, .new])
        #expect(review.findings.map(\.level) == [.problem, .note])
        #expect(review.newProblems.map(\.finding) == [Self.flag("a")] && review.unfinished == ["App/Huge"])
    }

    @Test func `known and accepted findings are not new problems`() {
        let review = LintReview(
            Self.report, LintConfiguration(accepted: [Self.acceptance("flag b")]),
            baseline: LintBaseline(findings: [Self.flag("a").identity]))
        #expect(review.findings.map(\.status) == [.known, .accepted, .new])
        #expect(review.findings[1].acceptance?.reason == "because")
        #expect(review.newProblems.map(\.finding) == [Self.flag("c")])
    }

    @Test func `a disabled rule has no findings, and its entries are not unused`() {
        let review = LintReview(
            Self.report,
            LintConfiguration(levels: [.unusedFlag: .off], accepted: [Self.acceptance("flag b")]),
            baseline: LintBaseline(findings: [Self.flag("a").identity]))
        #expect(review.findings.isEmpty && review.unusedAcceptances.isEmpty)
        #expect(review.currentBaseline.findings == [Self.flag("a").identity])
    }

    @Test func `an expired acceptance is not unused, and its finding is new`() {
        let configuration = LintConfiguration(accepted: [Self.acceptance("flag a", until: "2026-11-30")])
        let review = LintReview(Self.report, configuration, on: CalendarDay("2026-12-01"))
        #expect(review.findings.map(\.status) == [.new, .new, .new])
        #expect(review.findings[0].acceptance?.until == CalendarDay("2026-11-30"))
        #expect(LintReview(Self.report, configuration).findings[0].status == .accepted)
    }

    @Test func `entries without a finding are notes, unless their rule has another level`() {
        let baseline = LintBaseline(findings: [Self.flag("gone").identity])
        let accepted = [Self.acceptance("flag a"), Self.acceptance("flag old-*")]
        let review = LintReview(Self.report, LintConfiguration(accepted: accepted), baseline: baseline)
        #expect(
            review.findings.suffix(2).map { $0.finding.line() } == [
                "accepted > [1] matches no finding: unused-flag of flag old-*. (unused-acceptance)",
                "flag gone: The finding unused-flag in the baseline no longer exists. (fixed-finding)",
            ])
        #expect(review.findings.map(\.unusedEntry) == [nil, nil, nil, 1, 0])
        #expect(review.unusedAcceptances == [1] && review.currentBaseline.findings.isEmpty)
        let strict = LintReview(
            Self.report,
            LintConfiguration(levels: [.unusedAcceptance: .problem, .fixedFinding: .off], accepted: accepted),
            baseline: baseline)
        #expect(strict.newProblems.last?.finding.kind == .unusedAcceptance)
        #expect(strict.currentBaseline == baseline, "--fix changes only reported findings.")
    }

    @Test func `features that were not completely reviewed do not make an entry unused`() {
        let identity = LintFinding(kind: .redundantRequirement, featureID: "App/Huge", message: "").identity
        let accepted = LintAcceptance(rule: .redundantRequirement, subject: "App/Hu*", reason: "a")
        let review = LintReview(
            LintReport(findings: [], unfinished: ["App/Huge"]), LintConfiguration(accepted: [accepted]),
            baseline: LintBaseline(findings: [identity]))
        #expect(review.findings.isEmpty && review.currentBaseline.findings == [identity])
    }

    @Test func `a second mistake with the identity of a known one is new`() {
        func route(_ message: String) -> LintFinding {
            LintFinding(kind: .malformedRoute, featureID: "App/Shop", message: message)
        }
        let old = LintReview(LintReport(findings: [route("a")], unfinished: []))
        let new = LintReview(
            LintReport(findings: [route("a"), route("b")], unfinished: []), baseline: LintBaseline(recording: old))
        #expect(new.findings.map(\.status) == [.known, .new])
    }

    @Test func `a baseline records new and known findings and round-trips through its text`() throws {
        let hostile = LintFinding(
            kind: .redundantRequirement, featureID: "App/\"\u{1B}[31m\n", requirement: "a\\b", group: "App",
            message: "x")
        let review = LintReview(
            LintReport(findings: Self.report.findings + [hostile, hostile], unfinished: []),
            LintConfiguration(accepted: [Self.acceptance("flag b"), Self.acceptance("flag unused")]),
            baseline: LintBaseline(findings: [Self.flag("a"), Self.flag("gone")].map(\.identity)))
        let baseline = LintBaseline(recording: review)
        #expect(
            baseline.findings
                == [Self.flag("a"), Self.flag("c"), hostile, hostile].map(\.identity),
            "The findings do not include problems of files.")
        let decoded = try JSONDecoder().decode(LintBaseline.self, from: Data(baseline.fileContent.utf8))
        #expect(Set(decoded.findings) == Set(baseline.findings) && decoded.findings.count == 4)
        #expect(!baseline.fileContent.unicodeScalars.contains("\u{1B}"))
        #expect(
            baseline.fileContent.split(separator: "\n").contains(
                "    { \"rule\": \"unused-flag\", \"fact\": { \"kind\": \"flag\", \"key\": \"a\" } },"))
        #expect(
            try JSONDecoder().decode(LintBaseline.self, from: Data(LintBaseline().fileContent.utf8)) == LintBaseline())
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(
                LintBaseline.self, from: Data(baseline.fileContent.replacing("unused-flag", with: "unused-flags").utf8))
        }
    }

    @Test func `a finding in JSON has every key, with the level of the configuration`() throws {
        let review = LintReview(
            Self.report,
            LintConfiguration(levels: [.unusedFlag: .note], accepted: [Self.acceptance("flag a", until: "2026-12-01")]))
        let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(review)) as? [String: Any]
        let findings = try #require(json?["findings"] as? [[String: Any]])
        let keys = [
            "fact", "featureID", "group", "kind", "level", "message", "reason", "requirement", "status", "until",
        ]
        #expect(findings.allSatisfy { $0.keys.sorted() == keys && $0["level"] as? String == "note" })
        #expect(findings[0]["reason"] as? String == "because" && findings[0]["until"] as? String == "2026-12-01")
        #expect(findings[1]["reason"] is NSNull && findings[1]["status"] as? String == "new")
    }

    // MARK: Brute force

    /// Random findings with few identities, and a random configuration of them.
    private struct RandomCase {
        let report: LintReport
        let configuration: LintConfiguration
        let baseline: LintBaseline
        let day: CalendarDay?

        private static let kinds: [LintFinding.Kind] = [.unusedFlag, .redundantRequirement, .malformedRoute]
        private static let days = ["2026-11-30", "2026-12-01", "2026-12-02"]

        init(_ random: inout SplitMix64) {
            func pick<Element>(_ elements: [Element]) -> Element {
                elements[Int.random(in: elements.indices, using: &random)]
            }
            func finding() -> LintFinding {
                let kind = pick(Self.kinds)
                let fact = kind == .unusedFlag ? FactReference(kind: .flag, key: pick(["a", "b", "ab"])) : nil
                return LintFinding(
                    kind: kind, featureID: fact == nil ? pick(["App", "App/A", nil]) : nil, fact: fact,
                    requirement: kind == .redundantRequirement ? pick(["x", "y"]) : nil, message: pick(["1", "2"]))
            }
            func findings() -> [LintFinding] { (0..<Int.random(in: 0..<6, using: &random)).map { _ in finding() } }
            report = LintReport(findings: findings(), unfinished: pick([[], ["App/A"], ["App", "Other"]]))
            let accepted = (0..<Int.random(in: 0..<5, using: &random)).map { _ in
                LintAcceptance(
                    rule: pick(Self.kinds), subject: pick(["*", "App*", "App", "flag *", "flag a", "*b", ""]),
                    requirement: pick([nil, nil, "x"]), reason: "\(Int.random(in: 0..<99, using: &random))",
                    until: pick([nil, CalendarDay(pick(Self.days))]))
            }
            let rules = Self.kinds + [.unusedAcceptance, .fixedFinding]
            var levels: [LintFinding.Kind: LintFinding.Level] = [:]
            for _ in 0..<3 { levels[pick(rules)] = pick(LintFinding.Level.allCases) }
            configuration = LintConfiguration(levels: levels, accepted: accepted)
            baseline = LintBaseline(
                findings: (findings() + report.findings.filter { _ in Bool.random(using: &random) })
                    .shuffled(using: &random).map(\.identity))
            day = pick([nil, CalendarDay(pick(Self.days))])
        }

        private func matches(_ acceptance: LintAcceptance, _ finding: LintFinding) -> Bool {
            acceptance.rule == finding.kind && acceptance.subject.matches(finding.subject)
                && (acceptance.requirement ?? finding.requirement) == finding.requirement
        }

        private func isOff(_ rule: LintFinding.Kind) -> Bool {
            (configuration.levels[rule] ?? rule.standardLevel) == .off
        }

        var statuses: [(finding: LintFinding, status: LintReview.Status)] {
            report.findings.enumerated().compactMap { index, finding in
                if isOff(finding.kind) { return nil }
                let isAccepted = configuration.accepted.contains { acceptance in
                    let hasEnded = day.map { day in
                        acceptance.until.map { $0.description < day.description } ?? false
                    }
                    return matches(acceptance, finding) && hasEnded != true
                }
                let before = report.findings[..<index].count { $0.identity == finding.identity }
                let isKnown = before < baseline.findings.count { $0 == finding.identity }
                return (finding, isAccepted ? .accepted : isKnown ? .known : .new)
            }
        }

        var unused: [Int] {
            isOff(.unusedAcceptance)
                ? []
                : configuration.accepted.indices.filter { index in
                    let acceptance = configuration.accepted[index]
                    return !report.findings.contains { matches(acceptance, $0) }
                        && !report.unfinished.contains { acceptance.subject.matches($0) }
                }
        }

        /// The number of entries of the baseline with an identity that remain.
        func remainingCount(of identity: LintFinding.Identity) -> Int {
            let count = baseline.findings.count { $0 == identity }
            let isKept = isOff(.fixedFinding) || report.unfinished.contains { $0 == identity.featureID }
            return isKept ? count : min(count, report.findings.count { $0.identity == identity })
        }
    }

    @Test(arguments: PropertyScale.seeds(1))
    func `findings are classified as if each one were compared with each entry`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var counts: [LintReview.Status: Int] = [:]
        for _ in 0..<2_000 {
            let test = RandomCase(&random)
            let review = LintReview(test.report, test.configuration, baseline: test.baseline, on: test.day)
            let judged = review.findings.filter { !$0.finding.kind.concernsLintFiles }
            let expected = test.statuses
            for finding in judged { counts[finding.status, default: 0] += 1 }
            let identities = Set(test.baseline.findings)
            let current = review.currentBaseline.findings
            let fixed = test.baseline.findings.count - current.count
            guard judged.map(\.finding) == expected.map(\.finding), judged.map(\.status) == expected.map(\.status),
                review.unusedAcceptances == test.unused,
                identities.allSatisfy({ identity in
                    current.count(where: { $0 == identity }) == test.remainingCount(of: identity)
                }),
                review.findings.count(where: { $0.finding.kind == .unusedAcceptance }) == test.unused.count,
                review.findings.count(where: { $0.finding.kind == .fixedFinding }) == fixed,
                // After --fix, a second review has the same findings and no unused entries.
                self.isStable(review, test)
            else {
                Issue.record("\(review) of \(test)")
                return
            }
        }
        #expect(counts.count == 3 && counts.values.allSatisfy { $0 > 100 }, "\(counts)")
    }

    private func isStable(_ review: LintReview, _ test: RandomCase) -> Bool {
        var configuration = test.configuration
        for index in review.unusedAcceptances.reversed() { configuration.accepted.remove(at: index) }
        let again = LintReview(test.report, configuration, baseline: review.currentBaseline, on: test.day)
        return again.findings == review.findings.filter { !$0.finding.kind.concernsLintFiles }
    }
}
