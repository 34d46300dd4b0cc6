// A feature's condition in words, made from its requirements, so that every front end words it alike.
extension FeatureSnapshot {
    /// What the feature requires, ancestors included, such as "(Premium or Season pass) and Location when in use, on iOS
    /// 15.0 or later"; `nil` if nothing is required.
    package var condition: String? {
        ConditionReader.condition(of: requirements.filter { $0.kind != .parent && $0.kind != .registration })
    }

    /// Whether the feature is available, what blocks it and what it requires, in sentences for people who do not know the
    /// app's code.
    package var sentence: String {
        [verdict, condition.map { "It needs \($0)." }].compactMap { $0 }.joined(separator: " ")
    }

    /// Whether the feature is available, and what blocks it, in one sentence.
    package var verdict: String {
        switch (available, blockingRequirement) {
        case (true?, _): condition == nil ? "\(name) is available to everyone." : "\(name) is available."
        case (false?, let row?): "\(name) is not available because \(row.clause)."
        case (nil, let row?): "Whether \(name) is available is not known yet because \(row.clause)."
        case (false?, nil): "\(name) is not available."
        case (nil, nil): "Whether \(name) is available is not known yet."
        }
    }
}

extension RequirementState {
    /// The statement as it continues a sentence.
    fileprivate var clause: String {
        let isName = kind == .purchase || kind == .permission || kind == .platform
        guard !isName, let first = statement.first else { return statement }
        return first.lowercased() + statement.dropFirst()
    }

    /// What is required, as a part of a condition.
    fileprivate var term: String {
        switch kind {
        case .toggle: inheritedFrom == nil ? "its user setting" : "the user setting of \(group)"
        case .runtimeSwitch: inheritedFrom == nil ? "being enabled in code" : "\(group) being enabled in code"
        case .flag: "the flag \(key ?? title)"
        case .platform, .permission, .purchase, .parent, .registration, .anyOf, .allOf: title
        }
    }

    /// The last part of the id of the ancestor that declares it.
    private var group: String {
        let id = inheritedFrom ?? ""
        return String(id.split(separator: "/").last ?? "")
    }
}

/// Reads the flat rows of requirements as the condition that they are.
struct ConditionReader {
    /// How many groups one in the other are worded; what is deeper stands as "…".
    private static let depthLimit = 100

    let rows: [RequirementState]
    private var index = 0
    /// The groups that are in several places, by number, once they are read.
    private var groups: [String: Part] = [:]

    /// Returns the condition of rows in words, with the platforms at its end; `nil` if there are none.
    static func condition(of rows: [RequirementState]) -> String? {
        var reader = ConditionReader(rows: rows)
        return reader.condition
    }

    init(rows: [RequirementState]) {
        self.rows = rows
    }

    /// The condition, with the platforms at its end; `nil` if nothing is required.
    var condition: String? {
        mutating get {
            var parts: [Part] = []
            var platforms: [String] = []
            while index < rows.count {
                let row = rows[index]
                if row.kind == .platform {
                    let platform = row.title.replacing(", any version", with: "")
                    // Where any version of the present platform will do, nothing is required of the platform.
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
            case .never: return "what no purchase gives" + (place.isEmpty ? "" : ", " + place)
            case .group(let words): return String(words.dropFirst().dropLast()) + (place.isEmpty ? "" : ", " + place)
            case .term(let words): return words + (place.isEmpty ? "" : ", " + place)
            }
        }
    }

    /// A part of a condition.
    private enum Part: Hashable {
        /// It is met by itself.
        case always
        /// Nothing meets it.
        case never
        /// Something to have, in words.
        case term(String)
        /// Several parts in parentheses.
        case group(String)

        /// The words, if there is something to have.
        var words: String? {
            switch self {
            case .always, .never: nil
            case .term(let words), .group(let words): words
            }
        }

        /// The part, or "…" in its place if it has many words, which groups in groups can double at every level.
        var shortened: Part { words.map { $0.utf8.count > 1_000 } == true ? .term("…") : self }

        /// The parts of a group in words; one that makes no difference is left out.
        static func joined(_ parts: [Part], isAlternative: Bool) -> Part {
            let decisive: Part = isAlternative ? .always : .never
            if parts.contains(decisive) { return decisive }
            var rest: [Part] = []
            for part in parts where part.words != nil && !rest.contains(part) { rest.append(part) }
            if rest.count <= 1 { return rest.first ?? (isAlternative ? .never : .always) }
            return .group("(" + rest.compactMap(\.words).joined(separator: isAlternative ? " or " : " and ") + ")")
        }
    }

    /// Reads the row at hand with everything below it; a heading that repeats one above is read as that one.
    private mutating func part() -> Part {
        let row = rows[index]
        index += 1
        guard row.isHeading else { return .term(row.term) }
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
