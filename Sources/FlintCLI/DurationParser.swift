// SPDX-License-Identifier: MIT

import FlintWorld

/// Parses the durations of the command line, and explains why one is refused.
enum DurationParser {
    /// Parses a duration.
    ///
    /// - Parameters:
    ///   - text: Numbers with units, such as `90s`, `1h30m`, `1.5h` or `3 days`.
    ///   - name: The option or argument that takes the duration, such as `--for`, for error messages.
    /// - Returns: The duration in whole seconds, from 1 second to ten years.
    /// - Throws: ``CommandLineError/usage(_:)`` with the problem and the correct syntax.
    static func seconds(_ text: String, for name: String) throws(CommandLineError) -> Int {
        do {
            return try DurationFormatter.seconds(in: text)
        } catch {
            let problem =
                switch error {
                case .malformed:
                    "is not a duration. For \(name), write numbers with units, such as 10m, 1h30m or 3d. The units are "
                        + "y, mo, w, d, h, m and s."
                case .tooShort: "is too short; \(name) takes at least 1s."
                case .tooLong: "is too long; \(name) takes at most 3650d."
                }
            throw .usage("\"\(CommandOutput.excerpt(text))\" \(problem)")
        }
    }
}
