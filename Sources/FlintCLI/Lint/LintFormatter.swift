// SPDX-License-Identifier: MIT

import FlintCore
import FlintWorld

/// Formats the result of `flint lint` as text, with findings in the format of compiler diagnostics.
struct LintFormatter {
    let review: LintReview
    let world: World
    let files: LintFiles
    let sources: SourceFiles
    let showsAll: Bool
    let wasFixed: Bool

    var lines: [String] {
        let unfinished = review.unfinished.map {
            "\($0): Not all requirements were examined, because there are too many combinations."
        }
        return findingLines + unfinished + [summary] + (wasFixed ? removals : advice)
    }

    private var findingLines: [String] {
        let shown = review.findings.filter { finding in
            switch finding.status {
            case .new, .removed: true
            case .known, .accepted: showsAll
            }
        }
        // A finding about an unused entry has a place in the lint file or the baseline, not in the source code.
        let locations = shown.map { $0.unusedEntry == nil ? world.location(of: $0.finding) : nil }
        let paths = sources.paths(of: locations.compactMap(\.self))
        return zip(shown, locations).map { finding, location in
            let place = location.map { "\(paths[$0.fileID] ?? $0.fileID):\($0.line)" } ?? files.place(of: finding)
            let (severity, remark) = Self.severityAndRemark(finding)
            return (place.map { "\($0): " } ?? "") + "\(severity): \(finding.finding.line(remark: remark))"
        }
    }

    private static func severityAndRemark(_ finding: LintReview.Finding) -> (severity: String, remark: String?) {
        switch finding.status {
        case .new:
            // Editors and Xcode recognize the severity by these words.
            let severity =
                switch finding.level {
                case .problem: "error"
                case .note, .off: "warning"
                }
            return (severity, finding.acceptance.flatMap(\.until).map { "accepted only until \($0)" })
        case .known: return ("note", "known")
        case .accepted: return ("note", finding.acceptance.map(displayText))
        case .removed: return ("note", "removed")
        }
    }

    private static func displayText(of acceptance: LintAcceptance) -> String {
        "accepted" + (acceptance.until.map { " until \($0)" } ?? "") + ": \(acceptance.reason)"
    }

    private var summary: String {
        let new = review.findings.filter { $0.status == .new }
        let problems = review.newProblems.count
        let notes = new.count - problems
        let counts = [
            problems == 0 ? nil : problems.counted("problem"), notes == 0 ? nil : notes.counted("note"),
        ].compactMap(\.self)
        let (known, accepted) = (review.count(.known), review.count(.accepted))
        guard known + accepted > 0 else {
            return (counts.isEmpty ? "No findings" : counts.listed()) + "."
        }
        let others = [known == 0 ? nil : "\(known) known", accepted == 0 ? nil : "\(accepted) accepted"]
            .compactMap(\.self).listed()
        let hint = showsAll ? "" : " (--all lists them)"
        return "\(counts.isEmpty ? "No new findings" : counts.listed()); \(others)\(hint)."
    }

    private var advice: [String] {
        let isFixed = review.findings.contains { $0.finding.kind == .fixedFinding }
        if isFixed { return ["Write the baseline again, or remove such entries with --fix."] }
        return review.unusedAcceptances.isEmpty ? [] : ["--fix removes such entries from the lint file."]
    }

    private var removals: [String] {
        func removal(_ rule: LintFinding.Kind, from path: String?) -> String? {
            let count = review.findings.count { $0.finding.kind == rule && $0.status == .removed }
            return path.flatMap { count == 0 ? nil : "\(count.counted("entry", plural: "entries")) from \($0)" }
        }
        let removals = [
            removal(.unusedAcceptance, from: files.configurationPath), removal(.fixedFinding, from: files.baselinePath),
        ].compactMap(\.self)
        return [removals.isEmpty ? "There was no entry to remove." : "Removed \(removals.listed())."]
    }
}

struct LintRulesAnswer: Encodable {
    struct Rule: Encodable {
        let name: String
        let level: LintFinding.Level
        let standardLevel: LintFinding.Level
        let summary: String
    }

    let rules: [Rule]

    init(_ configuration: LintConfiguration) {
        rules = LintFinding.Kind.allCases.map { rule in
            Rule(
                name: rule.rawValue, level: configuration.level(of: rule), standardLevel: rule.standardLevel,
                summary: rule.summary)
        }
    }

    var lines: [String] {
        rules.map { rule in
            let standard = rule.level == rule.standardLevel ? "" : " (\(rule.standardLevel.rawValue) by default)"
            return "\(rule.name): \(rule.level.rawValue)\(standard): \(rule.summary)"
        }
    }
}

extension JUnitReport {
    /// Creates a document from a review.
    ///
    /// Each rule that is not off is a suite, and each finding is a case. Only new problems are failures, so the
    /// document fails exactly when the command does. A rule without findings has one case, which passes.
    init(_ review: LintReview, _ configuration: LintConfiguration, of appName: String) {
        let findings = Dictionary(grouping: review.findings, by: \.finding.kind)
        let rules = LintFinding.Kind.allCases.filter { configuration.level(of: $0) != .off }
        self.init(
            named: "\(appName): lint",
            rules.map { rule in
                let cases = findings[rule]?.map(Self.testCase) ?? [Case(name: "no findings")]
                return Suite(name: rule.rawValue, cases: cases)
            })
    }

    private static func testCase(for finding: LintReview.Finding) -> Case {
        let (subject, message) = (finding.finding.subject, finding.finding.message)
        let result: Case.Result
        switch finding.status {
        case .new:
            result =
                finding.level == .problem
                ? .failure(message: message, type: finding.finding.kind.rawValue, text: "")
                : .skipped(message: "\(finding.level.rawValue): \(message)")
        case .known: result = .skipped(message: "known: \(message)")
        case .accepted: result = .skipped(message: "accepted: \(finding.acceptance?.reason ?? message)")
        case .removed: result = .passed
        }
        return Case(name: subject.isEmpty ? message : subject, result: result)
    }
}
