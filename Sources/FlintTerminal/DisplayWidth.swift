// SPDX-License-Identifier: MIT

/// Functions that calculate the width of text on a terminal, independently of libc and the locale.
///
/// The result is the width of the text as ``Canvas`` draws it, after ``TextSanitizer`` has reduced each cluster to a
/// form with the same width on all terminals. Layout and drawing therefore always agree.
///
/// ```swift
/// DisplayWidth.of("terminal")   // 8
/// DisplayWidth.of("日本")        // 4
/// ```
package enum DisplayWidth {
    package static func of(_ text: String) -> Int {
        if text.isPrintableASCII { return text.utf8.count }
        var width = 0
        for character in text {
            width += of(character)
        }
        return width
    }

    /// Returns the width of a character in cells: 0, 1, or 2.
    package static func of(_ character: Character) -> Int {
        TextSanitizer.cluster(of: character)?.width ?? 0
    }

    /// Returns the width that a scalar adds to its cluster: 0, 1, or 2 cells.
    ///
    /// Control characters, most format characters, nonspacing marks, and enclosing marks add no width.
    package static func of(_ scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        if value < 0x300 { return value < 0x20 || (value >= 0x7F && value < 0xA0) ? 0 : 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .control, .lineSeparator, .paragraphSeparator: return 0
        case .format: return (0x600...0x605).contains(value) ? 1 : 0
        default: break
        }
        // Hangul vowels and final consonants combine with the syllable's initial consonant.
        if (0x1160...0x11FF).contains(value) { return 0 }
        if isEastAsianWide(value) { return 2 }
        // Emoji are wide. A single regional indicator is a letter, and only a pair of them is a flag.
        if value >= 0x231A && !isRegionalIndicator(scalar) && scalar.properties.isEmojiPresentation { return 2 }
        return 1
    }

    static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
        (0x1F1E6...0x1F1FF).contains(scalar.value)
    }

    private static func isEastAsianWide(_ value: UInt32) -> Bool {
        var low = 0
        var high = wideRanges.count
        while low < high {
            let middle = (low + high) / 2
            if value > wideRanges[middle].upperBound { low = middle + 1 } else { high = middle }
        }
        return low < wideRanges.count && wideRanges[low].lowerBound <= value
    }

    /// The wide blocks in ascending order, including a few unassigned scalars between them.
    private static let wideRanges: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F, 0x2E80...0x303E, 0x3041...0x3247,
        0x3250...0x4DBF, 0x4DC0...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
        0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,
        0x1D300...0x1D376, 0x1F200...0x1F265, 0x1F3FB...0x1F3FF, 0x20000...0x3FFFD,
    ]
}

extension String {
    /// Whether the string contains only printable ASCII, so that each byte takes one cell and sanitizing has no effect.
    var isPrintableASCII: Bool {
        let bytes = utf8
        return bytes.withContiguousStorageIfAvailable(Self.arePrintable) ?? bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    }

    private static func arePrintable(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    }
}
