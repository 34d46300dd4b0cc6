// SPDX-License-Identifier: MIT

public import ArgumentParser
import Dispatch
import FlintConsole
import FlintCore
import FlintLibc
import FlintWorld
import Logging

/// An app's command line, with the console and a command for each of the console's functions.
///
/// Call ``main()`` from the program's entry point. Without arguments, the program opens the console. See
/// ``FlintApplication`` for an example.
public struct FlintCommandLine<App: FlintApplication>: ParsableCommand {
    /// The program's name, abstract, version and subcommands.
    public static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: App.commandName, abstract: App.abstract,
            discussion: """
                For the options that most commands share, see: \(App.commandName) help options. For shell completion of \
                commands and names: \(App.commandName) help completions. For the manual page: \(App.commandName) help \
                manual | man -l -
                """,
            version: App.version,
            groupedSubcommands: [
                CommandGroup(
                    name: "Explain",
                    subcommands: [
                        WhyCommand<App>.self, FeaturesCommand<App>.self, FactsCommand<App>.self,
                        MatrixCommand<App>.self, WhatIfCommand<App>.self,
                    ]),
                CommandGroup(
                    name: "Change",
                    subcommands: [
                        SetCommand<App>.self, StoreCommand<App>.self, PerformCommand<App>.self,
                        PersonaCommand<App>.self, UndoCommand<App>.self,
                    ]),
                CommandGroup(
                    name: "Watch",
                    subcommands: [
                        ConsoleCommand<App>.self, TimelineCommand<App>.self, LogsCommand<App>.self,
                        WaitCommand<App>.self, WarningsCommand<App>.self,
                    ]),
                CommandGroup(
                    name: "Check in CI",
                    subcommands: [
                        CheckCommand<App>.self, LintCommand<App>.self, ManifestCommand<App>.self,
                        CompareCommand<App>.self, CoverageCommand<App>.self, RunCommand<App>.self,
                    ]),
                CommandGroup(
                    name: "Share",
                    subcommands: [
                        ReportCommand<App>.self, ServeCommand<App>.self, ModelContextCommand<App>.self,
                    ]),
            ],
            defaultSubcommand: DefaultCommand.isNeeded ? ConsoleCommand<App>.self : nil)
    }

    /// Creates the root command for the parser.
    ///
    /// To run the program, call ``main()`` instead.
    public init() {}

    /// Parses the arguments, runs the selected command and exits the process.
    ///
    /// Commands run on the main queue. To let an idle process sleep, they avoid Dispatch's thread pool, which wakes the
    /// process every second once it has started.
    @MainActor
    public static func main() -> Never {
        StandardDescriptors.reserve()
        // A write beyond a file size limit must fail with an error that can be reported, instead of ending the program.
        signal(SIGXFSZ, SIG_IGN)
        // The console displays log messages. On standard error, they would corrupt the screen.
        LoggingSystem.bootstrap { label in Flint.logHandler(label: label) }
        let arguments = Array(CommandLine.arguments.dropFirst())
        Task { @MainActor in
            if let status = await run(arguments) { ProgramExit.leave(status) }
        }
        MainQueue.run()
    }

    @MainActor
    package static func run(_ arguments: [String]) async -> Int32? { await prepare(arguments)() }

    /// Parses the arguments, and returns a closure that runs the selected command.
    ///
    /// Only the closure converts errors, including the parser's, to exit statuses. It writes them to standard error,
    /// and also to standard output as an object if the arguments contain `--json`. The exit status is `nil` if the
    /// command keeps the program running and ends it later.
    @MainActor
    package static func prepare(_ arguments: [String]) -> @MainActor () async -> Int32? {
        // A completion script passes the words of an unfinished command, which may contain this option.
        let isJSON =
            arguments.first != NameCompletion.request && arguments.prefix { $0 != "--" }.contains("--json")
        let words = RunningApps.normalizedArguments(arguments)
        if let topic = HelpTopic.requestedTopic(by: words) {
            return {
                do {
                    try topic.print(of: App.self)
                    return 0
                } catch {
                    return report(error, isJSON: isJSON)
                }
            }
        }
        let command = Result {
            if let complaint = ReservedOptions.complaint(about: App.Options.self) {
                throw CommandLineError.usage(complaint)
            }
            return try parse(words)
        }
        return {
            do {
                return try await execute(command.get())
            } catch {
                return report(error, isJSON: isJSON, isDump: words.contains("--experimental-dump-help"))
            }
        }
    }

    private static func print(_ lines: [String]) -> Int32 {
        do {
            try CommandOutput.print(lines)
            return 0
        } catch {
            CommandOutput.printError(error.message)
            return error.status
        }
    }

    @MainActor
    private static func execute(_ command: any ParsableCommand) async throws -> Int32? {
        guard var appCommand = command as? any AppCommand else {
            var command = command
            try command.run()
            return 0
        }
        guard let status = try await appCommand.run() else { return nil }
        try SavedState.finish()
        return status
    }

    private static func parse(_ normalized: [String]) throws -> any ParsableCommand {
        let named = normalized.first == "help" ? Array(normalized.dropFirst()) : normalized
        // The default command would accept the name as its argument.
        if let complaint = unknownCommand(named) { throw CommandLineError.usage(complaint) }
        do {
            return try parseNamedCommand(normalized)
                ?? DefaultCommand.$isNeeded.withValue(!namesCommand(normalized)) { try parseAsRoot(normalized) }
        } catch {
            // A shell that completes names passes incomplete arguments, so an error is expected.
            if normalized.first == NameCompletion.request { throw error }
            // The parser's messages quote arguments verbatim, so its error is created from sanitized and truncated
            // arguments.
            _ = try parseAsRoot(normalized.map { CommandOutput.excerpt($0) })
            throw error
        }
    }

    private static func namesCommand(_ arguments: [String]) -> Bool { command(named: arguments.first) != nil }

    private static func command(named name: String?) -> (any ParsableCommand.Type)? {
        configuration.subcommands.first { $0.configuration.commandName == name }
    }

    private static func parseNamedCommand(_ arguments: [String]) -> (any ParsableCommand)? {
        guard let command = command(named: arguments.first) else { return nil }
        // Parsing starts at the command itself. Starting at the root would take twice as long, because the parser would
        // read the definitions of all commands, and the definitions of the named command several times. Invalid
        // arguments and requests for help still need the root, because messages state the program's name.
        return try? command.parseAsRoot(Array(arguments.dropFirst())) as? any AppCommand
    }

    private static func unknownCommand(_ arguments: [String]) -> String? {
        var group: any ParsableCommand.Type = Self.self
        for name in arguments.prefix(2) {
            guard !name.hasPrefix("-"), name != "help" else { return nil }
            let commands = group.configuration.subcommands
            guard !commands.isEmpty else { return nil }
            if let command = commands.first(where: { $0.configuration.commandName == name }) {
                group = command
                continue
            }
            return complaint(of: name, in: group)
        }
        return nil
    }

    private static func complaint(of name: String, in group: any ParsableCommand.Type) -> String {
        if group == Self.self, let complaint = FormerName.message(about: name) { return complaint + "." }
        let commands = group.configuration.subcommands.compactMap { $0.configuration.commandName }
        let nearest = commands.filter { command in
            command.hasPrefix(name)
                || EditDistance.between(String(name.prefix(40)), command) <= max(1, command.count / 3)
        }
        let offer = nearest.isEmpty ? "" : " Did you mean \(nearest.prefix(3).joined(separator: " or "))?"
        let place = group == Self.self ? "" : "\(group.configuration.commandName ?? "") "
        return "There is no command \"\(place)\(CommandOutput.excerpt(name))\".\(offer) "
            + "\"\(App.commandName) help\(place.isEmpty ? "" : " " + place.dropLast())\" lists the commands."
    }

    private static func report(_ error: any Error, isJSON: Bool, isDump: Bool = false) -> Int32 {
        if let error = error as? CommandLineError ?? (error as? MissingAnswer).map(CommandLineError.init) {
            CommandOutput.printError(error.message)
            if isJSON { CommandOutput.print(jsonError: error) }
            return error.status
        }
        let status = exitCode(for: error).rawValue
        let whole = fullMessage(for: error)
        let page = HelpPage.$leavesOutSharedOptions.withValue(!isDump) { fullMessage(for: error) }
        var lines = page.split(separator: "\n", omittingEmptySubsequences: false)
            .flatMap { UsageText.wrapped(String($0), to: UsageText.columns) }
        // Help is not an error and goes to standard output.
        guard status == 0 else {
            for line in lines { CommandOutput.printError(line) }
            if isJSON {
                let message = message(for: error)
                CommandOutput.print(
                    jsonError: status == ExitStatus.usage.rawValue ? .usage(message) : .refused(message))
            }
            return status
        }
        // The page omits options, so it names the page that describes them.
        if page != whole { lines += ["SHARED OPTIONS: \(App.commandName) help options"] }
        return print(lines)
    }
}

