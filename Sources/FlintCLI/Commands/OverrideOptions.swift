import ArgumentParser
import FlintConsole
import InspectorKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Why an override is made and when it expires.
struct OverrideOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Why the override is made.", valueName: "text")) var reason: String?
    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("Let it expire after a time, such as 10m, 1h30m or 3d.", valueName: "duration"))
    var duration: String?
    @Option(help: ArgumentHelp("Let it expire after this many actions that depend on it.", valueName: "count"))
    var uses: Int?

    /// When the override expires; `nil` for an override that stays until it is removed.
    ///
    /// - Throws: ``CommandLineError/usage(_:)`` for invalid options.
    func expiry() throws(CommandLineError) -> OverrideExpiry? {
        switch (duration, uses) {
        case (nil, nil):
            return nil
        case (let duration?, nil):
            return .after(seconds: Double(try DurationText.seconds(duration, for: "--for")))
        case (nil, let uses?):
            guard uses > 0 else { throw .usage("--uses takes 1 or more, not \(uses).") }
            return .uses(uses)
        case (_?, _?):
            throw .usage("An override ends in one way; give --for or --uses, not both.")
        }
    }
}

extension OverrideEntry {
    /// An override in a line, such as `purchase premium: purchased until 14:05, because of “the demo”, by
    /// console`.
    static func line(_ record: OverrideRecord) -> String {
        let name = record.kind == .platform ? "" : " \(record.key)"
        return "\(record.kind.rawValue)\(name): \(record.value)" + ending(of: record)
    }

    /// When an override expires, its reason and its source, to follow its value.
    static func ending(of record: OverrideRecord) -> String {
        var ending = " " + (record.expiry?.displayText(at: Date()) ?? OverrideExpiry.untilRemovedText)
        if let reason = record.reason { ending += ", because of “\(reason)”" }
        if let source = record.source { ending += ", by \(source)" }
        return ending
    }
}
