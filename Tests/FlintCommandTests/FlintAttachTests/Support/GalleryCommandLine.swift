import FlintCLI
import FlintCore
import FlintInspector
import FlintSimulation
import FlintTestSupport
import Foundation

/// The command line of a served gallery, whose commands run in this process.
final class GalleryCommandLine: FlintApplication {
    nonisolated static let commandName = "gallery"
    nonisolated static let abstract = "Look at the features of the gallery."
    nonisolated static let appName = "The Gallery"

    let router: (any PresentationRouter & Sendable)? = nil
    let device: SimulatedDevice? = nil
    let backgroundWork: (any BackgroundWork)? = nil
    let activity: String? = nil

    init(options: EmptyOptions, launch: LaunchOptions) {}

    func setUp() {}

    func observeActivity(_ handler: @escaping @Sendable () -> Void) {}

    /// The result of a command that has ended.
    struct Result: Equatable {
        var status: Int32?
        var output: String
        var errors: String
    }

    /// Runs a command, which must not keep running.
    static func run(_ arguments: [String]) async throws -> Result {
        try await result(of: FlintCommandLine<GalleryCommandLine>.prepare(arguments))
    }

    /// Runs a parsed command and returns its output.
    static func result(
        of command: @MainActor () async throws -> Int32?, environment: [String: String] = [:]
    ) async throws -> Result {
        let folder = try TemporaryFolder()
        func file(_ name: String) -> Int32 { open(folder.path(of: name), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
        let (output, errors) = (file("output"), file("errors"))
        defer {
            close(output)
            close(errors)
        }
        // Without a separate home folder, a command would use the account's home folder.
        let run = CommandRun(
            environment: ["HOME": folder.path].merging(environment) { $1 }, output: output, errors: errors)
        // The access to files of the process's runtime has the errors of other tests.
        let status = try await Flint.withRuntime(FlintRuntime()) {
            try await CommandRun.$current.withValue(run) { try await command() }
        }
        return Result(status: status, output: try folder.text("output"), errors: try folder.text("errors"))
    }
}
