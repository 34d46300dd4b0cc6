// SPDX-License-Identifier: MIT

/// A text format for other programs to read, with its rules for escaping untrusted text.
///
/// Names, reasons, and inputs can contain anything. Escaped text has no special meaning in its format, stays on its
/// line, and cannot control a terminal or reorder the text around it. U+FFFD replaces characters that a format cannot
/// represent.
///
/// ```swift
/// TextFormat.markdown.escaped("a|b")   // #"a\|b"#
/// TextFormat.csv.escaped("=SUM(A1)")   // "\"'=SUM(A1)\""
/// ```
package enum TextFormat: CaseIterable, Sendable {
    /// A cell of comma-separated values according to RFC 4180, in quotation marks if necessary.
    ///
    /// Text that a spreadsheet would treat as a formula begins with an apostrophe. A cell can have several lines, which
    /// end with a line feed; only a record ends with CR LF.
    case csv
    case markdown
    /// The content of an element or attribute of XML 1.0, such as SVG. Line breaks and tabs are preserved.
    case xml
    case json
    case swift
    case lineComment
    case mdoc
    case shell

    package func escaped(_ text: String) -> String {
        switch self {
        case .csv:
            // The characters that begin a formula in common spreadsheets.
            let isFormula = text.unicodeScalars.first.map { "=+-@\t\r".unicodeScalars.contains($0) } ?? false
            // CR LF is a single `Character`, so each line break becomes one line feed.
            let lines = String(text.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 })
            let cell = Self.replacing(lines) { "\n\t".unicodeScalars.contains($0) ? String($0) : nil }
            guard isFormula || cell.unicodeScalars.contains(where: { ",\"\n".unicodeScalars.contains($0) }) else {
                return cell
            }
            return "\"" + (isFormula ? "'" : "") + cell.replacing("\"", with: "\"\"") + "\""
        case .markdown:
            let line = Self.replacing(text) { "\\`*_[]<|&~#".unicodeScalars.contains($0) ? "\\\($0)" : nil }
            // At the start of a line these make a list, a heading, or a quotation.
            return line.first.map { "+-=>".contains($0) } ?? false ? "\\" + line : line
        case .xml:
            return Self.replacing(text) { scalar in
                switch scalar {
                case "&": "&amp;"
                case "<": "&lt;"
                case ">": "&gt;"
                case "\"": "&quot;"
                // A parser would normalize unescaped line breaks and tabs in an attribute to spaces.
                case "\n", "\t", "\r": "&#\(scalar.value);"
                case "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
                default: nil
                }
            }
        case .json:
            return Self.printable(
                json: "\""
                    + Self.replacing(text) { scalar in
                        if scalar == "\"" || scalar == "\\" { return "\\\(scalar)" }
                        return scalar.isHostile ? Self.jsonEscape(scalar) : nil
                    } + "\"")
        case .swift:
            return "\""
                + Self.replacing(text) { scalar in
                    switch scalar {
                    case "\"", "\\": "\\\(scalar)"
                    case "\n": "\\n"
                    case "\t": "\\t"
                    case _ where scalar.isHostile:
                        "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
                    default: nil
                    }
                } + "\""
        case .lineComment:
            return Self.replacing(text) { _ in nil }
        case .mdoc:
            let line = Self.replacing(text) { $0 == "\\" ? "\\e" : nil }
            // A dot or an apostrophe at the start would make the line a macro.
            return line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
        case .shell:
            let word = Self.replacing(text) { $0 == "'" ? "'\\''" : nil }
            return !word.isEmpty && word.utf8.allSatisfy(Self.isPlainInShell) ? word : "'" + word + "'"
        }
    }

    /// Returns a name in lowercase with hyphens between its words, or `nil` if the name has no words.
    ///
    /// A word is a run of ASCII letters and digits.
    package static func slug(of name: String) -> String? {
        let words = name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        return words.isEmpty ? nil : words.joined(separator: "-")
    }

    /// Returns text with replacements for its scalars.
    ///
    /// If the closure returns `nil`, a line break or tab becomes a space, and another hostile scalar becomes U+FFFD.
    fileprivate static func replacing(_ text: String, _ replacement: (Unicode.Scalar) -> String?) -> String {
        // The result is a string, because a view of its scalars would be copied whenever a replacement is appended.
        var result = ""
        for scalar in text.unicodeScalars {
            if let replacement = replacement(scalar) {
                result += replacement
            } else if scalar == "\n" || scalar == "\r" || scalar == "\t" {
                result += " "
            } else {
                result.unicodeScalars.append(scalar.isHostile ? "\u{FFFD}" : scalar)
            }
        }
        return result
    }

    private static func isPlainInShell(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
            UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "@"):
            true
        default: false
        }
    }

    private static func jsonEscape(_ scalar: Unicode.Scalar) -> String {
        var bytes: [UInt8] = []
        appendEscape(scalar, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    fileprivate static func appendEscape(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        for unit in UTF16.encode(scalar) ?? .init() {
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(UInt8(ascii: "u"))
            for shift in [12, 8, 4, 0] {
                let digit = UInt8(truncatingIfNeeded: unit >> shift) & 15
                bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
            }
        }
    }
}

extension TextFormat {
    package static func printable(json: String) -> String {
        String(decoding: printable(json: Array(json.utf8)), as: UTF8.self)
    }

    /// Returns equivalent JSON in which `\u` escapes replace characters that could control or mislead a terminal.
    ///
    /// In two cases, the document changes so that it can be read in every format. U+0000, which JSON5 cannot represent,
    /// is replaced with U+FFFD. A sequence of combining marks that is too long to be read again
    /// (``JSONLimits/combiningMarks``) is interrupted with the combining grapheme joiner, as in Unicode's Stream-Safe
    /// Text Format.
    ///
    /// All JSON output passes through this function, and a report can have many megabytes. The function therefore
    /// examines most characters only as bytes.
    package static func printable(json bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        bytes.withUnsafeBufferPointer { bytes in
            var (copied, index, marks) = (0, 0, 0)
            while index < bytes.count {
                let byte = bytes[index]
                if byte < 0x7F, byte >= 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
                    marks = 0
                    guard byte == UInt8(ascii: "\\") else {
                        index += 1
                        continue
                    }
                    if bytes[index...].starts(with: "\\u0000".utf8) {
                        result.append(contentsOf: bytes[copied..<index])
                        appendEscape("\u{FFFD}", to: &result)
                        index += 6
                        copied = index
                    } else {
                        // The character after a backslash is never the beginning of an escape.
                        index = min(index + 2, bytes.count)
                    }
                    continue
                }
                let (scalar, length) = Self.scalar(in: bytes, at: index)
                marks = JSONScanner.isMark(scalar.value) ? marks + 1 : 0
                if marks > JSONLimits.markLimit {
                    result.append(contentsOf: bytes[copied..<index])
                    result.append(contentsOf: "\u{34F}".utf8)
                    (copied, marks) = (index, 1)
                }
                if scalar.isHostile {
                    // Most documents are returned unchanged, so memory is reserved only at the first hostile character.
                    if copied == 0 { result.reserveCapacity(bytes.count + bytes.count / 8) }
                    result.append(contentsOf: bytes[copied..<index])
                    appendEscape(scalar == "\u{0}" ? "\u{FFFD}" : scalar, to: &result)
                    copied = index + length
                }
                index += length
            }
            if copied > 0 { result.append(contentsOf: bytes[copied...]) }
        }
        return result.isEmpty ? bytes : result
    }

    /// Returns whether text remains the same when it is written as JSON and read again.
    package static func canBeSaved(_ text: String) -> Bool {
        var marks = 0
        return text.unicodeScalars.allSatisfy { scalar in
            marks = JSONScanner.isMark(scalar.value) ? marks + 1 : 0
            return marks <= JSONLimits.markLimit && scalar != "\u{0}"
        }
    }

    private static func scalar(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> (Unicode.Scalar, length: Int) {
        let first = bytes[index]
        let length = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        // A byte outside a sequence is invalid, and is treated as the control character with the same value.
        guard length > 1, bytes.count - index >= length else { return (Unicode.Scalar(first), 1) }
        var value = UInt32(first) & (0x7F >> UInt32(length))
        for byte in bytes[index + 1..<index + length] { value = value << 6 | UInt32(byte & 0x3F) }
        return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
    }
}

extension Unicode.Scalar {
    /// Whether the scalar could break a line, control a terminal, or reorder the displayed text.
    package var isHostile: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0: return true
        // This covers most text. Looking up a category takes longer than all other checks.
        case 0x20..<0x7F, 0xAE..<0x600, 0x3000..<0xFE00: return false
        default: break
        }
        switch properties.generalCategory {
        case .lineSeparator, .paragraphSeparator: return true
        // The zero-width joiner and non-joiner are part of ordinary words and emoji.
        case .format: return value != 0x200C && value != 0x200D
        default: return false
        }
    }
}
