import FeatureGating
import FlintCore
import InspectorKit

/// Carries out the commands of front ends.
struct CommandRunner {
    private let inspector: RuntimeInspector
    private var runtime: FlintRuntime { inspector.runtime }
    private var configuration: RuntimeInspector.Configuration { inspector.configuration }

    /// Creates a runner.
    init(inspector: RuntimeInspector) {
        self.inspector = inspector
    }

    /// Carries out a command and passes its result to a completion handler.
    func run(_ command: Command, completion: @escaping @Sendable (CommandResult) -> Void) {
        do throws(CommandError) {
            switch command {
            case .perform(let invocation):
                try perform(invocation, completion: completion)
            case .openURL(let text):
                try URLCommandHandler(runtime: runtime, appName: configuration.appName, router: configuration.router)
                    .open(text, completion: completion)
            case .beginFlow(let feature, let invocation):
                completion(try inspector.flow.begin(try runtime.feature(withID: feature), thenPerform: invocation))
            case .answerFlow(let answer):
                completion(try inspector.flow.answer(answer))
            default:
                completion(try change(command))
            }
        } catch {
            completion(CommandResult(status: .failed, message: error.message))
        }
    }

    // MARK: Changes of facts

    private var overrides: OverrideCommandHandler {
        OverrideCommandHandler(runtime: runtime, cause: configuration.cause, persistence: configuration.persistence)
    }

    private func change(_ command: Command) throws(CommandError) -> CommandResult {
        switch command {
        case .setOverride, .removeAllOverrides, .removeOverridesOfKind, .restoreOverrides:
            return try overrides.run(command)
        case .setUserToggle(let feature, let isOn):
            return try setUserToggle(of: try runtime.feature(withID: feature), isOn: isOn)
        case .setFlag(let key, let isOn):
            return try FlagCommandHandler(runtime: runtime).set(isOn, for: key)
        case .focus(let feature, let isOn):
            return try FocusCommandHandler(runtime: runtime).setFocus(on: feature, isOn: isOn)
        case .setPermission(let name, let status):
            let system = try simulatedSystem()
            let permission = try runtime.permission(withName: name)
            let before = runtime.actualStatus(of: permission)
            let effect = runtime.effect(of: preview(command))
            system.setStatus(status, of: permission)
            return CommandResult(
                status: .done, message: "The system reports \(permission): \(status.description)\(effect).",
                inverse: .setPermission(permission: name, status: before))
        case .setPurchase(let productID, let status):
            let system = try simulatedSystem()
            let product = try runtime.product(withID: productID)
            guard !(product is ConsumableProduct) else {
                throw CommandError("The store keeps no status of \(product.name), which is used up; override it.")
            }
            let before = PurchaseStatus(
                runtime.facts[.purchase(productID: productID)]?.actual.truth ?? .unknown)
            let effect = runtime.effect(of: preview(command))
            system.setPurchased(status.truth.boolValue, productID: productID)
            return CommandResult(
                status: .done, message: "The store reports \(product.name): \(status.description)\(effect).",
                inverse: .setPurchase(productID: productID, status: before))
        case .store(let command):
            let result = try StoreCommandHandler(runtime: runtime, system: try simulatedSystem()).run(command)
            // Much of what happens at a store leaves no trace in the journal.
            inspector.systemDidChange()
            return result
        case .restartApp:
            return restartApp(on: try simulatedSystem())
        case .setBackgroundWork(let isRunning):
            guard let work = configuration.backgroundWork else {
                throw CommandError("\(configuration.appName) has no background work that can be held.")
            }
            let before = work.isRunning
            work.setRunning(isRunning)
            inspector.stateDidChange()
            return CommandResult(
                status: .done, message: isRunning ? "Background work runs." : "Background work is paused.",
                inverse: .setBackgroundWork(isRunning: before))
        default:
            throw CommandError("\(configuration.appName) has nothing that could do this.")
        }
    }

    private func setUserToggle(of metadata: FeatureMetadata, isOn: Bool?) throws(CommandError) -> CommandResult {
        let name = metadata.feature.name
        guard let byDefault = metadata.constraints.userToggleDefault,
            let feature = metadata.conditional
        else { throw CommandError("\(name) has no toggle for the user.") }
        guard let toggles = runtime.dependencies.userFeatureToggles as? MutableUserFeatureToggles else {
            throw CommandError("The app keeps its users' toggles itself; change it there, or override it.")
        }
        let before = toggles.isEnabled(feature)
        let effect = runtime.effect(
            of: preview(.setUserToggle(feature: metadata.path.description, isOn: isOn)))
        toggles.setEnabled(feature, enabled: isOn)
        let what =
            isOn.map { "has turned \(name) \($0 ? "on" : "off")" }
            ?? "has made no choice for \(name): it is \(byDefault ? "on" : "off") by default"
        return CommandResult(
            status: .done, message: "The user \(what)\(effect).",
            inverse: .setUserToggle(feature: metadata.path.description, isOn: before))
    }

    // MARK: Previews

    /// What a command would do to the availability of features.
    func preview(_ command: Command) -> [AvailabilityChange] {
        switch command {
        case .setUserToggle(let feature, let isOn):
            guard let metadata = try? runtime.toggledFeature(withID: feature),
                let value = isOn ?? metadata.constraints.userToggleDefault
            else { return [] }
            return runtime.preview(actual: [.userToggle(feature: metadata.path): .truth(Truth(value))])
        case .setFlag(let key, let isOn):
            return FlagCommandHandler(runtime: runtime).preview(isOn, for: key)
        case .setPermission(let name, let status):
            guard let permission = try? runtime.permission(withName: name) else { return [] }
            return runtime.preview(actual: [.permission(permission): .permission(status)])
        case .store(let command):
            guard let system = configuration.system else { return [] }
            return StoreCommandHandler(runtime: runtime, system: system).preview(command)
        case .setPurchase(let productID, let status):
            return runtime.preview(actual: [.purchase(productID: productID): .truth(status.truth)])
        default:
            return overrides.preview(command)
        }
    }

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
        let title = "\(metadata.feature.name): \(action.name)"
        runtime.perform(
            action, parameters: invocation.input, router: configuration.router, userInitiated: true
        ) { result in
            completion(CommandResult(result, title: title))
        }
    }

    /// Starts the app again, as far as permissions are concerned.
    private func restartApp(on system: any SimulatedSystem) -> CommandResult {
        inspector.flow.abandon()
        system.restartApp()
        inspector.systemDidChange()
        return CommandResult(
            status: .done, message: "The app has been started again: permissions that were allowed once have expired.")
    }

    private func simulatedSystem() throws(CommandError) -> any SimulatedSystem {
        if let system = configuration.system { return system }
        throw CommandError("\(configuration.appName) runs on a real system; override the fact instead.")
    }
}

extension CommandResult {
    /// The result of an action that was performed by name.
    init(_ result: ExternalActionResult, title: String) {
        switch result {
        case .performed(.success), .appPerformed:
            self.init(status: .done, message: "\(title): success.")
        case .performed(.failure(let error)):
            self.init(status: .failed, message: "\(title) failed: \(error)")
        case .unavailable(let explanation):
            self.init(status: .unavailable, message: "\(title) denied: \(explanation.summary).")
        case .invalidInput, .noPresenter, .userCancelled, .appCancelled:
            self.init(status: .failed, message: result.refusal ?? "\(title) was not performed.")
        }
    }
}

/// Why a command could not be carried out, in a sentence that names a remedy.
struct CommandError: Error {
    /// The sentence.
    let message: String

    /// Creates an error.
    init(_ message: String) {
        self.message = message
    }
}
