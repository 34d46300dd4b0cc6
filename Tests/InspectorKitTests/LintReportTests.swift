import Foundation
import InspectorKit
import Testing

/// Tests of the formats in which a review of an app's gating is exported.
struct LintReportTests {
    private let report = LintReport(
        findings: [
            LintFinding(
                kind: .redundantRequirement, featureID: "App/Lists", requirement: "Premium", group: "App",
                message: "Lists requires Premium, which has no effect: the requirements of App imply it."),
            LintFinding(
                kind: .unusedProduct, fact: FactReference(kind: .purchase, key: "hat"),
                message: "The store sells Hat, but no feature requires it."),
        ], unfinished: ["App/Huge"])

    @Test func `a line names the subject, the level and the kind`() {
        #expect(
            report.findings.map(\.line) == [
                "App/Lists: problem: Lists requires Premium, which has no effect: the requirements of App imply it. "
                    + "(redundant-requirement)",
                "purchase hat: note: The store sells Hat, but no feature requires it. (unused-product)",
            ])
    }

    @Test func `notes do not count as problems`() {
        #expect(report.problems.map(\.kind) == [.redundantRequirement])
        #expect(
            LintFinding.Kind.allCases.filter { $0.level == .note } == [
                .neverOnThisPlatform, .availableTogether, .unusedProduct,
            ])
    }

    @Test func `a report survives JSON, and a finding has every key`() throws {
        let data = try JSONEncoder().encode(report)
        #expect(try JSONDecoder().decode(LintReport.self, from: data) == report)
        let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let findings = try #require(json["findings"] as? [[String: Any]])
        #expect(
            findings.allSatisfy {
                $0.keys.sorted() == ["fact", "featureID", "group", "kind", "level", "message", "requirement"]
            })
        #expect(findings[1]["featureID"] is NSNull && findings[1]["level"] as? String == "note")
    }
}
