import ArgumentParser
import FlintCore
import FlintSimulation

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The options that most commands share.
///
/// The options select the app: started in this process, attached with `--attach`, or read from a file with
/// `--recording`. ``validate()`` refuses combinations that contradict each other.
struct SharedOptions<App: FlintApplication>: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Keep overrides in this file.", discussion: "Default: FLINT_STATE, else the XDG state directory.",
            valueName: "file"), completion: .file(extensions: ["json"]))
    var state: String?

    @Option(help: ArgumentHelp("Decide for another platform, such as \"watchOS 9.0\".", valueName: "platform"))
    var platform: String?

    @Option(
        help: ArgumentHelp(
            "Sell the products of this StoreKit configuration file, as Xcode saves it.", valueName: "file"),
        completion: .file(extensions: ["storekit"]))
    var storekit: String?

    @Option(
        help: ArgumentHelp(
            "Use this running app instead of starting one: its name, its process, its socket or its port.",
            discussion: "What runs is listed by \"attach --list\".", valueName: "app"))
    var attach: String?

    @Option(
        help: ArgumentHelp(
            "Write what happens to this new journal file.",
            discussion: "It can be read while it is written, and after a crash.", valueName: "file"),
        completion: .file())
    var journal: String?

    @Option(
        help: ArgumentHelp(
            "Use the app as it was in this journal or report instead of starting it.", valueName: "file"),
        completion: .file())
    var recording: String?

    @Option(
        help: ArgumentHelp(
            "Use the app as it was at this event of the journal.",
            discussion: "Without --recording, of the events that the app still keeps.", valueName: "event"))
    var at: UInt64?

    @OptionGroup var output: OutputOptions
    @OptionGroup var app: App.Options

    init() {}

    /// Throws an error for an empty `--state`, or for options that do not apply to an attached or recorded app.
    func validate() throws {
        if attach != nil, state != nil || platform != nil || storekit != nil {
            throw ValidationError("--attach uses an app that runs; leave out --state, --platform and --storekit.")
        }
        if recording != nil, attach != nil || journal != nil || state != nil || platform != nil || storekit != nil {
            throw ValidationError(
                "--recording shows an app as it was; leave out --attach, --journal, --state, --platform and --storekit."
            )
        }
        if state?.isEmpty == true { throw ValidationError("--state names no file; leave it out, or write a path.") }
    }

    func storeKitConfiguration() throws -> StoreKitConfiguration? {
        guard let storekit else { return nil }
        do throws(StoreKitConfigurationError) {
            return try StoreKitConfiguration(contentsOf: storekit)
        } catch {
            throw CommandLineError.unusableFile(error.description)
        }
    }

    func currentPlatform() throws -> CurrentPlatform? {
        try platform.map { try Names.platform($0) }
    }
}

/// The options for the format of the output.
struct OutputOptions: ParsableArguments {
    enum Color: String, CaseIterable, ExpressibleByArgument {
        /// Uses color if standard output is a terminal and `NO_COLOR` is not set.
        case auto
        case always, never
    }

    @Option(
        help: ArgumentHelp(
            "Color the status words of text: auto, always or never.",
            discussion: "With auto, if standard output is a terminal and NO_COLOR is not set.", valueName: "when"))
    var color = Color.auto

    @Flag(
        help: ArgumentHelp(
            "Write only answers and errors.",
            discussion: """
                A change is then reported by its status alone, unless with --json or --dry-run, and notes about expired \
                overrides and options without effect are left out.
                """))
    var quiet = false

    init() {}

    func apply() {
        let isColored =
            switch color {
            case .always: true
            case .never: false
            case .auto: OutputStyle.terminalHasColor
            }
        CommandOutput.style = OutputStyle(isColored: isColored, isQuiet: quiet)
    }
}
