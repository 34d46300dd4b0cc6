import ArgumentParser
import FlintCore
import FlintInspector
import InspectorKit

/// `flint override`: overrides a fact, or removes its override.
struct OverrideCommand<App: FlintApplication>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "override",
            abstract:
                "Override a purchase, a permission, a user setting, a runtime switch, a flag or the platform.",
            discussion: """
                An override is saved, and stays until it is removed with "none" or with "override clear", unless \
                --for or --uses lets it expire.
                """,
            subcommands: [
                OverridePurchaseCommand<App>.self, OverridePermissionCommand<App>.self,
                OverrideToggleCommand<App>.self, OverrideSwitchCommand<App>.self, OverrideFlagCommand<App>.self,
                OverridePlatformCommand<App>.self, ClearOverridesCommand<App>.self, ListOverridesCommand<App>.self,
            ])
    }
}

/// The words for what is on or off.
enum OnOrOff: String, CaseIterable {
    case on
    case off

    /// Whether it is on.
    var isOn: Bool { self == .on }
}

/// `flint override purchase`.
struct OverridePurchaseCommand<App: FlintApplication>: OverridingCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "purchase", abstract: "Override a product's status.")
    }

    @Argument(
        help: "The product's identifier, or a part of its name that fits only one.", completion: .products(of: App.self)
    ) var product: String
    @Argument(
        help: "purchased, not-purchased, unknown, or none to remove the override.",
        completion: .words(of: PurchaseStatus.self, and: "none")) var status: String
    @OptionGroup var options: OverrideOptions
    @OptionGroup var shared: ChangeOptions<App>

    @MainActor
    func command(in session: AppSession<App>) throws -> Command {
        let status = try Names.choice(status, of: PurchaseStatus.self, called: "status of a product")
        let found = try Names.product(product, in: session.snapshot)
        return try options.command(.purchase, found.productID, status?.rawValue)
    }
}

/// `flint override permission`.
struct OverridePermissionCommand<App: FlintApplication>: OverridingCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "permission", abstract: "Override a permission's status.")
    }

    @Argument(
        help: "The permission, such as location-when-in-use, or a part that fits only one.",
        completion: .permissions(of: App.self))
    var permission: String
    @Argument(
        help: "not-determined, authorized, denied, restricted, unsupported, or none to remove the override.",
        completion: .words(of: PermissionStatus.self, and: "none"))
    var status: String
    @OptionGroup var options: OverrideOptions
    @OptionGroup var shared: ChangeOptions<App>

    @MainActor
    func command(in session: AppSession<App>) throws -> Command {
        let status = try Names.choice(status, of: PermissionStatus.self, called: "status of a permission")
        let found = try Names.permission(permission, in: session.snapshot)
        return try options.command(.permission, found.permission, status?.rawValue)
    }
}

/// `flint override toggle`.
struct OverrideToggleCommand<App: FlintApplication>: OverridingCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "toggle", abstract: "Override the user setting of a feature.")
    }

    @Argument(
        help: "A path, a type's name, or a part of the name that fits only one feature.",
        completion: .features(of: App.self)) var feature: String
    @Argument(help: "on, off, or none to remove the override.", completion: .words(of: OnOrOff.self, and: "none"))
    var value: String
    @OptionGroup var options: OverrideOptions
    @OptionGroup var shared: ChangeOptions<App>

    @MainActor
    func command(in session: AppSession<App>) throws -> Command {
        let value = try Names.choice(value, of: OnOrOff.self, called: "value of a toggle")
        let found = try Names.feature(feature, in: session.snapshot)
        return try options.command(.toggle, found.id, value?.rawValue)
    }
}

/// `flint override switch`.
struct OverrideSwitchCommand<App: FlintApplication>: OverridingCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "switch", abstract: "Override whether a feature is enabled in code.")
    }

    @Argument(
        help: "A path, a type's name, or a part of the name that fits only one feature.",
        completion: .features(of: App.self)) var feature: String
    @Argument(help: "on, off, or none to remove the override.", completion: .words(of: OnOrOff.self, and: "none"))
    var value: String
    @OptionGroup var options: OverrideOptions
    @OptionGroup var shared: ChangeOptions<App>

    @MainActor
    func command(in session: AppSession<App>) throws -> Command {
        let value = try Names.choice(value, of: OnOrOff.self, called: "value of a switch")
        let found = try Names.feature(feature, in: session.snapshot)
        return try options.command(.runtimeSwitch, found.id, value?.rawValue)
    }
}

