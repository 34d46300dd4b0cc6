// A feature's condition in words, made from its requirements, so that every front end words it alike.
extension FeatureSnapshot {
    /// What the feature requires, ancestors included, such as "(Premium or Season pass) and Location when in use, on iOS";
    /// `nil` if nothing is required.
    package var condition: String? {
        ConditionReader.condition(of: requirements.filter { $0.kind != .parent && $0.kind != .registration })
    }

    /// Whether the feature is available, what blocks it and what it requires, in sentences for people who do not know the
    /// app's code.
    package var sentence: String {
        let needs = condition.map { "It needs \($0)." }
        let verdict =
            switch (available, blockingRequirement) {
            case (true?, _): needs == nil ? "\(name) is available to everyone." : "\(name) is available."
            case (false?, let row?): "\(name) is not available because \(row.clause)."
            case (nil, let row?): "Whether \(name) is available is not known yet because \(row.clause)."
            case (false?, nil): "\(name) is not available."
            case (nil, nil): "Whether \(name) is available is not known yet."
            }
        return [verdict, needs].compactMap { $0 }.joined(separator: " ")
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
    let rows: [RequirementState]
    private var index = 0

    /// Returns the condition of rows in words, with the platforms at its end; `nil` if there are none.
    static func condition(of rows: [RequirementState]) -> String? {
        var reader = ConditionReader(rows: rows)
        return reader.condition
    }

    init(rows: [RequirementState]) {
        self.rows = rows
    }

    /// The condition, with the platforms at its end; `nil` if there are no rows.
    var condition: String? {
        mutating get {
            var parts: [String] = []
            var platforms: [String] = []
            while index < rows.count {
                let row = rows[index]
                if row.kind == .platform {
                    let platform = row.title.replacing(", any version", with: "")
                    if !platforms.contains(platform) { platforms.append(platform) }
                    index += 1
                } else if let part = part(), !parts.contains(part) {
                    parts.append(part)
                }
            }
            let place = platforms.isEmpty ? "" : "on " + platforms.joined(separator: " and ")
            if parts.count == 1, parts[0].hasPrefix("("), parts[0].hasSuffix(")") {
                parts[0] = String(parts[0].dropFirst().dropLast())
            }
            let sum = parts.joined(separator: " and ")
            guard !sum.isEmpty else { return place.isEmpty ? nil : "to run " + place }
            return place.isEmpty ? sum : sum + ", " + place
        }
    }

    /// Reads the row at hand with everything below it; `nil` for a heading with nothing below it, which repeats one above.
    private mutating func part() -> String? {
        let row = rows[index]
        index += 1
        guard row.isHeading else { return row.term }
        var parts: [String] = []
        while index < rows.count, rows[index].depth > row.depth {
            if let part = part(), !parts.contains(part) { parts.append(part) }
        }
        guard parts.count > 1 else { return parts.first }
        return "(" + parts.joined(separator: row.kind == .anyOf ? " or " : " and ") + ")"
    }
}
