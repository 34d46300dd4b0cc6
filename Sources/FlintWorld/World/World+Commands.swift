// SPDX-License-Identifier: MIT

package import FeatureGating
import FlintFoundation

extension World {
    /// Forecasts the effect of commands in order, as far as declarations and facts determine it.
    ///
    /// If a command is refused or its effect cannot be forecast, the plan contains only the refusal.
    package func plan(_ commands: [Command]) -> CommandPlan {
        let plan = CommandForecast(commands, on: self).plan
        return plan.refusal == nil ? plan : CommandPlan(refusal: plan.refusal)
    }
}

extension World: CommandBasis, OverridableApp {
    package var app: any OverridableApp { self }

    package var now: Date { Date() }

    package var cause: Cause { .whatIf }

    package func fact(_ key: FactKey) -> Fact? { facts[key] }

    package var overriddenFacts: Set<FactKey> { Set(facts.filter { $0.value.override != nil }.keys) }

    package func product(_ id: String) -> OverridableProduct? {
        model.products[id].map { OverridableProduct(id: id, name: $0.name, isConsumable: $0.type == .consumable) }
    }

    package func ownFact(_ fact: FactReference) -> FactKey? {
        model.key(of: fact).flatMap { model.ownFacts[$0]?.key }
    }

    package func switches(of featureID: String) -> FeatureSwitches? {
        feature(featureID).map { feature in
            FeatureSwitches(
                path: feature.path, name: feature.summary.name, userSettingDefault: feature.userSettingDefault,
                hasRuntimeSwitch: feature.requirement.facts.contains(.runtimeSwitch(feature.path)),
                effectTime: feature.takesEffect ?? .now)
        }
    }

    package func userSetting(of feature: FeatureSwitches) throws(CommandError) -> Bool? {
        let fact = facts[.userSetting(feature: feature.path)]
        return fact?.source == .user ? fact?.actual.truth.boolValue : nil
    }

    package func flag(
        _ key: String, setting isOn: Bool?, isRestoring: Bool
    ) throws(CommandError) -> (value: Truth?, before: Bool?) {
        throw .needsApp("the rules of the flag providers", "flag KEY on")
    }

    package func savedState(of part: SavedDevice.Part) throws(CommandError) -> SavedDevice {
        switch part {
        case .permissions: throw .needsApp("the rules of the system", "permission PERMISSION authorized")
        case .store: throw .needsApp("the behavior of the store", "purchase PRODUCT purchased")
        }
    }

    package func requireRunningApp() throws(CommandError) {
        throw CommandError(CommandResult.refusal(at: model.status.recording).message)
    }

    package var waitingValues: [FactKey: WaitingValue] { facts.compactMapValues(\.waiting) }

    package func target(of url: String) -> ActionInvocation? { nil }

    package var system: (any SimulatedSystem)? { nil }

    package func recordedSteps() throws(CommandError) -> RecordedSteps {
        throw .needsApp("the history of commands", "purchase PRODUCT purchased")
    }
}

extension CommandError {
    fileprivate static func needsApp(_ what: String, _ instead: String) -> CommandError {
        CommandError(
            "The effect depends on \(what), which only the running app knows. Use an override instead, such as "
                + "\"\(instead)\".")
    }
}
