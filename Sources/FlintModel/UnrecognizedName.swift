// SPDX-License-Identifier: MIT

/// An error for a typed word that matches no name or several names.
///
/// Commands accept the beginning of a name if it is unique. ``resolve(_:kind:among:name:)`` implements the lookup and
/// throws this error.
///
/// ```swift
/// try SystemPermissionConstraint(matching: "cam")        // .camera
/// try SystemPermissionConstraint(matching: "location")   // throws, because two permissions match
/// ```
package struct UnrecognizedName: Error, Sendable, Hashable, CustomStringConvertible {
    package let kind: String
    package let text: String
    /// The names that begin with the word, or all known names if no name begins with it.
    package let candidates: [String]
    package let isAmbiguous: Bool

    package init(kind: String, text: String, candidates: [String], isAmbiguous: Bool = false) {
        self.kind = kind
        self.text = text
        self.candidates = candidates
        self.isAmbiguous = isAmbiguous
    }

    package var description: String {
        if isAmbiguous {
            return "\"\(text.excerpt)\" matches \(candidates.joined(separator: " and ")); type more of the name."
        }
        let known = candidates.isEmpty ? "" : " Known: \(candidates.joined(separator: ", "))."
        return "There is no \(kind) named \"\(text.excerpt)\".\(known)"
    }

    package static func resolve<Element>(
        _ text: String, kind: String, among elements: some Collection<Element>, name: (Element) -> String
    ) throws(UnrecognizedName) -> Element {
        let wanted = text.lowercased()
        // An exact name wins over longer names that begin with it.
        if let exact = elements.first(where: { name($0) == wanted }) { return exact }
        // Every name begins with an empty word.
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
