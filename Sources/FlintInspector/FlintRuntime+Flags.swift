// SPDX-License-Identifier: MIT

import FeatureGating
import FlintCore
import FlintWorld

extension FlintRuntime {
    /// Every feature flag with every provider's evaluation.
    var flagSnapshots: [FlagSnapshot] { flags.map(flagSnapshot) }

    func flagSnapshot(of resolution: FlagResolution) -> FlagSnapshot {
        let fact = facts[.featureFlag(resolution.key)]
        let evaluation = resolution.evaluation
        var snapshot = FlagSnapshot(
            key: resolution.key.rawValue, value: evaluation.value, reason: evaluation.reason.rawValue,
            provider: resolution.provider, override: fact?.override?.value.truth.boolValue,
            effective: fact.map { $0.effective.truth.boolValue } ?? evaluation.value,
            answers: resolution.answers.map(answer), features: nil,
            isRequired: !features(requiring: .featureFlag(resolution.key)).isEmpty)
        snapshot.variant = evaluation.variant
        snapshot.waiting = fact?.waiting?.value.truth.boolValue
        let time = facts.effectTime(of: .featureFlag(resolution.key))
        snapshot.takesEffect = time == .now ? nil : time
        snapshot.declaration = declaration(of: resolution.key)
        snapshot.errorCode = evaluation.errorCode?.rawValue
        snapshot.errorMessage = evaluation.errorMessage
        return snapshot
    }

    private func answer(_ answer: FlagAnswer) -> FlagSnapshot.Answer {
        FlagSnapshot.Answer(
            provider: answer.provider, type: answer.type.rawValue, priority: answer.priority,
            isMutable: answer.isMutable, hasFlag: answer.evaluation != nil, value: answer.evaluation?.value,
            reason: answer.evaluation?.reason.rawValue, variant: answer.evaluation?.variant,
            errorCode: answer.evaluation?.errorCode?.rawValue, errorMessage: answer.evaluation?.errorMessage)
    }

    // MARK: Setting

    private struct Target {
        let provider: any MutatingFeatureFlagProvider
        let resolution: FlagResolution
        let index: Int

        var answer: FlagAnswer { resolution.answers[index] }

        /// The value that was explicitly set for the flag; a default does not count.
        var setValue: Bool? {
            answer.evaluation?.reason == .default ? nil : answer.evaluation?.value
        }
    }

    var setFlags: [(key: String, isOn: Bool)] {
        let providers = dependencies.featureFlags.providers
        guard let index = providers.firstIndex(where: { $0 is any MutatingFeatureFlagProvider }) else { return [] }
        return flags.compactMap { resolution in
            guard resolution.answers.indices.contains(index), let evaluation = resolution.answers[index].evaluation,
                evaluation.reason != .default, let isOn = evaluation.value
            else { return nil }
            return (resolution.key.rawValue, isOn)
        }
    }

    private func target(_ name: String) throws(CommandError) -> Target {
        let key = FeatureKey(rawValue: name)
        guard let resolution = flags.first(where: { $0.key == key }) else {
            throw CommandError("There is no flag \(name.excerpt).")
        }
        for (index, provider) in dependencies.featureFlags.providers.enumerated() {
            if let provider = provider as? any MutatingFeatureFlagProvider {
                return Target(provider: provider, resolution: resolution, index: index)
            }
        }
        throw CommandError("The flag \(name) cannot be set, because no provider accepts values; override it.")
    }

    /// Plans the change of a flag, and returns the value that features see afterward, or `nil` if it changes later.
    ///
    /// `before` is the value that is currently set in the provider. A change without effect is refused, unless the
    /// command restores an earlier state. If an earlier provider has a value, the change would have no effect at first,
    /// but would take effect when the earlier provider fails. An override only hides the providers' value, so the value
    /// can still be set; the message then explains this.
    func plan(
        setting isOn: Bool?, for name: String, isRestoring: Bool
    ) throws(CommandError) -> (value: Truth?, before: Bool?) {
        let target = try target(name)
        if !isRestoring { try checkEffect(setting: isOn, in: target) }
        let key = FactKey.featureFlag(target.resolution.key)
        let isLater = facts.effectTime(of: key) != .now && facts[key]?.actual.truth.boolValue != nil
        return (isLater ? nil : Truth(value(setting: isOn, in: target)), target.setValue)
    }

