// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintConsole
import FlintFoundation
import FlintWorld

struct OverrideOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The reason for the override.", valueName: "text")) var reason: String?
    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("The time until it expires: 10m, 1h30m or 3d.", valueName: "duration"))
    var duration: String?
    @Option(
        help: ArgumentHelp(
            "The number of dependent actions until it expires.", valueName: "count"))
    var uses: Int?

    func expiry() throws(CommandLineError) -> OverrideExpiry? {
        switch (duration, uses) {
        case (nil, nil):
            return nil
        case (let duration?, nil):
            return .after(seconds: Double(try DurationParser.seconds(duration, for: "--for")))
        case (nil, let uses?):
            guard uses > 0 else { throw .usage("--uses takes 1 or more, not \(uses).") }
            return .uses(uses)
        case (_?, _?):
            throw .usage("--for and --uses cannot be combined.")
        }
    }
}

extension OverrideEntry {
    /// Formats an override as a line, such as `flag sleep-timer: on until 14:05, because of “the demo”, by console`.
    static func line(_ record: OverrideRecord) -> String {
        let name = record.kind == .platform ? "" : " \(record.key)"
        return "\(record.kind.rawValue)\(name): \(record.value)" + details(of: record)
    }

    static func details(of record: OverrideRecord) -> String {
        var ending = " " + (record.expiry?.displayText(at: Date()) ?? OverrideExpiry.untilRemovedText)
        ending += Override.displayText(forReason: record.reason)
        if let source = record.source { ending += ", by \(source)" }
        return ending
    }
}

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
