/// A typed word that names nothing, or could name several things.
package struct UnrecognizedName: Error, Sendable, Hashable, CustomStringConvertible {
    /// What the word should have named, such as "permission".
    package let kind: String
    /// The word as it was typed.
    package let text: String
    /// The names that begin with the word; all known names if none does.
    package let candidates: [String]
    /// Whether the candidates begin with the word, so that typing more of one of them helps.
    package let isAmbiguous: Bool

    /// Creates the error for a word.
    ///
    /// - Parameters:
    ///   - kind: What the word should have named.
    ///   - text: The word.
    ///   - candidates: The names it could have been.
    ///   - isAmbiguous: Whether the word is the beginning of all of them.
    package init(kind: String, text: String, candidates: [String], isAmbiguous: Bool = false) {
        self.kind = kind
        self.text = text
        self.candidates = candidates
        self.isAmbiguous = isAmbiguous
    }

    /// What is wrong and what can be typed instead.
    package var description: String {
        if isAmbiguous {
            return "\"\(text)\" can mean \(candidates.joined(separator: " or ")); type more of it."
        }
        let known = candidates.isEmpty ? "" : " Known: \(candidates.joined(separator: ", "))."
        return "There is no \(kind) called \"\(text)\".\(known)"
    }

    /// The element whose name a word is, or is the only one to begin with.
    package static func resolve<Element>(
        _ text: String, kind: String, among elements: some Collection<Element>, name: (Element) -> String
    ) throws(UnrecognizedName) -> Element {
        let wanted = text.lowercased()
        if let exact = elements.first(where: { name($0) == wanted }) { return exact }
        let matches = wanted.isEmpty ? [] : elements.filter { name($0).hasPrefix(wanted) }
        guard let match = matches.first else {
            throw UnrecognizedName(kind: kind, text: text, candidates: elements.map(name))
        }
        guard matches.count == 1 else {
            throw UnrecognizedName(kind: kind, text: text, candidates: matches.map(name), isAmbiguous: true)
        }
        return match
    }
}
