// SPDX-License-Identifier: MIT

import FlintWorld

enum DurationParser {
    /// Parses a duration such as `90s`, `1h30m`, `1.5h` or `3 days`, from 1 second to ten years.
    ///
    /// The name of the option or the argument that takes the duration is part of the error message.
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