/// `flint override flag`.
struct OverrideFlagCommand<App: FlintApplication>: OverridingCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "flag", abstract: "Override a feature flag.")
    }

    @Argument(help: "The flag's key, or a part that fits only one.") var flag: String
    @Argument(help: "on, off, or none to remove the override.", completion: .words(of: OnOrOff.self, and: "none"))
    var value: String
    @OptionGroup var options: OverrideOptions
    @OptionGroup var shared: ChangeOptions<App>

    @MainActor
    func command(in session: AppSession<App>) throws -> Command {
        let value = try Names.choice(value, of: OnOrOff.self, called: "value of a flag")
        let found = try Names.flag(flag, in: session.snapshot)
        return try options.command(.flag, found.key, value?.rawValue)
    }
}

/// `flint override platform`.
struct OverridePlatformCommand<App: FlintApplication>: OverridingCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "platform", abstract: "Override the platform.",
            discussion: "To look at another platform without an override: features --platform \"watchOS 9.0\".")
    }

    @Argument(
        help: ArgumentHelp("The platform and its version, or none to remove the override.", valueName: "platform"))
    var words: [String]
    @OptionGroup var options: OverrideOptions
    @OptionGroup var shared: ChangeOptions<App>

    @MainActor
    func command(in session: AppSession<App>) throws -> Command {
        let text = words.joined(separator: " ")
        let platform = text == "none" ? nil : try Names.platform(text)
        return try options.command(.platform, FactReference.platformKey, platform?.label)
    }
}

/// `flint override clear`.
struct ClearOverridesCommand<App: FlintApplication>: OverridingCommand {
    /// The words for the sorts of overrides, which are those of the commands in the plural.
    enum Kind: String, CaseIterable {
        case purchases, permissions, toggles, switches, flags, platform

        /// The kind of override.
        var kind: OverrideRecord.Kind {
            switch self {
            case .purchases: .purchase
            case .permissions: .permission
            case .toggles: .toggle
            case .switches: .runtimeSwitch
            case .flags: .flag
            case .platform: .platform
            }
        }
    }

    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "clear", abstract: "Remove every override, or every one of a kind.")
    }

    @Argument(help: "purchases, permissions, toggles, switches, flags or platform.") var kind: String?
    @OptionGroup var shared: ChangeOptions<App>

    @MainActor
    func command(in session: AppSession<App>) throws -> Command {
        guard let kind else { return .removeAllOverrides }
        return .removeOverridesOfKind(try Names.word(kind, of: Kind.self, called: "kind of override").kind)
    }
}

/// `flint override list`.
struct ListOverridesCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "list", abstract: "List every override, with its reason and its expiry.")
    }

    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Answer with one JSON object.") var json = false

    @MainActor
    func run() async throws -> Int32? {
        try shared.look(json: json) { snapshot in
            let lines = snapshot.overrides.map(OverrideEntry.line)
            return (
                OverridesAnswer(overrides: snapshot.overrides.map(OverrideEntry.init)),
                lines.isEmpty ? ["There are no overrides."] : lines
            )
        }
    }
}

/// The JSON answer of `flint override list`.
struct OverridesAnswer: Encodable {
    let overrides: [OverrideEntry]
}

/// The JSON answer of the other commands of `flint override`.
struct OverrideAnswer: Encodable {
    let status: CommandResult.Status
    let message: String
    let changes: [FeatureChange]
    let overrides: [OverrideEntry]
}

/// A command that overrides facts or removes overrides.
protocol OverridingCommand: ChangeCommand {}

extension OverridingCommand {
    @MainActor
    mutating func run() async throws -> Int32? {
        let command = self
        return try await shared.override { try command.command(in: $0) }
    }
}

extension ChangeOptions {
    /// Starts the app, carries out an overriding command and prints what came of it.
    ///
    /// - Parameter command: Finds the command, in the app.
    /// - Returns: The status the program exits with.
    /// - Throws: ``CommandLineError``.
    @MainActor
    fileprivate func override(_ command: (AppSession<App>) throws -> Command) async throws -> Int32 {
        let session = try session()
        guard session.recorded == nil else { throw CommandLineError.refused(CommandResult.recorded.message) }
        guard session.allowsOverrides else {
            throw CommandLineError.refused(RuntimeInspector.overrideRefusal)
        }
        let command = try command(session)
        let preview = session.inspector.preview(command)
        if dryRun {
            session.reportProblems()
            if let refusal = preview.refusal { throw CommandLineError.usage(refusal) }
            return try report(session.forecast(command))
        }
        let result = await session.send(command)
        // A file that can be neither read nor written is one problem, and is said once.
        session.reportProblems(except: StateFileAccess.process.saveErrors.first?.description)
        try SavedState.check()
        guard result.status == .done else { throw CommandLineError.usage(result.message) }
        if json {
            try CommandOutput.print(
                json: OverrideAnswer(
                    status: result.status, message: result.message, changes: preview.changes,
                    overrides: session.inspector.snapshot().overrides.map(OverrideEntry.init)))
        } else {
            try CommandOutput.confirm([result.message])
        }
        return 0
    }
}
