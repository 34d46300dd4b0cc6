// SPDX-License-Identifier: MIT

/// A search string that matches regardless of case.
///
/// A needle matches if the lowercase string contains the lowercase needle, byte for byte. Searching UTF-8 as bytes is
/// correct, because no character's encoding starts in the middle of another. ASCII strings are searched without a copy.
package struct TextNeedle: Sendable, Hashable {
    package let text: String
    package let bytes: [UInt8]

    package init(_ text: String) {
        self.text = text.lowercased()
        bytes = Array(self.text.utf8)
    }

    package func occurs(in text: String) -> Bool {
        var text = text
        let (isFound, isASCII) = text.withUTF8 { source in
            // The wrapping subtraction tests both bounds of the capital letters at once.
            let isFound = occurs(in: source) { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
            return (isFound, isFound || source.allSatisfy { $0 < 0x80 })
        }
        // Letters outside ASCII cannot be lowercased byte by byte, so the search is repeated in a lowercase copy.
        guard !isFound, !isASCII else { return isFound }
        var lower = text.lowercased()
        return lower.withUTF8 { occurs(lowercased: $0) }
    }

    package func occurs(lowercased haystack: UnsafeBufferPointer<UInt8>) -> Bool {
        occurs(in: haystack) { $0 }
    }

    /// Returns whether a lowercase value or one of its hyphen-separated parts starts with the needle.
    ///
    /// For example, `purchased` matches the value `not-purchased`.
    package func isPrefix(ofPartOf value: String) -> Bool {
        value.hasPrefix(text) || value.contains("-" + text)
    }

    @inline(__always)
    private func occurs(in haystack: UnsafeBufferPointer<UInt8>, _ folded: (UInt8) -> UInt8) -> Bool {
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
