import FlintWorld
import Foundation
import Testing

struct LintReportFormatTests {
    private let report = LintReport(
        findings: [
            LintFinding(
                kind: .redundantRequirement, featureID: "App/Lists", requirement: "Premium", group: "App",
                message: "Lists requires Premium, which has no effect: the requirements of App imply it."),
            LintFinding(
                kind: .unusedProduct, fact: FactReference(kind: .purchase, key: "hat"),
                message: "The store sells Hat, but no feature requires it."),
        ], unfinished: ["App/Huge"])

    @Test func `a line names the subject and the rule`() {
        #expect(
            report.findings.map { $0.line() } == [
                "App/Lists: Lists requires Premium, which has no effect: the requirements of App imply it. "
                    + "(redundant-requirement)",
                "purchase hat: The store sells Hat, but no feature requires it. (unused-product)",
            ])
    }

    @Test func `a finding without a subject begins with its message`() {
        let finding = LintFinding(kind: .malformedRoute, message: "A route is malformed.")
        #expect(finding.line(remark: "known") == "A route is malformed. (malformed-route, known)")
    }

    @Test func `findings that may be intended are notes, and every rule has a sentence`() {
        #expect(LintFinding.Kind.allCases.allSatisfy { $0.summary.hasSuffix(".") })
        #expect(Set(LintFinding.Kind.allCases.map(\.summary)).count == LintFinding.Kind.allCases.count)
        #expect(
            LintFinding.Kind.allCases.filter { $0.standardLevel == .note } == [
                .neverOnThisPlatform, .availableTogether, .unusedProduct, .unusedAcceptance, .fixedFinding,
            ])
    }

    @Test func `a finding round-trips through JSON, and a judged finding has every key`() throws {
        let data = try JSONEncoder().encode(report.findings)
        #expect(try JSONDecoder().decode([LintFinding].self, from: data) == report.findings)
        let judged = try JSONEncoder().encode(LintReview(report).findings)
        let findings = try #require(try JSONSerialization.jsonObject(with: judged) as? [[String: Any]])
        #expect(
            findings.allSatisfy {
                $0.keys.sorted() == [
                    "fact", "featureID", "group", "kind", "level", "message", "reason", "requirement", "status",
                    "until",
                ]
            })
        #expect(findings[1]["featureID"] is NSNull && findings[1]["level"] as? String == "note")
    }
}
