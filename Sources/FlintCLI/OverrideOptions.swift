import ArgumentParser
import InspectorKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Why an override is made and how long it lasts.
struct OverrideOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Say why.", valueName: "text")) var reason: String?
    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("Let it lapse after a time, such as 10m, 1h30m or 3d.", valueName: "duration"))
    var duration: String?
    @Option(help: ArgumentHelp("Let it lapse after so many actions that depend on it.", valueName: "count"))
    var decisions: Int?

    /// How long the override lasts; `nil` for until it is dropped.
    ///
    /// - Throws: ``CommandLineError/usage(_:)`` for what makes no sense.
    func limit() throws(CommandLineError) -> OverrideLimit? {
        switch (duration, decisions) {
        case (nil, nil):
            return nil
        case (let duration?, nil):
            return .until(Date(timeIntervalSinceNow: Double(try DurationText.seconds(duration, for: "--for"))))
        case (nil, let decisions?):
            guard decisions > 0 else { throw .usage("--decisions takes 1 or more, not \(decisions).") }
            return .decisions(decisions)
        default:
            throw .usage("An override ends in one way; give --for or --decisions, and not both.")
        }
    }

    /// The command that lays a value over a fact, or takes the override off.
    ///
    /// - Parameters:
    ///   - kind: The sort of fact.
    ///   - key: Which one.
    ///   - value: What it is forced to; `nil` drops the override.
    /// - Returns: The command.
    /// - Throws: ``CommandLineError/usage(_:)`` for what makes no sense.
    func command(
        _ kind: OverrideRecord.Kind, _ key: String, _ value: String?
    ) throws(CommandLineError) -> Command {
        let limit = try limit()
        if let value {
            return .override(OverrideRecord(kind: kind, key: key, value: value, reason: reason, limit: limit))
        }
        guard limit == nil, reason == nil else {
            throw .usage("\"none\" drops the override, so it takes no --reason, --for or --decisions.")
        }
        return .setOverride(FactReference(kind: kind, key: key), nil)
    }
}
