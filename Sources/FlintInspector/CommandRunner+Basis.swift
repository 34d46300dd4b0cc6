// SPDX-License-Identifier: MIT

import FeatureGating
import FlintCore
import FlintFoundation
import FlintWorld

extension CommandRunner: CommandBasis {
    func fact(_ key: FactKey) -> Fact? { runtime.facts[key] }

    var overriddenFacts: Set<FactKey> { Set(runtime.facts.overrides.keys) }

    var waitingValues: [FactKey: WaitingValue] { runtime.facts.waitingValues }

    var app: any OverridableApp { RunningApp(runtime: runtime, system: configuration.system) }

    var cause: Cause { configuration.cause }

    func userSetting(of feature: FeatureSwitches) throws(CommandError) -> Bool? {
        let (settings, type) = try userSettings(for: feature)
        return settings.isEnabled(type)
    }

    func userSettings(
        for feature: FeatureSwitches
    ) throws(CommandError) -> (any MutableUserFeatureToggles, any ConditionalFeatureDefinition.Type) {
        guard let type = runtime.metadata(at: feature.path)?.conditional else {
            throw CommandError("\(feature.name) has no user setting.")
        }
        return (try runtime.mutableUserSettings(), type)
    }

    func flag(
        _ key: String, setting isOn: Bool?, isRestoring: Bool
    ) throws(CommandError) -> (value: Truth?, before: Bool?) {
        try runtime.plan(setting: isOn, for: key, isRestoring: isRestoring)
    }

    func savedState(of part: SavedDevice.Part) throws(CommandError) -> SavedDevice {
        try configuration.simulatedSystem().savedState(of: part)
    }

    func requireRunningApp() {}

    func target(of url: String) -> ActionInvocation? {
        guard let url = URL(string: url), let target = runtime.target(of: url) else { return nil }
        return ActionInvocation(feature: target.feature.path.description, action: target.action.id)
    }

    var system: (any SimulatedSystem)? { configuration.system }

    func recordedSteps() throws(CommandError) -> RecordedSteps {
        let history = configuration.history
        return RecordedSteps(
            inverses: history.undoable.compactMap(\.inverse), redos: history.redoable.reversed().compactMap(\.redo),
            undoRefusal: undoRefusal)
    }
}

struct RunningApp: OverridableApp {
    let runtime: FlintRuntime
    /// The simulated system, because its store can sell products that no feature requires.
    let system: (any SimulatedSystem)?

    var now: Date { runtime.facts.now() }

    func product(_ id: String) -> OverridableProduct? {
        if let product = runtime.product(withIdentifier: id) {
            return OverridableProduct(id: id, name: product.name, isConsumable: product is ConsumableProduct)
        }
        return system?.storeProduct(id).map { product in
            OverridableProduct(id: id, name: product.name, isConsumable: product.type == .consumable)
        }
    }

    func ownFact(_ fact: FactReference) -> FactKey? {
        runtime.ownFacts.lazy.map(\.key).first { FactReference($0) == fact }
    }

    func title(of key: FactKey) -> String { runtime.title(of: key) }

    func switches(of featureID: String) -> FeatureSwitches? {
        guard let metadata = runtime.metadata(at: TopicPath(stringLiteral: featureID)) else { return nil }
        let constraints = metadata.constraints
        return FeatureSwitches(
            path: metadata.path, name: metadata.feature.name, userSettingDefault: constraints.mentionedSettingDefault,
            hasRuntimeSwitch: constraints.mentionsRuntimeSwitch, effectTime: constraints.effectTime)
    }
}