enum MainQueue {
    private static let key = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

    static func run() -> Never {
        // On Linux, `dispatchMain` would put the main thread to sleep and run the main queue on pool threads. A pool
        // thread is started for a single event, and wakes the process again when it exits a few seconds later. To let
        // the process sleep, the main thread waits for the queue directly, as Foundation's run loop does on Linux.
        #if os(Linux)
            // The parent process may have blocked signals. `dispatchMain` unblocks them, too.
            var none = sigset_t()
            sigemptyset(&none)
            pthread_sigmask(SIG_SETMASK, &none, nil)
            var wakeUp = pollfd(fd: mainQueueHandle(), events: Int16(POLLIN), revents: 0)
            var count: UInt64 = 0
            while true {
                guard poll(&wakeUp, 1, -1) > 0 else { continue }
                _ = read(wakeUp.fd, &count, MemoryLayout.size(ofValue: count))
                drainMainQueue(nil)
            }
        #else
            dispatchMain()
        #endif
    }
}

#if os(Linux)
    /// Returns the file descriptor that becomes readable when the main queue has work.
    @_silgen_name("_dispatch_get_main_queue_handle_4CF")
    private func mainQueueHandle() -> Int32

    @_silgen_name("_dispatch_main_queue_callback_4CF")
    private func drainMainQueue(_ unused: UnsafeMutableRawPointer?)
