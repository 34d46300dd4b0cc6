// SPDX-License-Identifier: MIT

/// The edit distance between strings, for suggestions after a typo.
///
/// The Levenshtein algorithm computes distances over characters, in time proportional to the product of the lengths.
/// ``nearest(to:among:)`` therefore considers only the first 40 characters.
package enum EditDistance {
    package static func between(_ first: String, _ second: String) -> Int {
        let first = Array(first)
        let second = Array(second)
        guard !first.isEmpty else { return second.count }
        guard !second.isEmpty else { return first.count }
        // A single row of the table is enough, because `diagonal` keeps the value that the row has just lost.
        var row = Array(0...second.count)
        for i in 1...first.count {
            var diagonal = row[0]
            row[0] = i
            for j in 1...second.count {
                let replaced = diagonal + (first[i - 1] == second[j - 1] ? 0 : 1)
                diagonal = row[j]
                row[j] = min(replaced, row[j] + 1, row[j - 1] + 1)
            }
        }
        return row[second.count]
    }

    /// Returns the candidate that is most similar to the typed string, regardless of case.
    ///
    /// Candidates are compared as a whole and word by word. A candidate is near if its distance is at most 1 or at most
    /// half of the typed string's length. The result is the first of several equally near candidates, or `nil` if no
    /// candidate is near.
    package static func nearest(to typed: String, among texts: some Sequence<String>) -> String? {
        let typed = String(typed.lowercased().prefix(40))
        let limit = max(1, typed.count / 2)
        var nearest: (text: String, distance: Int)?
        for text in texts {
            let lower = text.lowercased().prefix(40)
            let parts = [lower] + lower.split { $0 == "-" || $0 == " " }
            let distance = parts.map { between(typed, String($0)) }.min() ?? .max
            if distance <= limit, distance < nearest?.distance ?? .max { nearest = (text, distance) }
        }
        return nearest?.text
    }
}
