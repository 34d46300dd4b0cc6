// SPDX-License-Identifier: MIT

import FeatureGating
import FlintCore
import FlintWorld

/// Applies front ends' commands to a running app.
///
/// A new runner is created for each command. It plans changes to facts, as a forecast does, and then carries them out.
/// It delegates other commands to handlers. It records the result with its inverse in the history and reports changes
/// that could not be saved.
struct CommandRunner {
    let inspector: RuntimeInspector
    var runtime: FlintRuntime { inspector.runtime }
    let configuration: RuntimeInspector.Configuration
    private let savesAtOnce: Bool
    private var isRestoring = false

    /// Creates a runner for one command.
    ///
    /// Without a cause, changes are recorded with the inspector's cause. `savesAtOnce` saves changes before the result
    /// is delivered, even if this process normally saves later.
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
        // The answers of an authorization flow change the simulated permissions, so undoing the command restores the
        // device.
        let device = command.subject == .flow ? configuration.system?.savedState(of: .permissions) : nil
        let personas = command.savesPersona ? configuration.personas : nil
        let known = personas.map { Set($0.readPersonas().personas.map(\.name)) }
        let log = SaveLog()
        SaveLog.$current.withValue(log) {
            runUnrecorded(command) { [self] result in
                var result = result
                var recorded = isPrivate(command) ? nil : command
                if let device, device != configuration.system?.savedState(of: .permissions) {
                    result.inverse = .restoreDevice(device)
                    // An answer alone cannot be repeated, because its flow is not a change.
                    recorded = configuration.system.map { .restoreDevice($0.savedState(of: .permissions)) }
                }
                // Undo must not delete a new persona. If a persona has replaced another one, undo restores that one.
                if let names = result.inverse?.deletedPersonas, known?.isDisjoint(with: names) == true {
                    result.inverse = nil
                }
                if savesAtOnce, configuration.access.savesLater {
                    // The handler can be called after the outer scope has ended.
                    SaveLog.$current.withValue(log) { configuration.access.save() }
                }
                for error in log.errors { result.add(error) }
                // An undo or redo changes its own entry.
                let isPart = result.isPartial && command.subject != .history
                let isIrreversible = command.subject == .action || command.savesPersona
                if isPart || result.inverse != nil || result.status == .done && isIrreversible {
                    history.add(
                        result.message, of: isPart ? nil : recorded, inverse: result.inverse, source: source,
                        lastsUntilQuit: command.lastsUntilQuit || !isPart && result.unsaved != nil,
                        hasFailed: !isPart && log.hasFailed)
                    inspector.stateDidChange()
                }
                if result.status == .done, let error = history.saveError { result.add(error, isHistory: true) }
                completion(result)
            }
        }
    }

    /// Returns whether a command contains input that must not be recorded.
    private func isPrivate(_ command: Command) -> Bool {
        switch command {
        case .perform(let invocation), .beginFlow(_, let invocation?): return isPrivate(invocation)
        case .openURL(let url): return target(of: url).map(isPrivate) ?? false
        case .sequence(let commands): return commands.contains(where: isPrivate)
        case .setOverride, .removeOverridesOfKind, .removeAllOverrides, .restoreOverrides, .setValue, .store, .setStore,
            .restartApp, .beginSession, .focus, .beginFlow(_, nil), .answerFlow, .setBackgroundWork, .restoreDevice,
            .savePersona, .setPersona, .undo, .redo:
            return false
        }
    }

    private func isPrivate(_ invocation: ActionInvocation) -> Bool {
        let metadata = runtime.metadata(at: TopicPath(stringLiteral: invocation.feature))
        guard let action = metadata?.actions.first(where: { $0.id == invocation.action }) else { return true }
        return action.inputFields.contains(where: \.isSensitive)
            || (action.inputType as? any FlintLoggable.Type)?.isSensitiveForLogging == true
    }

    private func runUnrecorded(_ command: Command, completion: @escaping @Sendable (CommandResult) -> Void) {
        do throws(CommandError) {
            switch command {
            case .perform(let invocation):
                try perform(invocation, completion: completion)
            case .openURL(let text):
                try openURL(text, completion: completion)
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
            case .setOverride, .removeAllOverrides, .removeOverridesOfKind, .restoreOverrides, .setValue, .focus,
                .store, .setStore, .restartApp, .beginSession, .restoreDevice, .savePersona, .sequence, .setPersona,
                .setBackgroundWork:
                completion(try change(command))
            }
        } catch {
            completion(CommandResult(status: .failed, message: error.message))
        }
    }

    // MARK: Fact changes

    func change(_ command: Command, mentionsEffect: Bool = true) throws(CommandError) -> CommandResult {
        if command.subject == .overrides, !runtime.facts.allowsOverrides {
            throw CommandError(RuntimeInspector.overrideRefusal)
        }
        if let change = try CommandForecast(on: self, isRestoring: isRestoring).plannedChange(for: command) {
            var result = try carryOut(change.edit, mentionsEffect: mentionsEffect)
            result.inverse = change.inverse
            return result
        }
        switch command {
        case .focus(let feature, let isOn):
            return try runtime.setFocus(on: feature, isOn: isOn)
        case .savePersona(let name, let description, let scope):
            return try savePersona(name: name, description: description, of: scope)
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
        case .setOverride, .removeAllOverrides, .removeOverridesOfKind, .restoreOverrides, .setValue, .store,
            .setStore, .restartApp, .beginSession, .restoreDevice, .perform, .openURL, .beginFlow, .answerFlow, .undo,
            .redo:
            throw CommandError("\(configuration.appName) does not support this command.")
        }
    }

    func restore(by command: Command) throws(CommandError) -> CommandResult {
        var runner = self
        runner.isRestoring = true
        return try runner.change(command)
    }

    /// Makes a planned edit, and returns a result without the inverse command.
    private func carryOut(
        _ edit: PlannedChange.Edit, mentionsEffect: Bool
    ) throws(CommandError) -> CommandResult {
        switch edit {
        case .override(let key, let override): return try set(override, of: key, mentionsEffect: mentionsEffect)
        case .restoredOverrides(let restored):
            for (key, override) in restored.overrides { runtime.facts.set(override, of: key, cause: cause) }
            return CommandResult(status: restored.problems.isEmpty ? .done : .failed, message: restored.message)
        case .removedOverrides(let kind, let records): return removeOverrides(of: kind, records)
        case .userSetting(let feature, let isOn): return try set(isOn, of: feature)
        case .flag(let key, let isOn, _): return try runtime.setFlag(isOn, for: key)
        case .permission(let permission, let status): return try set(status, of: permission)
        case .purchase(let product, let status): return try set(status, of: product)
        case .store(let action): return try carryOut(action)
        case .device(let device): return try restore(device)
        case .restart: return try restartApp()
        case .session: return beginSession()
        }
    }

    private func set(_ isOn: Bool?, of feature: FeatureSwitches) throws(CommandError) -> CommandResult {
        let (settings, type) = try userSettings(for: feature)
        let fact = FactKey.userSetting(feature: feature.path)
        let effect = runtime.perform(reading: [fact]) { settings.setEnabled(type, enabled: isOn) }
        let (name, isDefault) = (feature.name, feature.userSettingDefault == true)
        let what =
            isOn.map { "has turned \(name) \($0 ? "on" : "off")" }
            ?? "has not set \(name): it is \(isDefault ? "on" : "off") by default"
        return CommandResult(
            done: CommandChange(
                [CommandChange.Part("The user \(what)" + runtime.reasonForNoEffect(of: fact))], effect: effect))
    }

    private func set(
        _ override: FactOverride?, of key: FactKey, mentionsEffect: Bool
    ) throws(CommandError) -> CommandResult {
        let before = runtime.facts[key]?.override
        let changes = runtime.facts.set(override, of: key, cause: cause)?.availabilityChanges ?? []
        let title = runtime.title(of: key)
        if case .featureFlag(let flag) = key, runtime.revertsOverride(of: flag) {
            throw CommandError(
                "\(title) was not changed, because the app's own store of overrides did not take the value.")
        }
        let value = runtime.facts[key]?.effective.displayText(for: key) ?? ""
        if override == nil, before == nil {
            return CommandResult(status: .done, message: "\(title) was not overridden; it is \(value).")
        }
        let duration = override?.expiry?.displayText(at: runtime.facts.now()) ?? OverrideExpiry.untilRemovedText
        let text = override == nil ? "override removed, \(value)" : "overridden, \(value) \(duration)"
        let effect = mentionsEffect ? runtime.effect(of: changes) : nil
        return CommandResult(done: CommandChange([CommandChange.Part(title, text)], effect: effect))
    }

    private func removeOverrides(of kind: FactKind?, _ records: [OverrideRecord]) -> CommandResult {
        let (facts, cause) = (runtime.facts, cause)
        func removal() {
            if let kind {
                facts.removeOverrides(of: kind, cause: cause)
            } else {
                facts.removeAllOverrides(cause: cause)
            }
        }
        // The file may contain further overrides, from other processes or for unknown facts. They are removed too.
        var others = 0
        if let persistence = configuration.persistence {
            others = persistence.clear(kind, present: records, cause: cause, removal)
        } else {
            removal()
        }
        let count = records.count + others
        let what = kind.map { " of \($0.pluralTitle)" } ?? ""
        return CommandResult(
            status: .done,
            message: count == 0 ? "There were no overrides\(what)." : "Removed \(count.counted("override"))\(what).")
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
                "\(metadata.feature.name) has no action \"\(invocation.action)\". "
                    + (known.isEmpty ? "It has no actions." : "Its actions are \(known)."))
        }
        let (feature, name) = (metadata.feature.name, action.name)
        runtime.perform(
            action, parameters: invocation.input, router: configuration.router, userInitiated: true
        ) { result in
            completion(CommandResult(result, of: name, in: feature))
        }
    }
}

extension CommandError {
    init(saving error: any Error) {
        // A state file may become writable again, so the command can be repeated later.
        self.init(String(describing: error), isTemporary: error is StateFileError)
    }
}

extension RuntimeInspector.Configuration {
    func simulatedSystem() throws(CommandError) -> any SimulatedSystem {
        if let system { return system }
        throw CommandError("\(appName) runs on a real system; override the fact instead.")
    }
}

extension CommandResult {
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