    /// Sets or resets a flag, as ``plan(setting:for:isRestoring:)`` has planned.
    ///
    /// The result does not contain the inverse command.
    func setFlag(_ isOn: Bool?, for name: String) throws(CommandError) -> CommandResult {
        let target = try target(name)
        let provider = target.answer.provider
        if isOn == nil, target.setValue == nil {
            return CommandResult(status: .done, message: "No value was set for \(name) in \(provider).")
        }
        let flag = FeatureFlag(key: target.resolution.key)
        let effect = try perform(reading: []) { () throws(CommandError) in
            let isTaken = bind {
                if let isOn {
                    target.provider.setFeatureEnabled(feature: flag, enabled: isOn)
                } else {
                    guard target.provider.clearFeature(feature: flag) else { return false }
                }
                // Not every provider announces its changes.
                featureFlagsChanged([target.resolution.key])
                return true
            }
            guard isTaken else {
                throw CommandError("\(provider) cannot reset \(name); set it to on or off instead.")
            }
        }
        // The provider may ignore the value, so its answer is compared.
        let after = resolution(of: target.resolution.key)
        if let isOn, after.answers[target.index].evaluation?.value != isOn {
            throw CommandError(
                "\(provider) still reports another value after \(name) was set to \(displayText(of: isOn)).")
        }
        let (subject, text) =
            isOn.map { ("\(provider) reports \(name)", displayText(of: $0)) }
            ?? ("\(provider) has reset \(name)", valueDescription(after))
        return CommandResult(
            done: CommandChange(
                [CommandChange.Part(subject, text + reasonForNoEffect(of: .featureFlag(after.key)))],
                effect: effect))
    }

    private func value(setting isOn: Bool?, in target: Target) -> Bool? {
        let own =
            isOn ?? (target.provider as? DebugFeatureFlagProvider)?.unsetEvaluation(of: target.resolution.key)?.value
        var values = target.resolution.answers.map { $0.evaluation?.value }
        values[target.index] = own
        return values.lazy.compactMap(\.self).first
    }

    /// Throws an error if an earlier provider has a value, because that value takes precedence over the new one.
    private func checkEffect(setting isOn: Bool?, in target: Target) throws(CommandError) {
        let resolution = target.resolution
        guard isOn != nil, let winner = resolution.winner, winner < target.index else { return }
        throw CommandError(
            "\(resolution.key) was not set in \(target.answer.provider), because \(valueDescription(resolution)) and takes "
                + "precedence, so the value would have no effect. Override the flag instead.")
    }

    private func valueDescription(_ resolution: FlagResolution) -> String {
        guard let provider = resolution.provider, let value = resolution.evaluation.value else {
            return "no provider has a value for it now"
        }
        let undecided = resolution.undecidedClauses
        return "\(provider) reports \(displayText(of: value))"
            + (undecided.isEmpty ? "" : " (\(undecided.joined(separator: "; ")))")
    }

    private func displayText(of isOn: Bool) -> String { isOn ? "on" : "off" }
}

extension FlintRuntime {
    /// Returns the end of a sentence that explains why a fact's new value has no effect or takes effect later.
    ///
    /// The text is empty if the value takes effect immediately.
    func reasonForNoEffect(of key: FactKey) -> String {
        let record = facts[key]
        if let override = record?.override {
            return ", but it is overridden, so the effective value is \(override.value.displayText(for: key))"
        }
        return record?.waiting.map { ", which takes effect \($0.takesEffect)" } ?? ""
    }
}
