// SPDX-License-Identifier: MIT

internal import FeatureGating

extension World {
    /// Forecasts the effect of commands, as far as declarations and facts determine it.
    ///
    /// - Parameter commands: The commands, in order.
    /// - Returns: The plan. If a command is refused or its effect cannot be forecast, the plan contains only the
    ///   refusal.
    package func plan(_ commands: [Command]) -> CommandPlan {
        let plan = CommandForecast(commands, on: self).plan
        return plan.refusal == nil ? plan : CommandPlan(refusal: plan.refusal)
    }
}

extension World: CommandBasis {
    package func fact(_ key: FactKey) -> Fact? { facts[key] }

    package var overriddenFacts: Set<FactKey> { Set(facts.filter { $0.value.override != nil }.keys) }

    package func hasProduct(_ id: String) -> Bool { model.products[id] != nil }

    package func switches(of featureID: String) -> FeatureSwitches? {
        feature(featureID).map { feature in
            FeatureSwitches(
                path: feature.path, name: feature.summary.name, userSettingDefault: feature.userSettingDefault,
                hasRuntimeSwitch: feature.requirement.facts.contains(.runtimeSwitch(feature.path)),
                effectTime: feature.takesEffect ?? .now)
        }
    }

    package func check(_ command: Command) throws(CommandError) {
        switch command {
        case .setOverride, .restoreOverrides, .removeAllOverrides, .removeOverridesOfKind, .setUserSetting,
            .beginSession, .sequence:
            break
        case .setPurchase, .store: throw .needsApp("the behavior of the store", "purchase PRODUCT purchased")
        case .setPermission, .restartApp: throw .needsApp("the rules of the system", "permission PERMISSION authorized")
        case .setFlag: throw .needsApp("the rules of the flag providers", "flag KEY on")
        case .undo, .redo, .restoreDevice: throw .needsApp("the history of commands", "purchase PRODUCT purchased")
        case .focus, .perform, .openURL, .beginFlow, .answerFlow, .setBackgroundWork, .savePersona, .setPersona:
            throw CommandError(CommandResult.refusal(at: model.status.recording).message)
        }
    }

    package func value(
        setting isOn: Bool?, flag key: String, isRestoring: Bool
    ) throws(CommandError) -> (value: Bool?, isChange: Bool) {
        (isOn, true)
    }

    package var waitingValues: [FactKey: WaitingValue] { facts.compactMapValues(\.waiting) }

    package func target(of url: String) -> ActionInvocation? { nil }

    package var system: (any SimulatedSystem)? { nil }

    package func recordedSteps() throws(CommandError) -> RecordedSteps {
        throw .needsApp("the history of commands", "purchase PRODUCT purchased")
    }
}

extension CommandError {
    /// Returns the error for a command whose effect only the running app can determine.
    fileprivate static func needsApp(_ what: String, _ instead: String) -> CommandError {
        CommandError(
            "The effect depends on \(what), which only the running app knows. Use an override instead, such as "
                + "\"\(instead)\".")
    }
}
