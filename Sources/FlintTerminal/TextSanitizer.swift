// SPDX-License-Identifier: MIT

/// Functions that make text from any source safe to show on a terminal.
///
/// Names, descriptions, inputs, and log lines come from outside the program and can contain escape sequences, line
/// breaks, or characters that reorder the text after them. The sanitized text is a single line that a terminal can
/// print safely. Control characters become visible symbols, such as `␛` for ESC, and characters that reorder text or
/// are invisible are dropped. Each cluster is reduced to the part that all terminals draw alike. For example, a family
/// emoji, whose width varies between terminals, is reduced to its first person.
///
/// ```swift
/// TextSanitizer.sanitized("a\u{1B}[31mb")   // "a␛[31mb"
/// ```
package enum TextSanitizer {
    /// A piece of text that a terminal draws as a unit.
    package struct Cluster: Hashable, Sendable {
        /// The text to draw: a base character with at most three marks, or a flag.
        package let text: String
        /// The width in cells, which is 1 or 2.
        package let width: Int
    }

    package static func clusters(of text: String) -> [Cluster] {
        text.compactMap(cluster(of:))
    }

    /// Returns the text on one line, safe to print on any terminal.
    package static func sanitized(_ text: String) -> String {
        if text.isPrintableASCII { return text }
        var result = ""
        result.reserveCapacity(text.utf8.count)
        for character in text {
            if let cluster = cluster(of: character) { result += cluster.text }
        }
        return result
    }

    /// Returns the cluster to draw for a character, or `nil` if the character is invisible.
    static func cluster(of character: Character) -> Cluster? {
        let source = character.unicodeScalars
        if let first = source.first, first.value >= 0x20, first.value < 0x7F, source.dropFirst().isEmpty {
            return Cluster(text: String(character), width: 1)
        }
        var kept = String.UnicodeScalarView()
        var count = 0
        var width = 0
        // A character can have any number of marks. Only the first few are drawn.
        for scalar in source.prefix(scannedLimit) where count < keptLimit {
            if count == 0 {
                if let picture = replacement(for: scalar) { return Cluster(text: String(picture), width: 1) }
                if isInvisible(scalar) || scalar == keycap { continue }
                width = DisplayWidth.of(scalar)
                if width == 0 {
                    // A mark without a base character is drawn on a dotted circle, as is usual in typography.
                    guard isMark(scalar) else { return Cluster(text: "\u{FFFD}", width: 1) }
                    kept.append("\u{25CC}")
                    count += 1
                    width = 1
                }
                kept.append(scalar)
                count += 1
                continue
            }
            // Terminals disagree about the width of joined characters.
            if scalar.value == 0x200D { break }
            if DisplayWidth.isRegionalIndicator(scalar) && count == 1 {
                kept.append(scalar)
                count += 1
                width = 2
            } else if !isModifier(scalar) {
                kept.append(scalar)
                count += 1
                width = min(2, width + DisplayWidth.of(scalar))
            }
        }
        return count == 0 ? nil : Cluster(text: String(kept), width: width)
    }

    /// The maximum number of scalars in a cluster: a base character and three marks.
    private static let keptLimit = 4
    private static let scannedLimit = 64
    /// The enclosing keycap, which some terminals draw in an additional cell.
    private static let keycap: Unicode.Scalar = "\u{20E3}"

    /// Returns the visible replacement for a scalar that must not reach a terminal.
    private static func replacement(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
        let value = scalar.value
        if value < 0x20 { return Unicode.Scalar(0x2400 + value) }
        if value == 0x7F { return "\u{2421}" }
        if value < 0xA0 { return value >= 0x80 ? "\u{FFFD}" : nil }
        switch scalar.properties.generalCategory {
        case .lineSeparator, .paragraphSeparator, .unassigned, .privateUse: return "\u{FFFD}"
        default: return nil
        }
    }

    /// Returns whether a scalar is invisible, such as a direction mark, a joiner, a byte order mark, or a tag.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0xAD else { return false }
        // The Arabic number signs are format characters, but they are visible.
        let isFormat = scalar.properties.generalCategory == .format && !(0x600...0x605).contains(scalar.value)
        return isFormat || scalar.properties.isDefaultIgnorableCodePoint
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        let category = scalar.properties.generalCategory
        return category == .nonspacingMark || category == .enclosingMark
    }

    /// Returns whether a scalar modifies the scalar before it in a way that changes the width on some terminals.
    private static func isModifier(_ scalar: Unicode.Scalar) -> Bool {
        (0x1F3FB...0x1F3FF).contains(scalar.value) || scalar == keycap || isInvisible(scalar)
            || replacement(for: scalar) != nil
    }
}
