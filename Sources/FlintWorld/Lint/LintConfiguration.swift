// SPDX-License-Identifier: MIT

/// A project's decisions about lint findings: the level of each rule, and the findings that are accepted.
///
/// People write the configuration as a JSON5 file and keep it with the app's sources.
///
/// ```json5
/// {
///   flint: "lint",
///   version: 1,
///   baseline: "lint-baseline.json",
///   rules: { "available-together": "off", "unused-product": "problem" },
///   accepted: [
///     { rule: "unused-flag", subject: "flag debug-*", reason: "For support only", until: "2026-12-01" },
///   ],
///   claims: [{ product: "premium", text: "smart playlists", feature: "Smart playlists" }],
/// }
/// ```
package struct LintConfiguration: Sendable, Hashable {
    package static let kind = "lint"
    package static let version = 1
    /// The name of the file that is found automatically.
    package static let fileName = ".flint-lint.json5"

    /// The levels of the rules that the configuration lists.
    ///
    /// The level of any other rule is its ``LintFinding/Kind/standardLevel``.
    package var levels: [LintFinding.Kind: LintFinding.Level]
    package var accepted: [LintAcceptance]
    /// The path of a ``LintBaseline``, relative to the folder of the file.
    package var baseline: String?
    package var claims: [LintClaim]

    package init(
        levels: [LintFinding.Kind: LintFinding.Level] = [:], accepted: [LintAcceptance] = [], baseline: String? = nil,
        claims: [LintClaim] = []
    ) {
        self.levels = levels
        self.accepted = accepted
        self.baseline = baseline
        self.claims = claims
    }

    package func level(of rule: LintFinding.Kind) -> LintFinding.Level { levels[rule] ?? rule.standardLevel }
}

package struct LintAcceptance: Sendable, Hashable {
    package var rule: LintFinding.Kind
    package var subject: WildcardPattern
    /// The statement of the finding's requirement, or `nil` to accept any requirement.
    package var requirement: String?
    package var reason: String
    /// The last day on which the finding is accepted, or `nil` to accept it forever.
    package var until: CalendarDay?

    package init(
        rule: LintFinding.Kind, subject: String, requirement: String? = nil, reason: String, until: CalendarDay? = nil
    ) {
        self.rule = rule
        self.subject = WildcardPattern(subject)
        self.requirement = requirement
        self.reason = reason
        self.until = until
    }

    package func matches(_ finding: LintFinding) -> Bool {
        rule == finding.kind && (requirement == nil || requirement == finding.requirement)
            && subject.matches(finding.subject)
    }

    /// Returns whether the entry still accepts findings on a day, or `true` without a day.
    ///
    /// The method does not read the current date.
    package func isInEffect(on day: CalendarDay?) -> Bool {
        guard let day, let until else { return true }
        return day <= until
    }

    package var title: String {
        "\(rule.rawValue) of \(subject)" + (requirement.map { ", \($0)" } ?? "")
    }
}

// MARK: Files

// Unknown keys are errors, because a misspelled key would have no effect.
extension LintConfiguration: Decodable {
    private static let names = ["flint", "version", "baseline", "rules", "accepted", "claims"]

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: NamedKey.self)
        try NamedKey.checkHeader(of: container, kind: Self.kind, version: Self.version)
        try NamedKey.check(container, Self.names)
        baseline = try container.decodeIfPresent(String.self, forKey: "baseline")
        if baseline?.isEmpty == true {
            throw NamedKey.fault(container.codingPath, "\"baseline\" must be the path of a file")
        }
        accepted = try container.decodeIfPresent([LintAcceptance].self, forKey: "accepted") ?? []
        claims = try container.decodeIfPresent([LintClaim].self, forKey: "claims") ?? []
        levels = [:]
        guard container.contains("rules") else { return }
        let rules = try container.nestedContainer(keyedBy: NamedKey.self, forKey: "rules")
        for key in rules.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
            let rule = try LintFinding.Kind(named: key.stringValue, at: rules.codingPath)
            let text = try rules.decode(String.self, forKey: key)
            guard let level = LintFinding.Level(rawValue: text) else {
                let known = LintFinding.Level.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
                throw NamedKey.fault(rules.codingPath + [key], "\"\(text.prefix(60))\" is not one of \(known)")
            }
            levels[rule] = level
        }
    }
}

extension LintAcceptance: Decodable {
    private static let names = ["rule", "subject", "requirement", "reason", "until"]

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: NamedKey.self)
        try NamedKey.check(container, Self.names)
        rule = try LintFinding.Kind(named: container.nonEmptyString(forKey: "rule"), at: container.codingPath)
        subject = WildcardPattern(try container.nonEmptyString(forKey: "subject"))
        requirement = try container.decodeIfPresent(String.self, forKey: "requirement")
        reason = try container.nonEmptyString(forKey: "reason")
        until = try container.decodeIfPresent(String.self, forKey: "until").map { text in
            guard let day = CalendarDay(text) else {
                throw NamedKey.fault(
                    container.codingPath,
                    "\"until\" must be a day such as \"2026-12-01\", not \"\(text.prefix(60))\"")
            }
            return day
        }
    }
}

extension LintClaim: Decodable {
    private static let names = ["product", "text", "feature"]

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: NamedKey.self)
        try NamedKey.check(container, Self.names)
        product = try container.nonEmptyString(forKey: "product")
        text = try container.nonEmptyString(forKey: "text")
        feature = try container.nonEmptyString(forKey: "feature")
    }
}

extension KeyedDecodingContainer<NamedKey> {
    fileprivate func nonEmptyString(forKey key: NamedKey) throws -> String {
        let text = try decode(String.self, forKey: key)
        guard text.contains(where: { !$0.isWhitespace }) else {
            throw NamedKey.fault(codingPath, "\"\(key.stringValue)\" is empty")
        }
        return text
    }
}

extension LintFinding.Kind {
    init(named name: String, at path: [any CodingKey]) throws {
        guard let rule = Self(rawValue: name) else {
            let nearest = EditDistance.nearest(to: name, among: Self.allCases.map(\.rawValue))
            let advice = nearest.map { "did you mean \"\($0)\"?" } ?? "\"lint --rules\" lists the rules"
            throw NamedKey.fault(path, "there is no rule \"\(name.prefix(60))\"; \(advice)")
        }
        self = rule
    }
}
