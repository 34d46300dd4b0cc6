// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintConsole
import FlintWorld

/// `flint permission` prints or changes the status of a permission on the simulated device, like the system's settings.
struct PermissionCommand<App: FlintApplication>: ChangeCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "permission",
            abstract: "Set or print the status of a permission in the simulated system.",
            discussion:
                "Without a status, the permission is printed. To override the status for features: override permission."
        )
    }

    @Argument(
        help: "The permission, such as location-when-in-use, or a unique part of it.",
        completion: .permissions(of: App.self))
    var permission: String
    @Argument(
        help: "not-determined, authorized, denied, restricted or unsupported.",
        completion: .words(of: PermissionStatus.self)) var status: String?
    @OptionGroup var shared: SharedOptions<App>
    @OptionGroup var change: ChangeOptions

    @MainActor
    func run() async throws -> Int32? {
        guard status == nil else { return try await execute { try command(in: $0) } }
        return try shared.printAnswer(json: change.json) { session in
            let name = try Names.key(permission, of: .permission, in: session.model)
            let world = try session.world()
            guard let found = world.permissions.first(where: { $0.permission == name }) else {
                throw CommandLineError.refused("There is no permission \(name).")
            }
            return (found, [PlainReport.line(for: found, in: world.model)])
        }
    }

    @MainActor
    func command(in session: AppSession<App>) throws -> Command {
        let status = try Names.word(status ?? "", of: PermissionStatus.self, called: "status of a permission")
        return .setPermission(
            permission: try Names.key(permission, of: .permission, in: session.model), status: status)
    }
}
