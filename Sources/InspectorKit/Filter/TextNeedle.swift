/// A text that is searched for in others, whatever the case of their letters.
///
/// A text contains it if the text in lower case contains it in lower case, byte for byte. UTF-8 can be searched as bytes:
/// no character begins in the middle of another.
package struct TextNeedle: Sendable, Hashable {
    /// The text in lower case.
    package let text: String
    /// The text in lower case, as UTF-8.
    package let bytes: [UInt8]

    /// Creates a needle from a text in any case.
    package init(_ text: String) {
        self.text = text.lowercased()
        bytes = Array(self.text.utf8)
    }

    /// Returns whether a text contains it; nothing is copied unless the text has letters beyond ASCII.
    package func isIn(_ text: String) -> Bool {
        var text = text
        let (isFound, isASCII) = text.withUTF8 { source in
            let isFound = isIn(source) { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
            return (isFound, isFound || source.allSatisfy { $0 < 0x80 })
        }
        guard !isFound, !isASCII else { return isFound }
        var lower = text.lowercased()
        return lower.withUTF8 { isIn(lowercased: $0) }
    }

    /// Returns whether text in lower case contains it, as UTF-8.
    package func isIn(lowercased haystack: UnsafeBufferPointer<UInt8>) -> Bool {
        isIn(haystack) { $0 }
    }

    /// Returns whether a value or one of its parts begins with it; the parts are separated by hyphens.
    ///
    /// - Parameter value: The value in lower case, such as `not-purchased`.
    /// - Returns: Whether it does.
    package func beginsPart(of value: String) -> Bool {
        value.hasPrefix(text) || value.contains("-" + text)
    }

    @inline(__always)
    private func isIn(_ haystack: UnsafeBufferPointer<UInt8>, _ folded: (UInt8) -> UInt8) -> Bool {
        bytes.withUnsafeBufferPointer { needle in
            guard let first = needle.first else { return true }
            let last = haystack.count - needle.count
            var start = 0
            while start <= last {
                if folded(haystack[start]) == first {
                    var length = 1
                    while length < needle.count, folded(haystack[start + length]) == needle[length] { length += 1 }
                    if length == needle.count { return true }
                }
                start += 1
            }
            return false
        }
    }
}

/// How far two texts are apart.
package enum EditDistance {
    /// The number of letters to insert, delete or replace to turn one text into the other (Levenshtein).
    package static func between(_ first: String, _ second: String) -> Int {
        let first = Array(first)
        let second = Array(second)
        guard !first.isEmpty else { return second.count }
        guard !second.isEmpty else { return first.count }
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

    /// Returns the text of which all or a word takes the fewest changes to become what was typed, if that is not too many.
    ///
    /// - Parameters:
    ///   - typed: What was typed; of a long text only the beginning counts.
    ///   - texts: The texts that could be meant, in any case.
    /// - Returns: The nearest one, of several the first; `nil` if more than half of the letters differ everywhere.
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
