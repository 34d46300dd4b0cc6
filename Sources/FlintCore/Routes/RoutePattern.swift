/// A pattern for the paths of URLs, taken apart once, when its route is declared.
///
/// A pattern is a list of components between slashes. A component is a text, a wildcard, or texts and wildcards in
/// turns; the last one may be `**`:
///
/// | pattern | matches | and not |
/// |---|---|---|
/// | `show/all` | `show/all` | `show` |
/// | `show/*` | `show/jazz` | `show`, `show/jazz/4` |
/// | `show/e*.html` | `show/e12.html` | `show/e.html` |
/// | `show/**` | `show/`, `show/jazz/4` | `show` |
/// | `show/$(name)` | `show/jazz`, with `name` = `jazz` | `show/` |
/// | `at/$(hour)h$(minute)` | `at/12h30`, with `hour` = `12` and `minute` = `30` | `at/12h` |
///
/// A wildcard stands for at least one character; of two with nothing between them, the first stands for as little as it
/// can. A slash at the beginning or the end means nothing. The texts are
/// written as people read them, not percent-encoded; `$` is itself unless a parenthesis follows.
struct RoutePattern: Sendable {
    /// What a path must have in one place.
    enum Component: Sendable, Equatable {
        /// Exactly this.
        case text([UInt8])
        /// Something with wildcards in it.
        case wild(RouteWildcards)
    }

    /// The pattern as it was declared.
    let text: String
    /// What a path must have from slash to slash.
    let components: [Component]
    /// Whether anything may follow.
    let isOpenEnded: Bool
    /// How specific each component and the end are; of two patterns, the greater list wins.
    let ranks: [Int]

    /// Takes a pattern apart.
    ///
    /// - Throws: ``RoutePatternError`` if it is malformed.
    init(_ text: String) throws(RoutePatternError) {
        self.text = text
        var parts = text.split(separator: "/", omittingEmptySubsequences: false)[...]
        if parts.count > 1 || text.isEmpty {
            if parts.first?.isEmpty == true { parts = parts.dropFirst() }
            if parts.last?.isEmpty == true { parts = parts.dropLast() }
        }
        isOpenEnded = parts.last == "**"
        if isOpenEnded { parts = parts.dropLast() }
        var components: [Component] = []
        for part in parts {
            if part.isEmpty { throw RoutePatternError(pattern: text, problem: "has two slashes in a row") }
            if part.contains("**") {
                throw RoutePatternError(pattern: text, problem: "has ** elsewhere than alone at its end")
            }
            components.append(try RouteWildcards.component(part, of: text))
        }
        self.components = components
        ranks = components.map(\.rank) + [isOpenEnded ? 0 : .max]
        let names = parameterNames
        if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
            throw RoutePatternError(pattern: text, problem: "names the parameter \(twice) twice")
        }
    }

    /// The names of its parameters, in order.
    var parameterNames: [String] {
        components.flatMap { component -> [String] in
            guard case .wild(let wildcards) = component else { return [] }
            return wildcards.names.compactMap(\.self)
        }
    }

    /// Whether a path can be made from parameters alone, and read back.
    var isValidForLinks: Bool {
        components.allSatisfy { component in
            guard case .wild(let wildcards) = component else { return true }
            return wildcards.isValidForLinks
        }
    }

    /// Makes a path the pattern matches.
    ///
    /// - Parameter parameters: The values by name.
    /// - Returns: The percent-encoded components, the last one empty if anything may follow; or `nil` if a value is
    ///   missing or empty, or the pattern has wildcards without a name.
    func path(with parameters: RouteParameters) -> [String]? {
        guard isValidForLinks else { return nil }
        var path: [String] = []
        for component in components {
            switch component {
            case .text(let text):
                path.append(PercentCoding.encoded(text))
            case .wild(let wildcards):
                guard let text = wildcards.text(with: parameters) else { return nil }
                path.append(text)
            }
        }
        if isOpenEnded { path.append("") }
        return path
    }

    /// The values of its parameters in a path it matches.
    func parameters(in path: RoutePath) -> RouteParameters {
        var parameters: RouteParameters = [:]
        var start = 0
        for component in components {
            let end = path.end(ofSegmentAt: start)
            if case .wild(let wildcards) = component {
                _ = wildcards.match(path, from: start, to: end) { name, range in
                    parameters[name] = path.string(in: range)
                }
            }
            start = end + 1
        }
        return parameters
    }
}

extension RoutePattern.Component {
    /// How specific the component is: a text most, then the longer text around wildcards, a parameter before an
    /// unnamed wildcard.
    var rank: Int {
        switch self {
        case .text: .max
        case .wild(let wildcards): wildcards.rank
        }
    }

    /// Whether something matches this and another component of the same rank.
    ///
    /// The answer may be yes without need where texts stand between wildcards.
    func overlaps(_ other: Self) -> Bool {
        switch (self, other) {
        case (.text(let left), .text(let right)): left == right
        case (.wild(let left), .wild(let right)): left.overlaps(right)
        default: false
        }
    }
}

/// What is wrong with a malformed pattern.
struct RoutePatternError: Error, CustomStringConvertible {
    /// The pattern.
    let pattern: String
    /// What is wrong, as the rest of a sentence.
    let problem: String

    /// The problem and its remedy.
    var description: String {
        "The pattern \"\(pattern)\" \(problem). Correct it; until then no URL is mapped by it."
    }
}
