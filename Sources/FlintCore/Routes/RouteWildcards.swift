/// One component of a pattern with wildcards in it, and texts before, between and behind them.
struct RouteWildcards: Sendable, Equatable {
    /// The name of each wildcard that has one, in order; at least one wildcard.
    let names: [String?]
    /// What stands before the first wildcard.
    let prefix: [UInt8]
    /// What stands between one wildcard and the next; where it is empty, the first takes one character.
    let separators: [[UInt8]]
    /// What stands behind the last wildcard.
    let suffix: [UInt8]
    /// How many bytes a text must have at least.
    private let shortest: Int

    /// Takes one component of a pattern apart.
    ///
    /// - Parameters:
    ///   - text: The component.
    ///   - pattern: The whole pattern, for the error.
    /// - Returns: The component.
    /// - Throws: ``RoutePatternError`` if it is malformed.
    static func component(
        _ text: Substring, of pattern: String
    ) throws(RoutePatternError) -> RoutePattern.Component {
        var texts: [[UInt8]] = [[]]
        var names: [String?] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            let isParameter = byte == UInt8(ascii: "$") && rest.first == UInt8(ascii: "(")
            guard isParameter || byte == UInt8(ascii: "*") else {
                texts[texts.count - 1].append(byte)
                continue
            }
            names.append(isParameter ? try name(at: &rest, of: pattern) : nil)
            texts.append([])
        }
        guard !names.isEmpty else { return .text(texts[0]) }
        return .wild(RouteWildcards(names: names, texts: texts))
    }

    /// Removes a parameter's name and the parentheses around it from the front.
    private static func name(
        at rest: inout Substring.UTF8View, of pattern: String
    ) throws(RoutePatternError) -> String {
        guard let close = rest.firstIndex(of: UInt8(ascii: ")")) else {
            throw RoutePatternError(pattern: pattern, problem: "opens a parameter with $( and does not close it")
        }
        let name = String(Substring(rest[..<close].dropFirst()))
        guard !name.isEmpty else {
            throw RoutePatternError(pattern: pattern, problem: "has a parameter without a name")
        }
        rest = rest[close...].dropFirst()
        return name
    }

    private init(names: [String?], texts: [[UInt8]]) {
        self.names = names
        prefix = texts[0]
        separators = Array(texts.dropFirst().dropLast())
        suffix = texts[texts.count - 1]
        shortest = names.count + texts.reduce(0) { $0 + $1.count }
    }

    /// How specific the component is.
    var rank: Int {
        let length = shortest - names.count
        return 1 + 2 * length + (names.allSatisfy { $0 != nil } ? 1 : 0)
    }

    /// Whether something may match this and another component.
    func overlaps(_ other: RouteWildcards) -> Bool {
        let prefixes = prefix.starts(with: other.prefix) || other.prefix.starts(with: prefix)
        let suffixes =
            suffix.reversed().starts(with: other.suffix.reversed())
            || other.suffix.reversed().starts(with: suffix.reversed())
        return prefixes && suffixes
    }

    // MARK: Matching

    /// Whether it matches a segment of a path.
    ///
    /// A text between two wildcards is first looked for as it stands in the URL and only then among what was
    /// percent-encoded, so that a value can contain it.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - start: Where the segment begins.
    ///   - end: Where it ends.
    ///   - capture: Called with the name and the place of every value, if it matches.
    /// - Returns: Whether it does.
    func match(
        _ path: RoutePath, from start: Int, to end: Int, capture: ((String, Range<Int>) -> Void)? = nil
    ) -> Bool {
        guard end - start >= shortest, path.has(prefix, at: start), path.has(suffix, at: end - suffix.count) else {
            return false
        }
        let inner = (start + prefix.count)..<(end - suffix.count)
        if separators.isEmpty {
            if let name = names[0] { capture?(name, inner) }
            return true
        }
        let literally = walk(path, inner, literally: true)
        guard literally || walk(path, inner, literally: false) else { return false }
        if let capture { _ = walk(path, inner, literally: literally, capture: capture) }
        return true
    }

    /// Goes from separator to separator, each value being as short as can be, and returns whether they all are there.
    private func walk(
        _ path: RoutePath, _ inner: Range<Int>, literally: Bool, capture: ((String, Range<Int>) -> Void)? = nil
    ) -> Bool {
        var start = inner.lowerBound
        for index in separators.indices {
            let separator = separators[index]
            var position = start + 1
            while position + separator.count < inner.upperBound,
                !path.has(separator, at: position) || (literally && path.isEscaped(separator, at: position))
            {
                position += 1
            }
            guard position + separator.count < inner.upperBound else { return false }
            if let capture, let name = names[index] { capture(name, start..<position) }
            start = position + separator.count
        }
        if let capture, let name = names[separators.count] { capture(name, start..<inner.upperBound) }
        return true
    }

    // MARK: Links

    /// Whether every value can be written so that it is read back: each wildcard has a name, and something in each
    /// text between two of them can be distinguished from the same in a value.
    var isValidForLinks: Bool {
        names.allSatisfy { $0 != nil }
            && separators.allSatisfy { $0.contains(where: PercentCoding.isUnreserved) }
    }

    /// The percent-encoded text with values in place of the wildcards, or `nil` if one is missing or empty.
    func text(with parameters: RouteParameters) -> String? {
        let special = Set(separators.joined())
        var text = PercentCoding.encoded(prefix)
        for (index, name) in names.enumerated() {
            guard let value = name.flatMap({ parameters[$0] }), !value.isEmpty else { return nil }
            text += PercentCoding.encoded(value.utf8) { special.contains($0) }
            text += PercentCoding.encoded(index < separators.count ? separators[index] : suffix)
        }
        return text
    }
}
