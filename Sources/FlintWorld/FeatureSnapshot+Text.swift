// SPDX-License-Identifier: MIT

// Descriptions of a feature for people. All front ends share them to keep the wording consistent.
extension FeatureSnapshot {
    /// The condition of the feature and its ancestors, or `nil` if they have no requirements.
    ///
    /// For example, "(Premium or Season pass) and Camera, on iOS 15.0 or later". A permission that a wider permission
    /// includes appears together with the wider one, as in "Location when in use or Location always".
    package var condition: String? {
        RequiredPart.condition(of: requirements.filter { $0.kind != .parent && $0.kind != .registration })
    }

    /// The verdict and the condition, in sentences for readers who do not know the app's code.
    package var sentence: String {
        [verdict, condition.map { "It needs \($0)." }].compactMap { $0 }.joined(separator: " ")
    }

    /// A sentence that states everything that blocks the feature, starting with the blocking requirement.
    ///
    /// The sentence has no final period, and is empty if the feature is available.
    package var blockingSummary: String {
        guard let firstBlocking, requirements.indices.contains(firstBlocking) else { return "" }
        let others = requirements.indices.filter { index in
            let row = requirements[index]
            return index != firstBlocking && row.isBlocking && !row.isHeading && row.kind != .parent
        }
        return AvailabilityExplanation.summary(of: requirements, order: [firstBlocking] + others)
    }

    package var verdict: String {
        switch (available, blockingRequirement) {
        case (true?, _) where condition != nil: "\(name) is available."
        case (true?, _):
            // A condition omits the current platform if every version of it is supported.
            "\(name) is available to everyone\(requirements.contains { $0.kind == .platform } ? " on this platform" : "")."
        case (false?, let row?): "\(name) is not available because \(row.clause)."
        case (nil, let row?): "The availability of \(name) is undetermined because \(row.clause)."
        case (false?, nil): "\(name) is not available."
        case (nil, nil): "The availability of \(name) is undetermined."
        }
    }
}

extension RequirementState {
    /// The statement with a lowercase first letter, for use inside a sentence.
    ///
    /// Product, permission, and platform names keep their case.
    fileprivate var clause: String {
        let isName = kind.fact?.titlesNameKind == false
        guard !isName, let first = statement.first else { return statement }
        return first.lowercased() + statement.dropFirst()
    }

    fileprivate var term: String {
        guard let fact = kind.fact, fact.titlesNameKind else { return title }
        guard fact.belongsToFeature else { return "the \(fact.title) \(key ?? title)" }
        return inheritedFrom == nil ? "its \(fact.title)" : "the \(fact.title) of \(group)"
    }

    fileprivate var widerPermission: SystemPermissionConstraint? {
        guard kind == .permission, let key else { return nil }
        return SystemPermissionConstraint(name: key).flatMap(PermissionRules.wider)
    }

    private var group: String {
        let id = inheritedFrom ?? ""
        return String(id.split(separator: "/").last ?? "")
    }
}

/// The text of a requirement, as a part of a condition.
enum RequiredPart: Hashable {
    case always
    case never
    /// A platform. The condition names it at the end, unless it is one of several alternatives.
    case platform(String, isFree: Bool)
    case term(String)
    case group(String)

    init(_ row: RequirementState, _ parts: [RequiredPart]) {
        if row.isHeading {
            self = .joined(parts.map(\.shortened), isAlternative: row.kind == .anyOf)
        } else if row.kind == .platform {
            // If every version of the current platform is supported, the platform is not a restriction.
            let isFree = row.status == .satisfied && row.title.contains(", any version")
            self = .platform(row.title, isFree: isFree)
        } else {
            let wider = row.widerPermission.map { RequiredPart.term($0.description) }
            self = .joined([.term(row.term), wider ?? .never], isAlternative: true)
        }
    }

    private var displayText: String? {
        switch self {
        case .always, .never: nil
        case .term(let words), .group(let words), .platform(let words, isFree: _): words
        }
    }

    /// The part, or "…" if its wording is long.
    ///
    /// Nested groups could otherwise double the length at every level.
    private var shortened: RequiredPart { displayText.map { $0.utf8.count > 1_000 } == true ? .term("…") : self }

    private static func joined(_ parts: [RequiredPart], isAlternative: Bool) -> RequiredPart {
        // A part that is always met decides alternatives, and a part that is never met decides conjunctions.
        let decisive: RequiredPart = isAlternative ? .always : .never
        if parts.contains(decisive) { return decisive }
        var rest: [RequiredPart] = []
        for part in parts where part.displayText != nil && !rest.contains(part) { rest.append(part) }
        if rest.count <= 1 { return rest.first ?? (isAlternative ? .never : .always) }
        return .group("(" + rest.compactMap(\.displayText).joined(separator: isAlternative ? " or " : " and ") + ")")
    }

    static func condition(of rows: [RequirementState]) -> String? {
        condition(of: RequirementTree(rows).fold(RequiredPart.init))
    }

    /// Returns the condition of rows with the parts of each group in alphabetical order.
    ///
    /// A nested group with a long wording is shortened to "…". In this case, the facts of all rows follow the
    /// condition.
    static func normalCondition(of rows: [RequirementState]) -> String? {
        func sorted(_ parts: [RequiredPart]) -> [RequiredPart] {
            parts.sorted { ($0.displayText ?? "") < ($1.displayText ?? "") }
        }
        let parts = RequirementTree(rows).fold { RequiredPart($0, sorted($1)) }
        guard let words = condition(of: sorted(parts)), words.contains("…") else { return condition(of: sorted(parts)) }
        let facts = Set(rows.compactMap(\.factReference)).map { "\($0.kind.rawValue) \($0.key)" }.sorted()
        return "\(words), with \(facts.joined(separator: ", "))"
    }

    static func condition(of parts: [RequiredPart]) -> String? {
        var others: [RequiredPart] = []
        var platforms: [String] = []
        for part in parts {
            guard case .platform(let title, let isFree) = part else {
                others.append(part)
                continue
            }
            let platform = title.replacing(", any version", with: "")
            if !isFree, !platforms.contains(platform) { platforms.append(platform) }
        }
        let place = platforms.isEmpty ? "" : "on " + platforms.joined(separator: " and ")
        let suffix = place.isEmpty ? "" : ", " + place
        return switch joined(others, isAlternative: false) {
        case .always: place.isEmpty ? nil : "to run " + place
        case .never: "a condition that cannot be met" + suffix
        // The outermost group needs no parentheses.
        case .group(let words): String(words.dropFirst().dropLast()) + suffix
        case .term(let words), .platform(let words, isFree: _): words + suffix
        }
    }
}
