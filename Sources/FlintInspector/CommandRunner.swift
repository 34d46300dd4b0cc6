// SPDX-License-Identifier: MIT

import FeatureGating
import FlintCore
import FlintWorld

/// Applies front ends' commands to a running app.
///
/// A new runner is created for each command. It delegates to the handlers for overrides, flags, the store, the focus,
/// URLs, and authorization flows. It records the result with its inverse in the history and reports changes that could
/// not be saved.
struct CommandRunner {
    let inspector: RuntimeInspector
    var runtime: FlintRuntime { inspector.runtime }
    let configuration: RuntimeInspector.Configuration
    private let savesAtOnce: Bool
    /// Whether the runner undoes a change.
    private var isRestoring = false

    /// Creates a runner.
    ///
    /// - Parameters:
    ///   - inspector: The inspector of the app.
    ///   - cause: The recorded cause of changes, or `nil` to use the inspector's cause.
    ///   - savesAtOnce: Whether changes are saved before the result is delivered, even if this process normally saves
    ///     later.
    init(inspector: RuntimeInspector, cause: Cause? = nil, savesAtOnce: Bool = false) {
        self.inspector = inspector
        self.savesAtOnce = savesAtOnce
        var configuration = inspector.configuration
        if let cause { configuration.cause = cause }
        self.configuration = configuration
    }

    /// Performs a command and passes the result to a completion handler.
    ///
    /// A successful action or undoable change is recorded in the history. The result lists changes that could not be
    /// saved.
    func run(_ command: Command, completion: @escaping @Sendable (CommandResult) -> Void) {
        let (history, source) = (configuration.history, configuration.cause)
        let device = command.subject == .flow ? configuration.system?.saved(.permissions) : nil
        let log = SaveLog()
        SaveLog.$current.withValue(log) {
            runUnrecorded(command) { [inspector, configuration, savesAtOnce] result in
                var result = result
                if let device, device != configuration.system?.saved(.permissions) {
                    result.inverse = .restoreDevice(device)
                }
                if savesAtOnce, configuration.access.savesLater {
                    SaveLog.$current.withValue(log) { configuration.access.save() }
                }
                for error in log.errors { result.add(error) }
                // An undo or redo changes its own entry.
                let isPart = result.isPartial && command.subject != .history
                if isPart || result.inverse != nil || result.status == .done && command.subject == .action {
                    history.add(
                        result.message, inverse: result.inverse, source: source,
                        lastsUntilQuit: command.lastsUntilQuit || !isPart && result.unsaved != nil,
                        hasFailed: !isPart && log.hasFailed)
                    inspector.stateDidChange()
                }
                if result.status == .done, let error = history.saveError { result.add(error, isHistory: true) }
                completion(result)
            }
        }
    }

    private func runUnrecorded(_ command: Command, completion: @escaping @Sendable (CommandResult) -> Void) {
        do throws(CommandError) {
            switch command {
            case .perform(let invocation):
                try perform(invocation, completion: completion)
            case .openURL(let text):
                try URLCommandHandler(runtime: runtime, appName: configuration.appName, router: configuration.router)
                    .open(text, completion: completion)
            case .beginFlow(let feature, let invocation):
                completion(
                    try inspector.flow.begin(
                        try runtime.feature(withID: feature), thenPerform: invocation, cause: configuration.cause))
            case .answerFlow(let answer):
                completion(try inspector.flow.answer(answer))
            case .undo:
                completion(try undo())
            case .redo:
                completion(try redo())
            case .setOverride, .removeAllOverrides, .removeOverridesOfKind, .restoreOverrides, .setUserSetting,
                .setFlag, .focus, .setPermission, .setPurchase, .store, .restartApp, .beginSession, .restoreDevice,
                .savePersona, .sequence, .setPersona, .setBackgroundWork:
                completion(try change(command))
            }
        } catch {
            completion(CommandResult(status: .failed, message: error.message))
        }
    }

    // MARK: Fact changes

    private var overrides: OverrideCommandHandler {
        OverrideCommandHandler(app, cause: configuration.cause, persistence: configuration.persistence)
    }

