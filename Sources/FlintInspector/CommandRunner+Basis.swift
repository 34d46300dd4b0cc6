// SPDX-License-Identifier: MIT

import FlintCore
import FlintFoundation
import FlintWorld

extension CommandRunner: CommandBasis {
    func fact(_ key: FactKey) -> Fact? { runtime.facts[key] }

    var overriddenFacts: Set<FactKey> { Set(runtime.facts.overrides.keys) }

    func hasProduct(_ id: String) -> Bool { app.hasProduct(id) }

    func switches(of featureID: String) -> FeatureSwitches? { app.switches(of: featureID) }

    var waitingValues: [FactKey: WaitingValue] { runtime.facts.waitingValues }

    func title(of key: FactKey) -> String { app.title(of: key) }

    var app: RunningApp { RunningApp(runtime: runtime, system: configuration.system) }

    func check(_ command: Command) throws(CommandError) {
        switch command {
        case .setUserSetting: _ = try runtime.mutableUserSettings()
        case .setPurchase(let productID, _):
            _ = try configuration.simulatedSystem()
            try runtime.product(withID: productID).requireStatus()
        case .store(let action):
            try StoreCommandHandler(runtime: runtime, system: try configuration.simulatedSystem()).check(action)
        case .setPermission, .restoreDevice, .restartApp: _ = try configuration.simulatedSystem()
        case .setOverride, .restoreOverrides, .removeAllOverrides, .removeOverridesOfKind, .setFlag, .beginSession,
            .sequence, .undo, .redo, .focus, .perform, .openURL, .beginFlow, .answerFlow, .setBackgroundWork,
            .savePersona, .setPersona:
            break
        }
    }

    func value(
        setting isOn: Bool?, flag key: String, isRestoring: Bool
    ) throws(CommandError) -> (value: Bool?, isChange: Bool) {
        try FlagCommandHandler(runtime: runtime).value(setting: isOn, for: key, isRestoring: isRestoring)
    }

    func target(of url: String) -> ActionInvocation? {
        guard let url = URL(string: url), let target = runtime.target(of: url) else { return nil }
        return ActionInvocation(feature: target.feature.path.description, action: target.action.id)
    }

    var system: (any SimulatedSystem)? { configuration.system }

    func recordedSteps() throws(CommandError) -> RecordedSteps {
        let history = configuration.history
        return RecordedSteps(
            inverses: history.undoable.compactMap(\.inverse), redos: history.redoable.reversed().compactMap(\.redo))
    }
}

/// The facts of an app in this process that can be overridden.
struct RunningApp: OverridableApp {
    let runtime: FlintRuntime
    /// The simulated system, whose store can sell products that no feature requires.
    let system: (any SimulatedSystem)?

    func hasProduct(_ id: String) -> Bool {
        runtime.product(withIdentifier: id) != nil || system?.storeProduct(id) != nil
    }

    func title(of key: FactKey) -> String { runtime.title(of: key) }

    func switches(of featureID: String) -> FeatureSwitches? {
        guard let metadata = runtime.metadata(at: TopicPath(stringLiteral: featureID)) else { return nil }
        let constraints = metadata.constraints
        return FeatureSwitches(
            path: metadata.path, name: metadata.feature.name, userSettingDefault: constraints.userSettingDefault,
            hasRuntimeSwitch: constraints.isRuntimeEnabledRequired, effectTime: constraints.effectTime)
    }
}
