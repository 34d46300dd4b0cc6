import FlintCLI
import FlintCore
import FlintTestSupport
import Foundation
import Testing

@testable import FlintProgram

/// The command line of the podcast demo, whose commands run in this process.
///
/// A command takes a fraction of the time that the start of ``BuiltProgram`` takes. Each run has a separate
/// environment, output and runtime, so that tests can run in parallel. The standard input is closed.
enum DemoCommandLine {
    /// Runs a command to its end in a clean environment.
    ///
    /// - Parameters:
    ///   - arguments: The arguments, without the program's name.
    ///   - environment: The environment variables to add or replace.
    /// - Returns: The exit status and the output.
    /// - Throws: An error if the command would keep the program running.
    @MainActor
    static func run(_ arguments: [String], environment: [String: String] = [:]) async throws -> ChildProcess.Result {
        let folder = try TemporaryFolder()
        func file(_ name: String) -> Int32 { open(folder.path(of: name), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
        let (output, errors) = (file("output"), file("errors"))
        defer {
            close(output)
            close(errors)
        }
        let run = CommandRun(
            environment: BuiltProgram.environment.merging(environment) { $1 }, output: output, errors: errors)
        let status = await Flint.withRuntime(FlintRuntime()) {
            await CommandRun.$current.withValue(run) {
                await FlintCommandLine<PodcastDemo>.run(arguments).map(run.end)
            }
        }
        return ChildProcess.Result(
            status: try #require(status, "\(arguments) would keep the program running"),
            output: try folder.text("output"), errors: try folder.text("errors"))
    }
}