    func change(_ command: Command) throws(CommandError) -> CommandResult {
        switch command {
        case .setOverride, .removeAllOverrides, .removeOverridesOfKind, .restoreOverrides:
            return try overrides.run(command)
        case .setUserSetting(let feature, let isOn):
            return try setUserSetting(of: try runtime.feature(withID: feature), isOn: isOn)
        case .setFlag(let key, let isOn):
            return try FlagCommandHandler(runtime: runtime).set(isOn, for: key, isRestoring: isRestoring)
        case .focus(let feature, let isOn):
            return try FocusCommandHandler(runtime: runtime).setFocus(on: feature, isOn: isOn)
        case .setPermission(let name, let status):
            let system = try simulatedSystem()
            let permission = try permission(name)
            let before = system.saved(.permissions)
            let effect = runtime.effect(reading: PermissionRules.affected(by: permission).map { .permission($0) }) {
                system.setStatus(status, of: permission)
            }
            return CommandResult(
                done: CommandChange(
                    [CommandChange.Part("The system reports \(permission)", status.description)], effect: effect),
                inverse: .restoreDevice(before))
        case .setPurchase(let productID, let status):
            let system = try simulatedSystem()
            let product = try runtime.product(withID: productID)
            try product.requireStatus()
            let before = system.saved(.store)
            let effect = runtime.effect(reading: [.purchase(productID: productID)]) {
                system.setPurchased(status.truth.boolValue, productID: productID)
            }
            return CommandResult(
                done: CommandChange(
                    [CommandChange.Part("The store reports \(product.name)", status.description)], effect: effect),
                inverse: .restoreDevice(before))
        case .store(let command):
            let result = try StoreCommandHandler(runtime: runtime, system: try simulatedSystem()).run(command)
            // The journal does not record every store event.
            inspector.systemDidChange()
            return result
        case .beginSession:
            return beginSession()
        case .restartApp:
            return restartApp(on: try simulatedSystem())
        case .restoreDevice(let device):
            return try restore(device, on: try simulatedSystem())
        case .savePersona(let name, let description):
            return try savePersona(name: name, description: description)
        case .setPersona(let name, let persona):
            return try setPersona(name, to: persona)
        case .sequence(let commands):
            return try change(inOrder: commands)
        case .setBackgroundWork(let isRunning):
            guard let work = configuration.backgroundWork else {
                throw CommandError("\(configuration.appName) has no background work that can be paused.")
            }
            let before = work.isRunning
            work.setRunning(isRunning)
            inspector.stateDidChange()
            return CommandResult(
                status: .done, message: isRunning ? "Background work is running." : "Background work is paused.",
                inverse: .setBackgroundWork(isRunning: before))
        case .perform, .openURL, .beginFlow, .answerFlow, .undo, .redo:
            throw CommandError("\(configuration.appName) does not support this command.")
        }
    }

    /// Applies a command that undoes a change.
    func restore(by command: Command) throws(CommandError) -> CommandResult {
        var runner = self
        runner.isRestoring = true
        return try runner.change(command)
    }

    private func setUserSetting(of metadata: FeatureMetadata, isOn: Bool?) throws(CommandError) -> CommandResult {
        let name = metadata.feature.name
        guard let byDefault = metadata.constraints.userSettingDefault,
            let feature = metadata.conditional
        else { throw CommandError("\(name) has no user setting.") }
        let toggles = try runtime.mutableUserSettings()
        let before = toggles.isEnabled(feature)
        let effect = runtime.effect(reading: [.userSetting(feature: metadata.path)]) {
            toggles.setEnabled(feature, enabled: isOn)
        }
        let what =
            isOn.map { "has turned \(name) \($0 ? "on" : "off")" }
            ?? "has not set \(name): it is \(byDefault ? "on" : "off") by default"
        return CommandResult(
            done: CommandChange(
                [CommandChange.Part("The user \(what)" + runtime.delay(of: .userSetting(feature: metadata.path)))],
                effect: effect),
            inverse: .setUserSetting(feature: metadata.path.description, isOn: before))
    }

    func forecast(of commands: [Command]) -> CommandForecast { CommandForecast(commands, on: self) }

    // MARK: Actions

    private func perform(
        _ invocation: ActionInvocation, completion: @escaping @Sendable (CommandResult) -> Void
    ) throws(CommandError) {
        let metadata = try runtime.feature(withID: invocation.feature)
        guard let action = metadata.actions.first(where: { $0.id == invocation.action }) else {
            let known = metadata.actions.map(\.id).joined(separator: ", ")
            throw CommandError(
                "\(metadata.feature.name) has no action \(invocation.action). "
                    + (known.isEmpty ? "It has none." : "It has \(known)."))
        }
        let (feature, name) = (metadata.feature.name, action.name)
        runtime.perform(
            action, parameters: invocation.input, router: configuration.router, userInitiated: true
        ) { result in
            completion(CommandResult(result, of: name, in: feature))
        }
    }

