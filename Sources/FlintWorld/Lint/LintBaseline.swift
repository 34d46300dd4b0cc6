// SPDX-License-Identifier: MIT

/// The known findings of a project, which do not fail a check.
///
/// A finding is identified by its rule and its subject, not by its message, so that a baseline survives changes in
/// wording. Several findings can have the same identity, so the baseline counts them.
///
/// The file is JSON with one line for each finding, in alphabetical order, so that version control shows and merges
/// changes well.
package struct LintBaseline: Sendable, Hashable {
    package static let kind = "lint-baseline"
    package static let version = 1

    package var findings: [LintFinding.Identity]

    package init(findings: [LintFinding.Identity] = []) {
        self.findings = findings
    }

    /// Records the new and known findings of a review.
    ///
    /// Accepted findings are omitted, because their reason would be lost. Findings about the lint file and the baseline
    /// itself are omitted, too.
    package init(recording review: LintReview) {
        findings = review.findings.compactMap { finding in
            switch finding.status {
            case .new, .known: finding.finding.kind.concernsLintFiles ? nil : finding.finding.identity
            case .accepted, .removed: nil
            }
        }
    }

    package var fileContent: String {
        let lines = findings.map { "    " + $0.json }.sorted().joined(separator: ",\n")
        return """
            {
              "flint": "\(Self.kind)",
              "version": \(Self.version),
              "findings": [\(lines.isEmpty ? "" : "\n\(lines)\n  ")]
            }

            """
    }
}

extension LintFinding {
    /// The stable part of a finding, which identifies it in a baseline.
    package struct Identity: Sendable, Hashable {
        package let kind: Kind
        package let featureID: String?
        package let fact: FactReference?
        package let requirement: String?
        package let group: String?

        fileprivate var json: String {
            func member(_ name: String, _ text: String?) -> String? {
                text.map { "\"\(name)\": \(TextFormat.json.escaped($0))" }
            }
            let fact = self.fact.map {
                "\"fact\": { \"kind\": \"\($0.kind.rawValue)\", \"key\": \(TextFormat.json.escaped($0.key)) }"
            }
            let members = [
                member("rule", kind.rawValue), member("featureID", featureID), fact, member("requirement", requirement),
                member("group", group),
            ]
            return "{ \(members.compactMap(\.self).joined(separator: ", ")) }"
        }
    }

    package var identity: Identity {
        Identity(kind: kind, featureID: featureID, fact: fact, requirement: requirement, group: group)
    }
}

extension LintFinding.Kind {
    package var concernsLintFiles: Bool { self == .unusedAcceptance || self == .fixedFinding }
}

// MARK: Files

extension LintBaseline: Decodable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: NamedKey.self)
        try NamedKey.checkHeader(of: container, kind: Self.kind, version: Self.version)
        try NamedKey.check(container, ["flint", "version", "findings"])
        findings = try container.decode([LintFinding.Identity].self, forKey: "findings")
    }
}

extension LintFinding.Identity: Decodable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: NamedKey.self)
        try NamedKey.check(container, ["rule", "featureID", "fact", "requirement", "group"])
        kind = try LintFinding.Kind(
            named: container.decode(String.self, forKey: "rule"), at: container.codingPath)
        featureID = try container.decodeIfPresent(String.self, forKey: "featureID")
        fact = try container.decodeIfPresent(FactReference.self, forKey: "fact")
        requirement = try container.decodeIfPresent(String.self, forKey: "requirement")
        group = try container.decodeIfPresent(String.self, forKey: "group")
    }
}
