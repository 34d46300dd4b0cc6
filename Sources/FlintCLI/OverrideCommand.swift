import ArgumentParser
import FlintCore
import FlintInspector
import InspectorKit

/// `flint override`: lays a value over a fact, or takes it off.
struct OverrideCommand<App: FlintApplication>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "override", abstract: "Force what features see of a purchase, a permission or a toggle.",
            discussion: "Overrides are kept until they are dropped with \"none\" or with \"override clear\".",
            subcommands: [
                OverridePurchaseCommand<App>.self, OverridePermissionCommand<App>.self,
                OverrideToggleCommand<App>.self, ClearOverridesCommand<App>.self,
            ])
    }
}

/// `flint override purchase`.
struct OverridePurchaseCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "purchase", abstract: "Force a product's status.")
    }

    @Argument(help: "The product's identifier, or a part of its name that fits only one.") var product: String
    @Argument(help: "purchased, not-purchased, unknown, or none to drop the override.") var status: String
    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Answer with one JSON object.") var json = false

    @MainActor
    func run() async throws -> Int32? {
        let session = try AppSession(shared, cause: "command line", startsBackgroundWork: false)
        let status = try Names.choice(status, of: PurchaseStatus.self, called: "status of a product")
        let found = try Names.product(product, in: session.inspector.snapshot())
        return try await session.override(.overridePurchase(productID: found.productID, status: status), json: json)
    }
}

/// `flint override permission`.
struct OverridePermissionCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "permission", abstract: "Force a permission's status.")
    }

    @Argument(help: "The permission, such as location-when-in-use, or a part that fits only one.")
    var permission: String
    @Argument(help: "not-determined, authorized, denied, restricted, unsupported, or none to drop the override.")
    var status: String
    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Answer with one JSON object.") var json = false

    @MainActor
    func run() async throws -> Int32? {
        let session = try AppSession(shared, cause: "command line", startsBackgroundWork: false)
        let status = try Names.choice(status, of: PermissionStatus.self, called: "status of a permission")
        let found = try Names.permission(permission, in: session.inspector.snapshot())
        return try await session.override(
            .overridePermission(permission: found.permission, status: status), json: json)
    }
}

/// `flint override toggle`.
struct OverrideToggleCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "toggle", abstract: "Force a feature's user toggle.")
    }

    @Argument(help: "A path, a type's name, or a part of the name that fits only one feature.") var feature: String
    @Argument(help: "on, off, or none to drop the override.") var value: String
    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Answer with one JSON object.") var json = false

    @MainActor
    func run() async throws -> Int32? {
        let session = try AppSession(shared, cause: "command line", startsBackgroundWork: false)
        let choice = try Names.choice(value, of: ToggleWord.self, called: "value of a toggle")
        let found = try Names.feature(feature, in: session.inspector.snapshot())
        return try await session.override(
            .overrideToggle(feature: found.id, isOn: choice.map { $0 == .on }), json: json)
    }

    /// The words for a toggle.
    enum ToggleWord: String, CaseIterable {
        case on
        case off
    }
}

/// `flint override clear`.
struct ClearOverridesCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "clear", abstract: "Drop every override.")
    }

    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Answer with one JSON object.") var json = false

    @MainActor
    func run() async throws -> Int32? {
        let session = try AppSession(shared, cause: "command line", startsBackgroundWork: false)
        return try await session.override(.clearOverrides, json: json)
    }
}

/// The JSON answer of `flint override`.
struct OverrideAnswer: Encodable {
    let status: CommandResult.Status
    let message: String
    let changes: [Preview.Change]
    let overrides: [OverrideRecord]
}

extension AppSession {
    /// Carries out an overriding command and prints what came of it.
    fileprivate func override(_ command: Command, json: Bool) async throws -> Int32 {
        let changes = inspector.preview(command).changes
        let result = await send(command)
        // A file that can be neither read nor written is one problem, and is said once.
        reportProblems(except: keeper.problem)
        if let problem = keeper.problem { throw CommandLineError.cannotWrite(problem) }
        guard result.status == .done else { throw CommandLineError.usage(result.message) }
        if json {
            try CommandOutput.print(
                json: OverrideAnswer(
                    status: result.status, message: result.message, changes: changes,
                    overrides: inspector.snapshot().overrides))
        } else {
            try CommandOutput.print([result.message])
        }
        return 0
    }

    /// Says on standard error what was wrong with the saved overrides.
    ///
    /// - Parameter said: What is said elsewhere.
    func reportProblems(except said: String? = nil) {
        for problem in problems where problem != said { CommandOutput.complain(problem) }
    }
}
