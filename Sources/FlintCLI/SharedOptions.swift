// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintCore
import FlintFoundation
import FlintSimulation
import FlintWorld

/// The options that most commands share.
///
/// The options select the app: started in this process, attached with `--attach`, or read from a file with
/// `--recording`. ``validate()`` refuses combinations that contradict each other.
struct SharedOptions<App: FlintApplication>: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Store overrides in this file.",
            discussion: "Default: FLINT_STATE, or else the XDG state folder. "
                + "All overrides files in a folder share its saved personas.",
            valueName: "file", visibility: HelpPage.visibility), completion: .file(extensions: ["json"]))
    var state: String?

    @Flag(
        help: ArgumentHelp(
            "Go on without state files that cannot be read, with a note about each.", visibility: HelpPage.visibility))
    var ignoreState = false

    @Option(
        help: ArgumentHelp(
            "Evaluate features on another platform, such as \"watchOS 9.0\".", valueName: "platform",
            visibility: HelpPage.visibility))
    var platform: String?

    @Option(
        help: ArgumentHelp(
            "Sell the products in this StoreKit configuration file from Xcode.", valueName: "file",
            visibility: HelpPage.visibility),
        completion: .file(extensions: ["storekit"]))
    var storekit: String?

    @Option(
        help: ArgumentHelp(
            "Use this running app instead of starting one: its name, process, socket or port.",
            discussion: "\"console --list\" lists the running apps.", valueName: "app", visibility: HelpPage.visibility)
    )
    var attach: String?

    @Flag(help: ArgumentHelp("Allow changes to an attached production app.", visibility: HelpPage.visibility))
    var production = false

    @Option(
        help: ArgumentHelp(
            "Record events and log lines in this new journal file.",
            discussion: "The file can be read while it is written, and after a crash.", valueName: "file",
            visibility: HelpPage.visibility),
        completion: .file())
    var journal: String?

    @Option(
        help: ArgumentHelp(
            "Use the app recorded in this journal or report instead of starting the app.", valueName: "file",
            visibility: HelpPage.visibility),
        completion: .file())
    var recording: String?

    @Option(
        help: ArgumentHelp(
            "Use the app's state at this event of the journal.",
            discussion: "Without --recording, the event must be one that the app still retains.", valueName: "event",
            visibility: HelpPage.visibility))
    var at: UInt64?

    // These two options are not a nested group, because of the cost that ``ChangeOptions`` explains.
    @Option(help: HelpPage.shared(OutputOptions.colorHelp)) var color = OutputOptions.Color.auto
    @Flag(help: HelpPage.shared(OutputOptions.quietHelp)) var quiet = false
    @OptionGroup(title: "", visibility: HelpPage.visibility) var app: App.Options

    var output: OutputOptions { OutputOptions(color: color, quiet: quiet) }

    /// The program with the shared options that select the app, for command lines in answers.
    ///
    /// The app's own options are left out.
    var invocation: ShellInvocation {
        let values = [
            ("--attach", attach), ("--state", state), ("--platform", platform), ("--storekit", storekit),
            ("--recording", recording), ("--at", at.map(String.init)),
        ]
        let options = values.flatMap { name, value in value.map { [name, $0] } ?? [] }
        let flags = (production ? ["--production"] : []) + (ignoreState ? ["--ignore-state"] : [])
        return ShellInvocation(program: App.commandName, options: options + flags)
    }

    init() {}

    func validate() throws {
        if attach != nil, state != nil || ignoreState || platform != nil || storekit != nil {
            throw ValidationError(
                "--attach uses a running app; leave out --state, --ignore-state, --platform and --storekit.")
        }
        if recording != nil,
            attach != nil || journal != nil || state != nil || ignoreState || platform != nil || storekit != nil
        {
            throw ValidationError(
                "--recording uses a recorded app; leave out --attach, --journal, --state, --ignore-state, --platform and "
                    + "--storekit.")
        }
        if production, attach == nil { throw ValidationError("--production needs --attach.") }
        if state?.isEmpty == true { throw ValidationError("--state needs the path of a file.") }
    }

    func storeKitConfiguration() throws -> StoreKitConfiguration? {
        guard let storekit else { return nil }
        do throws(StoreKitConfigurationError) {
            let configuration =
                if let data = App.bundledFile(at: storekit) {
                    try StoreKitConfiguration(data, file: storekit)
                } else {
                    try StoreKitConfiguration(contentsOf: storekit)
                }
            for note in configuration.notes { CommandOutput.printNote("\(CommandOutput.excerpt(storekit)): \(note)") }
            return configuration
        } catch {
            throw CommandLineError.unusableFile(error.description)
        }
    }

    func selectedPlatform() throws -> CurrentPlatform? {
        try platform.map { try Names.platform($0) }
    }
}

/// The visibility of shared options on the help pages of commands.
///
/// Only the pages omit these options. Completions, the manual page, and `flint help options` contain them.
enum HelpPage {
    @TaskLocal static var leavesOutSharedOptions = false

    static var visibility: ArgumentVisibility { leavesOutSharedOptions ? .hidden : .default }

    static func shared(_ help: ArgumentHelp) -> ArgumentHelp {
        var help = help
        help.visibility = visibility
        return help
    }
}

struct OutputOptions: ParsableArguments {
    enum Color: String, CaseIterable, ExpressibleByArgument {
        case auto
        case always, never
    }

    static let colorHelp = ArgumentHelp(
        "Color the status words of text output: auto, always or never.",
        discussion: "auto uses color if standard output is a terminal and NO_COLOR is not set.", valueName: "when")

    static let quietHelp = ArgumentHelp(
        "Print only answers and errors.",
        discussion: """
            Changes are only reported by the exit status, unless --json or --dry-run is given. Notes about expired \
            overrides and options without effect are left out.
            """)

    @Option(help: colorHelp) var color = Color.auto
    @Flag(help: quietHelp) var quiet = false

    init() {}

    init(color: Color, quiet: Bool) {
        self.color = color
        self.quiet = quiet
    }

    func apply() {
        let isColored =
            switch color {
            case .always: true
            case .never: false
            case .auto: OutputStyle.terminalHasColor
            }
        CommandRun.current.style = OutputStyle(isColored: isColored, isQuiet: quiet)
    }
}
