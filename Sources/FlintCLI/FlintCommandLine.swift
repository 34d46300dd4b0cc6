public import ArgumentParser
import Dispatch
import FlintCore
import InspectorKit
import Logging
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The whole command line of an app: the console and a command for everything the console can do.
public struct FlintCommandLine<App: FlintApplication>: ParsableCommand {
    /// The name of the program, what it is for, and its commands.
    public static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: App.commandName, abstract: App.abstract,
            discussion: """
                To have your shell complete commands and names: \(App.commandName) help completions. The manual page: \
                \(App.commandName) manual | man -l -
                """,
            version: App.version,
            subcommands: [
                ConsoleCommand<App>.self, AttachCommand<App>.self, ServeCommand<App>.self, FeaturesCommand<App>.self,
                ExplainCommand<App>.self,
                UnlockCommand<App>.self, WhatIfCommand<App>.self, ImpactCommand<App>.self, MatrixCommand<App>.self,
                StatesCommand<App>.self, LintCommand<App>.self, DiffCommand<App>.self, CheckCommand<App>.self,
                RunCommand<App>.self,
                PersonaCommand<App>.self,
                PurchasesCommand<App>.self,
                PermissionsCommand<App>.self,
                FlagsCommand<App>.self, OverrideCommand<App>.self, ToggleCommand<App>.self, PermissionCommand<App>.self,
                StoreCommand<App>.self, PerformCommand<App>.self, OpenCommand<App>.self,
                TimelineCommand<App>.self, LogsCommand<App>.self, DifferencesCommand<App>.self,
                HistoryCommand<App>.self, ReportCommand<App>.self, OpenReportCommand<App>.self,
                ModelContextCommand<App>.self,
                UndoCommand<App>.self, RedoCommand<App>.self,
                CompletionsCommand<App>.self, ManualCommand<App>.self,
            ],
            defaultSubcommand: ConsoleCommand<App>.self)
    }

    /// Creates the command.
    public init() {}

    /// Runs the command that was typed, and never returns.
    ///
    /// Everything happens on the main queue. No worker thread is started, because the system's pool, once started,
    /// wakes up every second for as long as the process lives.
    @MainActor
    public static func main() -> Never {
        StandardDescriptors.reserve()
        // A file that would exceed a limit is an error of the write, which is reported, and not the end of the program.
        signal(SIGXFSZ, SIG_IGN)
        // What is logged is shown by the console; on standard error it would end up in the middle of the screen.
        LoggingSystem.bootstrap { label in Flint.logHandler(label: label) }
        MainQueue.mark()
        let command: any ParsableCommand
        let arguments = RunningApps.sorted(Array(CommandLine.arguments.dropFirst()))
        if arguments.first == "help", let complaint = unknownCommand(Array(arguments.dropFirst())) {
            CommandOutput.complain(complaint)
            ProgramExit.leave(CommandLineError.usage("").status)
        }
        do {
            command = try parseAsRoot(arguments)
        } catch {
            // A shell that asks for names passes what has been typed so far, which need not be right.
            if CommandLine.arguments.dropFirst().first == NameCompletion.request { leave(error) }
            leave(parsing: arguments, error: error)
        }
        guard let command = command as? any AppCommand else {
            runPlain(command)
        }
        Task { @MainActor in
            var command = command
            do {
                guard let status = try await InspectorQuestion.ask({ try await command.run() }) else { return }
                try RunningApps.check()
                try SavedState.finish()
                ProgramExit.leave(status)
            } catch let error as CommandLineError {
                let error = RunningApps.reason(for: error)
                CommandOutput.complain(error.message)
                ProgramExit.leave(error.status)
            } catch {
                leave(error)
            }
        }
        MainQueue.run()
    }

    /// Ends the program with the message for arguments that cannot be parsed.
    ///
    /// The parser quotes arguments in its messages as they are. So it is given safe ones to complain of, each on one
    /// line and not endless, whatever they hold.
    private static func leave(parsing arguments: some Sequence<String>, error: any Error) -> Never {
        if let complaint = unknownCommand(Array(arguments)) {
            CommandOutput.complain(complaint)
            ProgramExit.leave(CommandLineError.usage("").status)
        }
        do {
            _ = try parseAsRoot(arguments.map { CommandOutput.quotable($0) })
        } catch {
            leave(error)
        }
        leave(error)
    }

    /// What is wrong with the name of a command, or with the second one for a command that has commands of its own, with
    /// the nearest ones and all of them.
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
        let commands = group.configuration.subcommands.compactMap { $0.configuration.commandName }
        let nearest = commands.filter { command in
            command.hasPrefix(name)
                || EditDistance.between(String(name.prefix(40)), command) <= max(1, command.count / 3)
        }
        let offer = nearest.isEmpty ? "" : " Did you mean \(nearest.joined(separator: " or "))?"
        let place = group == Self.self ? "" : "\(group.configuration.commandName ?? "") "
        return "There is no command \"\(place)\(CommandOutput.quotable(name))\".\(offer) The commands are "
            + commands.joined(separator: ", ") + "."
    }

    /// Ends the program with the parser's message for an error: help on standard output, and complaints on standard
    /// error.
    private static func leave(_ error: any Error) -> Never {
        let status = exitCode(for: error).rawValue
        let lines = fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if status == 0 {
            do {
                try CommandOutput.print(lines)
            } catch {
                CommandOutput.complain(error.message)
                ProgramExit.leave(error.status)
            }
        } else {
            for line in lines { CommandOutput.complain(line) }
        }
        ProgramExit.leave(status)
    }

    private static func runPlain(_ command: any ParsableCommand) -> Never {
        var command = command
        do {
            try command.run()
        } catch let error as CommandLineError {
            CommandOutput.complain(error.message)
            ProgramExit.leave(error.status)
        } catch {
            leave(error)
        }
        ProgramExit.leave(0)
    }
}

