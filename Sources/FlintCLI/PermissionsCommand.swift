import ArgumentParser
import FlintConsole
import FlintCore
import FlintInspector
import InspectorKit

/// `flint permissions`: every system permission, its status and the features that need it.
struct PermissionsCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "permissions",
            abstract: "List every system permission, its status, and the features that need it.")
    }

    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Answer with one JSON object.") var json = false

    @MainActor
    func run() async throws -> Int32? {
        let session = try AppSession(shared, cause: "command line", startsBackgroundWork: false)
        session.reportProblems()
        let snapshot = session.inspector.snapshot()
        if json {
            try CommandOutput.print(json: PermissionsAnswer(permissions: snapshot.permissions))
        } else {
            try CommandOutput.print(PlainReport.permissions(snapshot))
        }
        return 0
    }
}

/// The JSON answer of `flint permissions`.
struct PermissionsAnswer: Encodable {
    let permissions: [PermissionSnapshot]
}