    /// Simulates a restart of the app, which cancels the authorization flow and expires permissions that were allowed
    /// once.
    private func restartApp(on system: any SimulatedSystem) -> CommandResult {
        let before = system.saved(.permissions)
        inspector.flow.abandon()
        system.restartApp()
        runtime.facts.applyWaitingValues(at: .nextStart, cause: configuration.cause)
        inspector.systemDidChange()
        return CommandResult(
            status: .done, message: "The app has been restarted: permissions that were allowed once have expired.",
            inverse: system.saved(.permissions) == before ? nil : .restoreDevice(before))
    }

    private func beginSession() -> CommandResult {
        let values = runtime.facts.waitingValues.filter { $0.value.takesEffect == .nextSession }
        guard !values.isEmpty else {
            return CommandResult(status: .done, message: "A session has begun. No value was waiting for it.")
        }
        let effect = runtime.effect(reading: []) {
            runtime.facts.applyWaitingValues(at: .nextSession, cause: configuration.cause)
        }
        let parts = values.sorted { $0.key.sortKey < $1.key.sortKey }.map { key, waiting in
            CommandChange.Part(runtime.title(of: key), waiting.value.displayText(for: key))
        }
        return CommandResult(done: CommandChange(parts, effect: effect), inverse: nil)
    }

    private func restore(_ device: SavedDevice, on system: any SimulatedSystem) throws(CommandError) -> CommandResult {
        let ownership = system.ownership(on: device)
        let before = system.saved(device.part)
        let products = ownership.sorted { $0.key < $1.key }.compactMap { productID, isOwned -> String? in
            guard let product = system.storeProduct(productID), product.type != .consumable else { return nil }
            let status = PurchaseStatus(Truth(isOwned))
            return product.status == status ? nil : "\(product.name) \(status.description)"
        }
        let permissions = system.statuses(on: device).sorted { $0.key.name < $1.key.name }.compactMap {
            permission, status in
            runtime.actualStatus(of: permission) == status ? nil : "\(permission) \(status.description)"
        }
        let keys =
            ownership.keys.map { FactKey.purchase(productID: $0) }
            + system.statuses(on: device).keys.map { FactKey.permission($0) }
        let effect = try runtime.effect(reading: keys) { () throws(CommandError) in
            do {
                try system.restore(device)
            } catch {
                throw CommandError(saving: error)
            }
        }
        inspector.systemDidChange()
        let values = (products + permissions).prefix(5)
        let settings = values.isEmpty && device.part == .store ? system.storeDifference : nil
        let what = (values + [settings].compactMap(\.self)).joined(separator: ", ")
        return CommandResult(
            done: CommandChange(
                [
                    what.isEmpty
                        ? CommandChange.Part("The simulated device has been restored")
                        : CommandChange.Part("The simulated device has been restored", what)
                ], effect: effect),
            inverse: .restoreDevice(before))
    }

    private static let namedChanges = 4

    /// Applies a change and returns whether it was saved, if it is not saved later.
    private func attempt(
        _ change: () throws(CommandError) -> CommandResult
    ) throws(CommandError) -> (result: CommandResult, isSaved: Bool) {
        let log = SaveLog()
        let outcome = SaveLog.$current.withValue(log) { () -> Result<CommandResult, CommandError> in
            Result { () throws(CommandError) in try change() }
        }
        SaveLog.current?.add(log)
        let result = try outcome.get()
        return (result, result.isPartial || !log.hasFailed)
    }

    /// Undoes the changes before one that was refused.
    ///
    /// - Parameters:
    ///   - results: The results of the changes.
    ///   - error: The reason for the refusal.
    /// - Returns: A failure that states which of the changes remain, with their inverse.
    /// - Throws: The reason for the refusal, if no change remains.
    private func takeBack(
        _ results: [CommandResult], because error: CommandError
    ) throws(CommandError) -> CommandResult {
        let remaining = results.reversed().filter { result in
            // A result without an inverse and without a change has changed nothing.
            guard let inverse = result.inverse else { return result.change != nil }
            let undone = try? attempt { () throws(CommandError) in try restore(by: inverse) }
            return undone.map { !$0.isSaved || $0.result.status != .done } ?? true
        }
        guard !remaining.isEmpty else { throw error }
        let inverses = remaining.compactMap(\.inverse)
        let done = remaining.reversed().map(\.outcome).joined(separator: " ")
        return CommandResult(
            status: .failed, message: "\(error.message) Carried out before: \(done)",
            inverse: inverses.isEmpty ? nil : .sequence(inverses), isPartial: true)
    }

