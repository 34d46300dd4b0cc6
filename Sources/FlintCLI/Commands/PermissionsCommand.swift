import ArgumentParser
import FlintConsole
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
        try shared.look(json: json) { (PermissionsAnswer(permissions: $0.permissions), PlainReport.permissions($0)) }
    }
}

/// The JSON answer of `flint permissions`.
struct PermissionsAnswer: Encodable {
    let permissions: [PermissionSnapshot]
}
