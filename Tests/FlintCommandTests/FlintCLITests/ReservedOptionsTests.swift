import ArgumentParser
import FlintCore
import FlintInspector
import FlintSimulation
import FlintWorld
import Testing

@testable import FlintCLI

struct ReservedOptionsTests {
    private static func names(_ command: HelpDump.Command) -> [String] {
        let own = (command.arguments ?? []).flatMap { $0.names ?? [] }.map(\.spelling)
        return own + (command.subcommands ?? []).flatMap(names)
    }

    @Test func `every option of every command and of the parser is reserved`() throws {
        let dump = try HelpDump(json: FlintCommandLine<DocumentedApp>._dumpHelp())
        let parser = ["--experimental-dump-help", "--generate-completion-script", "--help-hidden", "--version"]
        #expect(ReservedOptions.names == Set(Self.names(dump.command) + parser).sorted())
    }

    @Test func `an option with the name of an option of some command is found, and all reserved names are listed`()
        throws
    {
        let complaint = try #require(ReservedOptions.complaint(about: Clashing.self))
        #expect(complaint.contains("must not include --reason and -h, because commands have options of that name."))
        #expect(complaint.hasSuffix("Reserved names: " + ReservedOptions.names.joined(separator: ", ")))
        let arguments = try #require(ReservedOptions.complaint(about: Positional.self))
        #expect(arguments.contains("must not include the argument <file>"))
    }

    @Test func `other options are accepted`() {
        #expect(ReservedOptions.complaint(about: EmptyOptions.self) == nil)
        #expect(ReservedOptions.complaint(about: Own.self) == nil)
    }

    @MainActor
    @Test(arguments: [[], ["features"], ["set", "flag", "a", "on", "--reason", "b"]])
    func `no command of an app with such an option runs`(arguments: [String]) async {
        let status = await FlintCommandLine<ClashingApp>.prepare(arguments)()
        #expect(status == 64)
    }

    fileprivate struct Clashing: ParsableArguments {
        @Option var reason: String?
        @Option var feed: String?
        @Flag(name: .customShort("h")) var isHigh = false
    }

    private struct Positional: ParsableArguments {
        @Argument var file: String
    }

    private struct Own: ParsableArguments {
        @Option var feed: String?
        @Flag(inversion: .prefixedNo) var offline = true
    }
}

private final class ClashingApp: FlintApplication {
    nonisolated static let commandName = "clashing"
    nonisolated static let abstract = "An app with an option of a name that is taken."
    nonisolated static let appName = "Clashing"

    let router: (any PresentationRouter & Sendable)? = nil
    let device: SimulatedDevice? = nil
    let backgroundWork: (any BackgroundWork)? = nil
    let activity: String? = nil

    init(options: ReservedOptionsTests.Clashing, launch: LaunchOptions) {}

    func setUp() {}

    func observeActivity(_ handler: @escaping @Sendable () -> Void) {}
}