#endif

/// Ends the program after pending changes have been saved.
///
/// Unless a signal ends it, the program always exits with ``leave(_:)``.
enum ProgramExit {
    static func leave(_ status: Int32) -> Never {
        exit(CommandRun.current.end(status))
    }
}

/// Whether the parser may have to choose the default command.
///
/// The parser examines the default command for every argument, which takes as long as the rest of parsing. If the first
/// argument names a command, the program therefore has no default command.
private enum DefaultCommand {
    @TaskLocal static var isNeeded = true
}

enum StandardDescriptors {
    /// Opens the standard descriptors that the parent process has closed.
    ///
    /// Call this method before any file is opened. A file would otherwise get the free number and receive the program's
    /// output.
    static func reserve() {
        for descriptor in 0...2 as ClosedRange<Int32> where fcntl(descriptor, F_GETFD) == -1 {
            // `open` returns the lowest free number, which is the missing descriptor. Input is opened for writing and
            // output for reading, so that using them fails, as with a closed descriptor.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}

extension FlintCommandLine {
    /// The commands that the console's palette offers to copy, because the console has no equivalent.
    static var shellCommands: [ShellCommand] {
        let commands: [any ParsableCommand.Type] = [
            WhatIfCommand<App>.self, LintCommand<App>.self, CompareCommand<App>.self, CheckCommand<App>.self,
            RunCommand<App>.self, PerformCommand<App>.self, ConsoleCommand<App>.self, ServeCommand<App>.self,
            UndoCommand<App>.self, PersonaCommand<App>.self, ModelContextCommand<App>.self,
        ]
        let help = ShellCommand(
            name: "help", text: "\(App.commandName) help", summary: "List the commands of the command line.")
        return [help]
            + commands.map { command in
                let name = command.configuration.commandName ?? ""
                return ShellCommand(
                    name: name, text: "\(App.commandName) \(name)", summary: command.configuration.abstract)
            }
    }
}
