/// Makes text from anywhere safe to show: what comes out is one line that cannot command a terminal or hide its order.
///
/// Names, descriptions, inputs and log lines come from outside and may hold escape sequences, line breaks or
/// characters that reorder what follows. Controls become visible pictures (`ESC` is shown as `␛`), characters that
/// reorder or vanish are dropped, and every cluster is cut down to the part that all terminals draw alike: the family
/// emoji, which one terminal sets in two cells and another in six, is drawn as its first person.
package enum TextSanitizer {
    /// One piece of text that a terminal draws as a unit.
    package struct Cluster: Hashable, Sendable {
        /// What to draw: one base character with at most three marks, or a flag.
        package let text: String
        /// The cells it takes: 1 or 2.
        package let width: Int
    }

    /// The clusters that remain of `text`, in order; characters that draw nothing are left out.
    package static func clusters(of text: String) -> [Cluster] {
        text.compactMap(cluster(of:))
    }

    /// The text on one line, safe to print anywhere.
    ///
    /// `"a\u{1B}[31mb"` becomes `a␛[31mb`; printable ASCII comes back as it is.
    package static func sanitized(_ text: String) -> String {
        if text.isPrintableASCII { return text }
        var result = ""
        result.reserveCapacity(text.utf8.count)
        for character in text {
            if let cluster = cluster(of: character) { result += cluster.text }
        }
        return result
    }

    /// Returns equivalent JSON text with every character a terminal could obey or be misled by as a `\u` escape.
    ///
    /// Such characters are legal only inside strings, where the escape denotes the same character, so parsing the
    /// result gives the same value. Line breaks and tabs between tokens stay.
    package static func sanitizedJSON(_ json: String) -> String {
        if json.utf8.allSatisfy({ ($0 >= 0x20 && $0 < 0x7F) || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }) {
            return json
        }
        var result = String.UnicodeScalarView()
        result.reserveCapacity(json.utf8.count)
        for scalar in json.unicodeScalars {
            if mustEscape(scalar) {
                for unit in UTF16.encode(scalar)! { result.append(contentsOf: escape(unit).unicodeScalars) }
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    /// What a terminal should draw for one character; nil when it draws nothing.
    static func cluster(of character: Character) -> Cluster? {
        let source = character.unicodeScalars
        if let first = source.first, first.value >= 0x20, first.value < 0x7F, source.dropFirst().isEmpty {
            return Cluster(text: String(character), width: 1)
        }
        var kept = String.UnicodeScalarView()
        var count = 0
        var width = 0
        // Marks may be heaped without end, and what is beyond the first few is not drawn.
        for scalar in source.prefix(scannedLimit) where count < keptLimit {
            if count == 0 {
                if let picture = replacement(for: scalar) { return Cluster(text: String(picture), width: 1) }
                if isInvisible(scalar) || scalar == keycap { continue }
                width = DisplayWidth.of(scalar)
                if width == 0 {
                    // A mark with nothing to sit on gets the dotted circle that typography uses for it.
                    guard isMark(scalar) else { return Cluster(text: "\u{FFFD}", width: 1) }
                    kept.append("\u{25CC}")
                    count += 1
                    width = 1
                }
                kept.append(scalar)
                count += 1
                continue
            }
            // Whatever a joiner adds, terminals disagree about.
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

    /// The most scalars a cluster keeps: a base character and three marks.
    private static let keptLimit = 4
    /// The most scalars of a character that are looked at.
    private static let scannedLimit = 64
    /// The frame around a digit, which some terminals give a second cell.
    private static let keycap: Unicode.Scalar = "\u{20E3}"

    /// The picture that replaces a scalar which must not reach a terminal and should not vanish either.
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

    /// Whether a scalar has no look of its own: text direction, joiners, byte order marks, tags.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0xAD else { return false }
        let isFormat = scalar.properties.generalCategory == .format && !(0x600...0x605).contains(scalar.value)
        return isFormat || scalar.properties.isDefaultIgnorableCodePoint
    }

    /// Whether a scalar sits on the one before it.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        let category = scalar.properties.generalCategory
        return category == .nonspacingMark || category == .enclosingMark
    }

    /// Whether a scalar only varies the one before it, in a way that changes the width on some terminals.
    private static func isModifier(_ scalar: Unicode.Scalar) -> Bool {
        (0x1F3FB...0x1F3FF).contains(scalar.value) || scalar == keycap || isInvisible(scalar)
            || replacement(for: scalar) != nil
    }

    /// Whether a scalar of a JSON text could command a terminal or change the order of what it shows.
    private static func mustEscape(_ scalar: Unicode.Scalar) -> Bool {
        let value = scalar.value
        if value < 0x7F { return value < 0x20 && value != 0x0A && value != 0x0D && value != 0x09 }
        if value < 0xA0 { return true }
        switch scalar.properties.generalCategory {
        case .lineSeparator, .paragraphSeparator: return true
        // The two joiners are part of ordinary words and emoji.
        case .format: return value != 0x200C && value != 0x200D
        default: return false
        }
    }

    /// A UTF-16 unit as JSON writes it: `\u202e`.
    private static func escape(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
