// SPDX-License-Identifier: MIT

/// Parses durations as users type them, such as `90s`, `10m`, `1h30m`, `3d` and `2w`.
enum DurationParser {
    private static let units: [(sign: Character, seconds: Int)] = [
        ("w", 604_800), ("d", 86_400), ("h", 3600), ("m", 60), ("s", 1),
    ]
    private static let longest = 3650 * 86_400

    /// Parses a duration.
    ///
    /// - Parameters:
    ///   - text: Whole numbers, each followed by a unit, with the longest unit first.
    ///   - name: The option or argument that takes the duration, such as `--for`, for error messages.
    /// - Returns: The duration in seconds, from 1 second to ten years.
    /// - Throws: ``CommandLineError/usage(_:)`` with the problem and the correct syntax.
    static func seconds(_ text: String, for name: String) throws(CommandLineError) -> Int {
        var total = 0
        var digits = ""
        var units = units[...]
        for character in text.lowercased() {
            if character.isASCII, character.isNumber {
                digits.append(character)
                continue
            }
            guard let unit = units.firstIndex(where: { $0.sign == character }), !digits.isEmpty else {
                throw malformed(text, name)
            }
            // Twelve digits already exceed the maximum in any unit, and even as weeks they do not overflow an `Int` of
            // seconds.
            guard digits.count <= 12, let count = Int(digits) else { throw tooLong(text, name) }
            total += count * units[unit].seconds
            digits = ""
            units = units[(unit + 1)...]
        }
        guard digits.isEmpty, !text.isEmpty else { throw malformed(text, name) }
        guard total <= longest else { throw tooLong(text, name) }
        guard total > 0 else {
            throw .usage("\"\(CommandOutput.excerpt(text))\" is too short; \(name) takes at least 1s.")
        }
        return total
    }

    private static func malformed(_ text: String, _ name: String) -> CommandLineError {
        .usage(
            "\"\(CommandOutput.excerpt(text))\" is not a duration. For \(name), write numbers with units, the "
                + "longest unit first, such as 10m, 1h30m or 3d. The units are w, d, h, m and s.")
    }

    private static func tooLong(_ text: String, _ name: String) -> CommandLineError {
        .usage("\"\(CommandOutput.excerpt(text))\" is too long; \(name) takes at most 3650d.")
    }
}
