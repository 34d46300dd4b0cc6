// SPDX-License-Identifier: MIT

// Descriptions of a feature in words, shared by all front ends to keep the wording consistent.
extension FeatureSnapshot {
    /// The condition of the feature and its ancestors, or `nil` if they have no requirements.
    ///
    /// For example, "(Premium or Season pass) and Camera, on iOS 15.0 or later". A permission that a wider one includes
    /// appears with it, as in "Location when in use or Location always".
    package var condition: String? {
        ConditionReader.condition(of: requirements.filter { $0.kind != .parent && $0.kind != .registration })
    }

    /// The verdict and the condition, in sentences for readers who don't know the app's code.
    package var sentence: String {
        [verdict, condition.map { "It needs \($0)." }].compactMap { $0 }.joined(separator: " ")
    }

    /// A sentence that states everything that blocks the feature, starting with the blocking requirement, without a
    /// final period.
    ///
    /// The sentence is empty if the feature is available.
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
        case (true?, _): condition == nil ? "\(name) is available to everyone." : "\(name) is available."
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
        let isName = kind == .purchase || kind == .permission || kind == .platform
        guard !isName, let first = statement.first else { return statement }
        return first.lowercased() + statement.dropFirst()
    }

    fileprivate var term: String {
        switch kind {
        case .userSetting: inheritedFrom == nil ? "its user setting" : "the user setting of \(group)"
        case .runtimeSwitch: inheritedFrom == nil ? "its runtime switch" : "the runtime switch of \(group)"
        case .flag: "the flag \(key ?? title)"
        case .platform, .permission, .purchase, .parent, .registration, .anyOf, .allOf: title
        }
    }

    /// The permission that also meets the requirement, if one exists.
    fileprivate var widerPermission: SystemPermissionConstraint? {
        guard kind == .permission, let key else { return nil }
        return SystemPermissionConstraint(name: key).flatMap(PermissionRules.wider)
    }

    /// The last path component of the ancestor that declares the requirement.
    private var group: String {
        let id = inheritedFrom ?? ""
        return String(id.split(separator: "/").last ?? "")
    }
}

/// Converts flat rows of requirements into a condition in words.
///
/// The reader walks the rows once and treats a heading and the deeper rows after it as a group. If several headings
/// refer to the same group, only the first one is followed by the group's rows. Limits on depth and length keep the
/// wording short even for deeply nested input.
struct ConditionReader {
    /// The maximum depth of nested groups.
    ///
    /// Deeper groups appear as "…".
    private static let depthLimit = 100

    let rows: [RequirementState]
    private var index = 0
    private var groups: [String: Part] = [:]

    static func condition(of rows: [RequirementState]) -> String? {
        var reader = ConditionReader(rows: rows)
        return reader.condition
    }

    init(rows: [RequirementState]) {
        self.rows = rows
    }

    var condition: String? {
        mutating get {
            var parts: [Part] = []
            var platforms: [String] = []
            while index < rows.count {
                let row = rows[index]
                if row.kind == .platform {
                    let platform = row.title.replacing(", any version", with: "")
                    // If every version of the current platform is supported, the platform is not a restriction.
                    let isFree = row.status == .satisfied && platform != row.title
                    if !isFree, !platforms.contains(platform) { platforms.append(platform) }
                    index += 1
                } else {
                    parts.append(part())
                }
            }
            let place = platforms.isEmpty ? "" : "on " + platforms.joined(separator: " and ")
            switch Part.joined(parts, isAlternative: false) {
            case .always: return place.isEmpty ? nil : "to run " + place
            case .never: return "a condition that cannot be met" + (place.isEmpty ? "" : ", " + place)
            case .group(let words): return String(words.dropFirst().dropLast()) + (place.isEmpty ? "" : ", " + place)
            case .term(let words): return words + (place.isEmpty ? "" : ", " + place)
            }
        }
    }

    private enum Part: Hashable {
        case always
        /// A part that cannot be met.
        case never
        case term(String)
        case group(String)

        var words: String? {
            switch self {
            case .always, .never: nil
            case .term(let words), .group(let words): words
            }
        }

        /// The part, or "…" if its wording is long.
        ///
        /// Nested groups could otherwise double the length at every level.
        var shortened: Part { words.map { $0.utf8.count > 1_000 } == true ? .term("…") : self }

        /// Joins the parts of a group, omitting parts that have no effect.
        static func joined(_ parts: [Part], isAlternative: Bool) -> Part {
            let decisive: Part = isAlternative ? .always : .never
            if parts.contains(decisive) { return decisive }
            var rest: [Part] = []
            for part in parts where part.words != nil && !rest.contains(part) { rest.append(part) }
            if rest.count <= 1 { return rest.first ?? (isAlternative ? .never : .always) }
            return .group("(" + rest.compactMap(\.words).joined(separator: isAlternative ? " or " : " and ") + ")")
        }
    }

    /// Reads the current row and its descendants, or returns the shared group that the row refers to.
    private mutating func part() -> Part {
        let row = rows[index]
        index += 1
        guard row.isHeading else {
            let wider = row.widerPermission.map { Part.term($0.description) }
            return .joined([.term(row.term), wider ?? .never], isAlternative: true)
        }
        if let number = row.key, let known = groups[number] { return known }
        var parts: [Part] = []
        while index < rows.count, rows[index].depth > row.depth {
            if row.depth < Self.depthLimit { parts.append(part().shortened) } else { index += 1 }
        }
        let part = row.depth < Self.depthLimit ? Part.joined(parts, isAlternative: row.kind == .anyOf) : .term("…")
        if let number = row.key { groups[number] = part }
        return part
    }
}
