// SPDX-License-Identifier: MIT

/// A pattern for URL paths, parsed once when its route is declared.
///
/// A pattern is a list of components separated by slashes. A component is a literal, a wildcard, or a combination of
/// literals and wildcards. The last component can be `**`:
///
/// | pattern | matches | does not match |
/// |---|---|---|
/// | `show/all` | `show/all` | `show` |
/// | `show/*` | `show/jazz` | `show`, `show/jazz/4` |
/// | `show/e*.html` | `show/e12.html` | `show/e.html` |
/// | `show/**` | `show/`, `show/jazz/4` | `show` |
/// | `show/$(name)` | `show/jazz`, with `name` = `jazz` | `show/` |
/// | `at/$(hour)h$(minute)` | `at/12h30`, with `hour` = `12` and `minute` = `30` | `at/12h` |
///
/// A wildcard matches at least one character. A wildcard that is followed by another one in the same component matches
/// as few characters as possible. One leading and one trailing slash are ignored. Literals are not percent-encoded. A
/// `$` without a following parenthesis is literal.
struct RoutePattern: Sendable {
    enum Component: Sendable, Equatable {
        case text([UInt8])
        case wild(RouteWildcards)
    }

    let text: String
    let components: [Component]
    let isOpenEnded: Bool
    /// The specificity of each component and of the end.
    ///
    /// If two patterns match, the one whose list is lexicographically greater wins.
    let ranks: [Int]

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
                throw RoutePatternError(pattern: text, problem: "has ** that is not its entire last component")
            }
            components.append(try RouteWildcards.component(part, of: text))
        }
        self.components = components
        // A pattern that ends exactly is more specific than one that ends in `**`.
        ranks = components.map(\.rank) + [isOpenEnded ? 0 : .max]
        let names = parameterNames
        if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
            throw RoutePatternError(pattern: text, problem: "names the parameter \(twice) twice")
        }
    }

    var parameterNames: [String] {
        components.flatMap { component -> [String] in
            guard case .wild(let wildcards) = component else { return [] }
            return wildcards.names.compactMap(\.self)
        }
    }

    var isValidForLinks: Bool {
        components.allSatisfy { component in
            guard case .wild(let wildcards) = component else { return true }
            return wildcards.isValidForLinks
        }
    }

    /// Creates the percent-encoded components of a path that the pattern matches.
    ///
    /// For an open-ended pattern, the last component is empty.
    ///
    /// The result is `nil` if a value is missing or empty, or if the pattern is not valid for links.
    func path(with parameters: RouteParameters) -> [String]? {
        guard isValidForLinks else { return nil }
        var path: [String] = []
        for component in components {
            switch component {
            case .text(let text):
                path.append(PercentCoding.encoded(text))
            case .wild(let wildcards):
                guard let text = wildcards.expansion(with: parameters) else { return nil }
                path.append(text)
            }
        }
        if isOpenEnded { path.append("") }
        return path
    }

    func parameters(in path: RoutePath) -> RouteParameters {
        var parameters: RouteParameters = [:]
        var start = path.start
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
    /// The specificity of the component.
    ///
    /// A component without wildcards ranks highest. The others rank by the length of their literals. Among literals of
    /// equal length, components that have only named wildcards rank higher.
    var rank: Int {
        switch self {
        case .text: .max
        case .wild(let wildcards): wildcards.rank
        }
    }

    /// Returns whether a segment may match both this component and another component of the same rank.
    ///
    /// The result can be a false positive for components with literals between wildcards.
    func overlaps(_ other: Self) -> Bool {
        switch (self, other) {
        case (.text(let left), .text(let right)): left == right
        case (.wild(let left), .wild(let right)): left.overlaps(right)
        default: false
        }
    }
}

struct RoutePatternError: Error, CustomStringConvertible {
    let pattern: String
    /// The problem, as a predicate whose subject is the pattern.
    let problem: String

    var description: String {
        "The pattern \"\(pattern)\" \(problem). Correct it; until then, it matches no URL."
    }
}
