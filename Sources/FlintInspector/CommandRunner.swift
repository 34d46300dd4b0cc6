import FeatureGating
import FlintCore
import InspectorKit

/// Carries out the commands of front ends.
struct CommandRunner {
    private let inspector: RuntimeInspector
    private var runtime: FlintRuntime { inspector.runtime }

    /// Creates a runner.
    init(inspector: RuntimeInspector) {
        self.inspector = inspector
    }

    /// Carries out a command and says what came of it.
    func run(_ command: Command, completion: @escaping @Sendable (CommandResult) -> Void) {
        do throws(CommandError) {
            switch command {
            case .perform(let invocation):
                try perform(invocation, completion: completion)
            case .beginFlow(let feature, let invocation):
                completion(try inspector.flow.begin(try metadata(feature), thenPerform: invocation))
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

    private func change(_ command: Command) throws(CommandError) -> CommandResult {
        switch command {
        case .clearOverrides:
            let dropped = SnapshotBuilder(inspector: inspector).overrides
            runtime.facts.removeAllOverrides(cause: inspector.configuration.cause)
            // What is saved besides, by another process or for things this app does not know, goes too.
            let others = inspector.configuration.keeper?.clear() ?? 0
            let count = dropped.count + others
            return CommandResult(
                status: .done,
                message: count == 0 ? "There were no overrides." : "Dropped \(Self.count(count)).",
                inverse: dropped.isEmpty ? nil : .restoreOverrides(dropped))
        case .restoreOverrides(let records):
            return restore(records)
        case .setUserToggle(let feature, let isOn):
            return try setUserToggle(of: try metadata(feature), isOn: isOn)
        case .setFlag(let key, let isOn):
            let outcome = try FlagDesk(runtime: runtime).set(isOn, for: key)
            return CommandResult(
                status: .done, message: outcome.message + effect(of: outcome.changes) + ".", inverse: outcome.inverse)
        case .setPermission(let name, let status):
            let system = try simulatedSystem()
            let permission = try permission(name)
            let before = PermissionStatus(runtime.actualStatus(of: permission))
            system.setStatus(status.systemStatus, of: permission)
            return CommandResult(
                status: .done, message: "The system now says \(permission): \(status.words).",
                inverse: .setPermission(permission: name, status: before))
        case .setPurchase(let productID, let status):
            let system = try simulatedSystem()
            let product = try product(productID)
            guard !(product is ConsumableProduct) else {
                throw CommandError("The store keeps no status of \(product.name), which is used up; override it.")
            }
            let before = PurchaseStatus(
                runtime.facts[.purchase(productID: productID)]?.actual.truth ?? .unknown)
            system.setPurchased(status.truth.boolValue, productID: productID)
            return CommandResult(
                status: .done, message: "The store now says \(product.name): \(status.words).",
                inverse: .setPurchase(productID: productID, status: before))
        case .setBackgroundWork(let isRunning):
            guard let work = inspector.configuration.backgroundWork else {
                throw CommandError("\(inspector.configuration.appName) has no background work that can be held.")
            }
            let before = work.isRunning
            work.setRunning(isRunning)
            inspector.stateDidChange()
            return CommandResult(
                status: .done, message: isRunning ? "Background work runs." : "Background work is paused.",
                inverse: .setBackgroundWork(isRunning: before))
        default:
            let (key, value) = try override(command)
            return setOverride(value, for: key)
        }
    }

    /// Puts overrides in force, each for itself, so that one of something unknown keeps none of the others out.
    private func restore(_ records: [OverrideRecord]) -> CommandResult {
        let before = SnapshotBuilder(inspector: inspector).overrides
        var problems: [String] = []
        for record in records {
            do throws(CommandError) {
                _ = try change(try record.overridingCommand)
            } catch {
                problems.append(error.message)
            }
        }
        let message = "Put back \(Self.count(records.count - problems.count))."
        // With others in force before, no single command takes back just these.
        return CommandResult(
            status: problems.isEmpty ? .done : .failed, message: ([message] + problems).joined(separator: " "),
            inverse: before.isEmpty && problems.count < records.count ? .clearOverrides : nil)
    }

    private static func count(_ overrides: Int) -> String {
        overrides == 1 ? "1 override" : "\(overrides) overrides"
    }

    /// The fact an overriding command is about, and the value it lays over it.
    private func override(_ command: Command) throws(CommandError) -> (FactKey, FactValue?) {
        switch command {
        case .overridePurchase(let productID, let status):
            _ = try product(productID)
            return (.purchase(productID: productID), status.map { .truth($0.truth) })
        case .overridePermission(let name, let status):
            return (.permission(try permission(name)), status.map { .permission($0.systemStatus) })
        case .overrideToggle(let feature, let isOn):
            let metadata = try toggled(feature)
            return (.userToggle(feature: metadata.path), isOn.map { .truth(Truth($0)) })
        case .overrideRuntimeSwitch(let feature, let isOn):
            let metadata = try metadata(feature)
            guard metadata.constraints.isRuntimeEnabledRequired else {
                throw CommandError("\(metadata.feature.name) has no switch in the program.")
            }
            return (.runtimeSwitch(feature: metadata.path), isOn.map { .truth(Truth($0)) })
        case .overrideFlag(let key, let isOn):
            return (.featureFlag(FeatureKey(rawValue: key)), isOn.map { .truth(Truth($0)) })
        case .overridePlatform(let text):
            guard let text else { return (.platform, nil) }
            guard let platform = CurrentPlatform(text) else {
                throw CommandError("\"\(text)\" is no platform and version; write, for example, \"watchOS 9.0\".")
            }
            return (.platform, .platform(platform))
        default:
            throw CommandError("This cannot be done through an override.")
        }
    }

    private func setOverride(_ value: FactValue?, for key: FactKey) -> CommandResult {
        let changes = runtime.preview(overriding: [key: value])
        let hadOverride = runtime.facts[key]?.override != nil
        let before = runtime.facts.setOverride(value, for: key, cause: inspector.configuration.cause)
        let title = runtime.title(of: key)
        let words = runtime.facts[key]?.effective.words(for: key) ?? ""
        if value == nil, !hadOverride {
            return CommandResult(status: .done, message: "\(title) was not overridden; it is \(words).")
        }
        let what = value == nil ? "\(title): override dropped, \(words)" : "\(title): overridden, \(words)"
        let saving = inspector.configuration.keeper?.problem.map { " Not saved: \($0)" } ?? ""
        return CommandResult(
            status: .done, message: what + effect(of: changes) + "." + saving,
            inverse: command(overriding: key, with: before))
    }

    /// The command that lays a value over a fact, or takes it off.
    private func command(overriding key: FactKey, with value: FactValue?) -> Command? {
        switch key {
        case .purchase(let productID):
            .overridePurchase(productID: productID, status: value.map { PurchaseStatus($0.truth) })
        case .permission(let permission):
            .overridePermission(
                permission: permission.name, status: value?.permissionStatus.map(PermissionStatus.init))
        case .userToggle(let feature):
            .overrideToggle(feature: feature.description, isOn: value?.truth.boolValue)
        case .runtimeSwitch(let feature):
            .overrideRuntimeSwitch(feature: feature.description, isOn: value?.truth.boolValue)
        case .featureFlag(let key):
            .overrideFlag(key: key.rawValue, isOn: value?.truth.boolValue)
        case .platform:
            .overridePlatform(platform: value?.currentPlatform?.label)
        case .pastPurchases:
            nil
        }
    }

    private func setUserToggle(of metadata: FeatureMetadata, isOn: Bool?) throws(CommandError) -> CommandResult {
        let name = metadata.feature.name
        guard let byDefault = metadata.constraints.userToggleDefault,
            let feature = metadata.feature as? ConditionalFeatureDefinition.Type
        else { throw CommandError("\(name) has no toggle for the user.") }
        guard let toggles = runtime.dependencies.userFeatureToggles as? MutableUserFeatureToggles else {
            throw CommandError("The app keeps its users' toggles itself; change it there, or override it.")
        }
        let before = toggles.isEnabled(feature)
        toggles.setEnabled(feature, enabled: isOn)
        let what =
            isOn.map { "has turned \(name) \($0 ? "on" : "off")" }
            ?? "has made no choice for \(name): it is \(byDefault ? "on" : "off") by default"
        return CommandResult(
            status: .done, message: "The user \(what).",
            inverse: .setUserToggle(feature: metadata.path.description, isOn: before))
    }

    private func effect(of changes: [AvailabilityChange]) -> String {
        guard !changes.isEmpty else { return "" }
        let words = changes.map { change in
            let name = runtime.name(of: change.feature)
            return switch change.after.boolValue {
            case true?: "\(name) is available"
            case false?: "\(name) is not available"
            case nil: "\(name) is undetermined"
            }
        }
        return "; " + words.joined(separator: ", ")
    }

    // MARK: Previews

    /// What a command would do to the availability of features.
    func preview(_ command: Command) -> [AvailabilityChange] {
        switch command {
        case .clearOverrides:
            let none = runtime.facts.overrides.mapValues { _ in FactValue?.none }
            return runtime.preview(overriding: none)
        case .restoreOverrides(let records):
            let overrides = records.compactMap { record in try? override(try record.overridingCommand) }
            return runtime.preview(overriding: Dictionary(overrides, uniquingKeysWith: { $1 }))
        case .setUserToggle(let feature, let isOn):
            guard let metadata = try? toggled(feature),
                let value = isOn ?? metadata.constraints.userToggleDefault
            else { return [] }
            return runtime.preview(actual: [.userToggle(feature: metadata.path): .truth(Truth(value))])
        case .setFlag(let key, let isOn):
            return FlagDesk(runtime: runtime).preview(isOn, for: key)
        case .setPermission(let name, let status):
            guard let permission = try? permission(name) else { return [] }
            return runtime.preview(actual: [.permission(permission): .permission(status.systemStatus)])
        case .setPurchase(let productID, let status):
            return runtime.preview(actual: [.purchase(productID: productID): .truth(status.truth)])
        default:
            guard let (key, value) = try? override(command) else { return [] }
            return runtime.preview(overriding: [key: value])
        }
    }

    // MARK: Actions

    private func perform(
        _ invocation: ActionInvocation, completion: @escaping @Sendable (CommandResult) -> Void
    ) throws(CommandError) {
        let metadata = try metadata(invocation.feature)
        guard let action = metadata.actions.first(where: { $0.id == invocation.action }) else {
            let known = metadata.actions.map(\.id).joined(separator: ", ")
            throw CommandError(
                "\(metadata.feature.name) has no action \(invocation.action). "
                    + (known.isEmpty ? "It has none." : "It has \(known)."))
        }
        let title = "\(metadata.feature.name): \(action.name)"
        runtime.perform(
            action, parameters: invocation.input, router: inspector.configuration.router, userInitiated: true
        ) { result in
            completion(CommandResult(result, title: title))
        }
    }

    // MARK: Names

    private func metadata(_ id: String) throws(CommandError) -> FeatureMetadata {
        if let metadata = runtime.metadata(at: TopicPath(stringLiteral: id)) { return metadata }
        throw CommandError("There is no feature \(id).")
    }

    private func toggled(_ id: String) throws(CommandError) -> FeatureMetadata {
        let metadata = try metadata(id)
        guard metadata.constraints.userToggleDefault != nil else {
            throw CommandError("\(metadata.feature.name) has no toggle for the user.")
        }
        return metadata
    }

    private func product(_ id: String) throws(CommandError) -> Product {
        if let product = runtime.products.first(where: { $0.productID == id }) { return product }
        throw CommandError("There is no product \(id).")
    }

    private func permission(_ name: String) throws(CommandError) -> SystemPermissionConstraint {
        if let permission = SystemPermissionConstraint.allCases.first(where: { $0.name == name }) {
            return permission
        }
        throw CommandError("There is no permission \(name).")
    }

    private func simulatedSystem() throws(CommandError) -> any SimulatedSystem {
        if let system = inspector.configuration.system { return system }
        throw CommandError("\(inspector.configuration.appName) runs on a real system; override the fact instead.")
    }
}

extension CommandResult {
    /// The result of an action that was performed by name.
    init(_ result: DynamicPerformResult, title: String) {
        switch result {
        case .performed(.success):
            self.init(status: .done, message: "\(title): success.")
        case .performed(.failure(let error)):
            self.init(status: .failed, message: "\(title) failed: \(error)")
        case .unavailable(let explanation):
            self.init(status: .unavailable, message: "\(title) denied: \(explanation.summary).")
        case .refused(let reason):
            self.init(status: .failed, message: reason)
        }
    }
}