/// The main queue, on which everything in the program happens.
enum MainQueue {
    private static let key = DispatchSpecificKey<Bool>()

    /// Marks the main queue; called once at the start.
    static func mark() {
        DispatchQueue.main.setSpecific(key: key, value: true)
    }

    /// Whether the caller runs on the main queue.
    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

    /// Runs what is put on the main queue, for ever, on the main thread.
    ///
    /// On Linux `dispatchMain` would leave the main thread asleep and give the queue to the workers of a pool, which
    /// are started for a key and wake up again, to end, when no other follows for some seconds. So the thread waits
    /// for the queue itself, in the way Foundation's run loop does there.
    static func run() -> Never {
        #if os(Linux)
            // The parent process may have blocked signals, which `dispatchMain` would let through too.
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
    /// The descriptor that can be read when there is something on the main queue.
    @_silgen_name("_dispatch_get_main_queue_handle_4CF")
    private func mainQueueHandle() -> Int32

    /// Runs everything that is on the main queue.
    @_silgen_name("_dispatch_main_queue_callback_4CF")
    private func drainMainQueue(_ unused: UnsafeMutableRawPointer?)
#endif

/// The way out of the program.
enum ProgramExit {
    private static let endings = Mutex<[@Sendable () -> Void]>([])

    /// Has something done before the program ends, unless a signal ends it.
    static func beforeLeaving(_ body: @escaping @Sendable () -> Void) {
        endings.withLock { $0.append(body) }
    }

    /// Saves what is pending and ends the program with a status, or with that for what could not be saved if the
    /// program would end with 0.
    static func leave(_ status: Int32) -> Never {
        let unsaved = SavedState.finishAndReport()
        let endings = endings.withLock { endings in
            defer { endings = [] }
            return endings
        }
        for ending in endings { ending() }
        exit(status == 0 ? unsaved ?? 0 : status)
    }
}
