import FlintTestSupport
import Foundation
import Testing

/// A suite or session that runs the built program with state files in a separate folder.
protocol ProgramUser {
    var folder: TemporaryFolder { get }
    /// The name of the overrides file. The names of the other state files are derived from it.
    static var stateFile: String { get }
}

extension ProgramUser {
    static var stateFile: String { "state.json" }

    @discardableResult
    func flint(_ arguments: [String], environment: [String: String] = [:]) throws -> ChildProcess.Result {
        let state = ["FLINT_STATE": folder.path(of: Self.stateFile)]
        return try BuiltProgram.run(arguments, environment: state.merging(environment) { $1 })
    }

    @discardableResult
    func flint(_ arguments: String..., environment: [String: String] = [:]) throws -> ChildProcess.Result {
        try flint(arguments, environment: environment)
    }

    /// Runs the program with `--json` and returns the printed object.
    func json(_ arguments: String...) throws -> [String: Any] {
        try flint(arguments + ["--json"]).object()
    }
}

extension ChildProcess.Result {
    func object() throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    }
}