    /// Applies changes in order.
    ///
    /// If a change is refused, the previous changes are undone. If only some changes can be saved, the result states
    /// and undoes those.
    private func change(inOrder commands: [Command]) throws(CommandError) -> CommandResult {
        var (results, unsaved): ([CommandResult], [CommandResult]) = ([], [])
        let areOverrides = commands.allSatisfy { if case .setOverride = $0 { true } else { false } }
        var refusal: CommandError?
        let effect = runtime.effect(reading: []) {
            do throws(CommandError) {
                for command in commands {
                    let (result, isSaved) = try attempt { () throws(CommandError) in
                        try areOverrides ? overrides.run(command, mentionsEffect: false) : change(command)
                    }
                    // Even a failed change can have been carried out in part.
                    if result.status == .done || result.inverse != nil {
                        if isSaved { results.append(result) } else { unsaved.append(result) }
                    }
                    guard result.status == .done else { throw CommandError(result.outcome) }
                }
            } catch {
                refusal = error
            }
        }
        if let refusal { return try takeBack(results + unsaved, because: refusal) }
        let isPartial = !results.isEmpty && !unsaved.isEmpty
        var result = combined(results.isEmpty ? unsaved : results, areOverrides: areOverrides, effect: effect)
        result.isPartial = isPartial
        return result
    }

    /// Returns the result of several changes, whose inverse undoes them together.
    private func combined(_ results: [CommandResult], areOverrides: Bool, effect: CommandEffect?) -> CommandResult {
        let inverses = results.reversed().compactMap(\.inverse)
        let inverse: Command? = inverses.isEmpty ? nil : .sequence(inverses)
        // The removal of an override that does not exist changes nothing, and only its message states so.
        let changes = areOverrides ? results.compactMap(\.change) : []
        let rest = (changes.isEmpty ? results.count : changes.count) - Self.namedChanges
        guard !changes.isEmpty else {
            let sentences = results.prefix(Self.namedChanges).map(\.message) + (rest > 0 ? ["And \(rest) more."] : [])
            return CommandResult(status: .done, message: sentences.joined(separator: " "), inverse: inverse)
        }
        let parts =
            changes.prefix(Self.namedChanges).flatMap(\.parts)
            + (rest > 0 ? [CommandChange.Part("and \(rest) more")] : [])
        return CommandResult(done: CommandChange(parts, effect: effect), inverse: inverse)
    }

    private func simulatedSystem() throws(CommandError) -> any SimulatedSystem { try configuration.simulatedSystem() }
}

extension CommandError {
    /// Creates the error of a change whose file can't be written.
    init(saving error: any Error) {
        self.init(String(describing: error), isTemporary: error is StateFileError)
    }
}

extension RuntimeInspector.Configuration {
    /// Returns the simulated system, or throws an error that suggests an override instead.
    func simulatedSystem() throws(CommandError) -> any SimulatedSystem {
        if let system { return system }
        throw CommandError("\(appName) runs on a real system; override the fact instead.")
    }
}

extension CommandResult {
    /// Creates the result of performing an action.
    ///
    /// - Parameters:
    ///   - result: The result.
    ///   - action: The action's name.
    ///   - feature: The name of the action's feature.
    init(_ result: ExternalActionResult, of action: String, in feature: String) {
        let title = "\(feature): \(action)"
        // Quotes keep names such as "everything" from reading as a part of the sentence.
        let denied = "\(feature): “\(action)” denied"
        switch result {
        case .performed(.success), .appPerformed:
            self.init(status: .done, message: "\(title): success.")
        case .performed(.failure(let error)):
            self.init(status: .failed, message: "\(title) failed: \(error)")
        case .unavailable(let explanation):
            self.init(status: .unavailable, message: "\(denied): \(explanation.summary).")
        case .declined:
            self.init(status: .unavailable, message: "\(denied): the feature declined the request.")
        case .invalidInput, .noPresenter, .userCancelled, .appCancelled:
            self.init(status: .failed, message: result.refusal ?? "\(title) was not performed.")
        }
    }
}
