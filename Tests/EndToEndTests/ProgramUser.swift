import FlintTestSupport
import Foundation
import Testing

/// A suite or session that runs commands of the demo with state files in a separate folder.
protocol ProgramUser {
    var folder: TemporaryFolder { get }
    /// The name of the overrides file. The names of the other state files are derived from it.
    static var stateFile: String { get }
}

extension ProgramUser {
    static var stateFile: String { "state.json" }

    /// Runs a command in this process.
    @discardableResult
    func flint(_ arguments: [String], environment: [String: String] = [:]) async throws -> ChildProcess.Result {
        try await DemoCommandLine.run(arguments, environment: state.merging(environment) { $1 })
    }

    @discardableResult
    func flint(_ arguments: String..., environment: [String: String] = [:]) async throws -> ChildProcess.Result {
        try await flint(arguments, environment: environment)
    }

    /// Runs a command with `--json` in this process and returns the printed object.
    func json(_ arguments: String...) async throws -> [String: Any] {
        try await flint(arguments + ["--json"]).object()
    }

    /// Runs the built program, for tests whose subject is a process.
    @discardableResult
    func program(_ arguments: [String], environment: [String: String] = [:]) throws -> ChildProcess.Result {
        try BuiltProgram.run(arguments, environment: state.merging(environment) { $1 })
    }

    @discardableResult
    func program(_ arguments: String..., environment: [String: String] = [:]) throws -> ChildProcess.Result {
        try program(arguments, environment: environment)
    }

    private var state: [String: String] { ["FLINT_STATE": folder.path(of: Self.stateFile)] }
}

extension ChildProcess.Result {
    func object() throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    }
}
