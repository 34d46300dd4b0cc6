// SPDX-License-Identifier: MIT

/// A pattern component that contains wildcards, with literals before, between and after them.
///
/// The literals are the `prefix`, the `separators` and the `suffix`. Each wildcard matches at least one character. A
/// wildcard that is followed by another one matches as few characters as possible.
struct RouteWildcards: Sendable, Equatable {
    let names: [String?]
    let prefix: [UInt8]
    let separators: [[UInt8]]
    let suffix: [UInt8]
    private let shortest: Int

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

    private static func name(
        at rest: inout Substring.UTF8View, of pattern: String
    ) throws(RoutePatternError) -> String {
        guard let close = rest.firstIndex(of: UInt8(ascii: ")")) else {
            throw RoutePatternError(pattern: pattern, problem: "opens a parameter with $( but does not close it")
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

    var rank: Int {
        let length = shortest - names.count
        // The length counts twice, so that names only decide between literals of equal length. Rank 0 is the open end.
        return 1 + 2 * length + (names.allSatisfy { $0 != nil } ? 1 : 0)
    }

    /// Returns whether a segment may match both this component and another one.
    ///
    /// The result can be a false positive.
    func overlaps(_ other: RouteWildcards) -> Bool {
        let prefixes = prefix.starts(with: other.prefix) || other.prefix.starts(with: prefix)
        let suffixes =
            suffix.reversed().starts(with: other.suffix.reversed())
            || other.suffix.reversed().starts(with: suffix.reversed())
        return prefixes && suffixes
    }

    // MARK: Matching

    /// Returns whether the component matches a segment of a path.
    ///
    /// A literal between two wildcards is first searched for among the bytes that were not percent-encoded, so that an
    /// encoded value can contain the literal. If that fails, all bytes are searched.
    func match(
        _ path: RoutePath, from start: Int, to end: Int, capture: ((String, Range<Int>) -> Void)? = nil
    ) -> Bool {
        guard end - start >= shortest, path.containsText(prefix, at: start),
            path.containsText(suffix, at: end - suffix.count)
        else {
            return false
        }
        let inner = (start + prefix.count)..<(end - suffix.count)
        if separators.isEmpty {
            if let name = names[0] { capture?(name, inner) }
            return true
        }
        let literally = walk(path, inner, literally: true)
        guard literally || walk(path, inner, literally: false) else { return false }
        // Parameters are captured only after a match is certain.
        if let capture { _ = walk(path, inner, literally: literally, capture: capture) }
        return true
    }

    private func walk(
        _ path: RoutePath, _ inner: Range<Int>, literally: Bool, capture: ((String, Range<Int>) -> Void)? = nil
    ) -> Bool {
        var start = inner.lowerBound
        for index in separators.indices {
            let separator = separators[index]
            // A value has at least one character, and ends at the first separator.
            var position = start + 1
            while position + separator.count < inner.upperBound,
                !path.containsText(separator, at: position) || (literally && path.isEscaped(separator, at: position))
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

    /// Whether values can be written into the component and parsed back.
    ///
    /// Each wildcard must have a name, and each separator must contain an unreserved byte. Links percent-encode that
    /// byte in values, so that a value cannot be mistaken for the separator.
    var isValidForLinks: Bool {
        names.allSatisfy { $0 != nil }
            && separators.allSatisfy { $0.contains(where: PercentCoding.isUnreserved) }
    }

    func expansion(with parameters: RouteParameters) -> String? {
        let special = Set(separators.joined())
        var text = PercentCoding.encoded(prefix)
        for (index, name) in names.enumerated() {
            guard let value = name.flatMap({ parameters[$0] }), !value.isEmpty else { return nil }
            // The bytes of separators are percent-encoded in values, so that each value ends at the right separator.
            text += PercentCoding.encoded(value.utf8) { special.contains($0) }
            text += PercentCoding.encoded(index < separators.count ? separators[index] : suffix)
        }
        return text
    }
}
