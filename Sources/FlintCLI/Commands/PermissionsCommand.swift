// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintConsole
import FlintWorld

/// `flint permissions` lists the system permissions with their status and the features that require them.
struct PermissionsCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "permissions",
            abstract: "List every system permission, its status, and the features that need it.")
    }

    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Print the answer as one JSON object.") var json = false

    @MainActor
    func run() async throws -> Int32? {
        try shared.printAnswer(json: json) { session in
            let world = try session.world()
            return (PermissionsAnswer(permissions: world.permissions), PlainReport.permissions(world))
        }
    }
}

struct PermissionsAnswer: Encodable {
    let permissions: [PermissionSnapshot]
}
