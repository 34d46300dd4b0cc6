// SPDX-License-Identifier: MIT

import FeatureGating
import FlintCore
import FlintWorld

/// Reads feature flags with every provider's evaluation, and sets flags.
///
/// A flag is set in the first provider that conforms to `MutatingFeatureFlagProvider`. The new value has no effect if
/// an earlier provider has a value or the flag is overridden; the command's message then explains this.
struct FlagCommandHandler {
    private let runtime: FlintRuntime

    init(runtime: FlintRuntime) {
        self.runtime = runtime
    }

    // MARK: Reading

    var snapshots: [FlagSnapshot] { runtime.flags.map(snapshot) }

    func snapshot(of resolution: FlagResolution) -> FlagSnapshot {
        let fact = runtime.facts[.featureFlag(resolution.key)]
        let evaluation = resolution.evaluation
        var snapshot = FlagSnapshot(
            key: resolution.key.rawValue, value: evaluation.value, reason: evaluation.reason.rawValue,
            provider: resolution.provider, override: fact?.override?.value.truth.boolValue,
            effective: fact.map { $0.effective.truth.boolValue } ?? evaluation.value,
            answers: resolution.answers.map(answer), features: nil,
            isRequired: !runtime.features(requiring: .featureFlag(resolution.key)).isEmpty)
        snapshot.variant = evaluation.variant
        snapshot.waiting = fact?.waiting?.value.truth.boolValue
        let time = runtime.facts.effectTime(of: .featureFlag(resolution.key))
        snapshot.takesEffect = time == .now ? nil : time
        snapshot.declaration = runtime.declaration(of: resolution.key)
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
        let providers = runtime.dependencies.featureFlags.providers
        guard let index = providers.firstIndex(where: { $0 is any MutatingFeatureFlagProvider }) else { return [] }
        return runtime.flags.compactMap { resolution in
            guard resolution.answers.indices.contains(index), let evaluation = resolution.answers[index].evaluation,
                evaluation.reason != .default, let isOn = evaluation.value
            else { return nil }
            return (resolution.key.rawValue, isOn)
        }
    }

    /// Returns the first provider that supports setting values, with the flag's current evaluations.
    private func target(_ name: String) throws(CommandError) -> Target {
        let key = FeatureKey(rawValue: name)
        guard let resolution = runtime.flags.first(where: { $0.key == key }) else {
            throw CommandError("There is no flag \(name.excerpt).")
        }
        for (index, provider) in runtime.dependencies.featureFlags.providers.enumerated() {
            if let provider = provider as? any MutatingFeatureFlagProvider {
                return Target(provider: provider, resolution: resolution, index: index)
            }
        }
        throw CommandError("The flag \(name) cannot be set, because no provider accepts values; override it.")
    }

    /// Sets or resets a flag.
    ///
    /// - Parameters:
    ///   - isOn: The value to set, or `nil` to reset the flag.
    ///   - name: The flag's key.
    /// - Returns: The result, with the inverse command.
    /// - Throws: ``CommandError`` if the flag is unknown or cannot be set or reset.
    func set(_ isOn: Bool?, for name: String) throws(CommandError) -> CommandResult {
        let target = try target(name)
        let provider = target.answer.provider
        if isOn == nil, target.setValue == nil {
            return CommandResult(status: .done, message: "No value was set for \(name) in \(provider).")
        }
        let changes = changes(setting: isOn, in: target)
        let flag = FeatureFlag(key: target.resolution.key)
        let isTaken = runtime.bind {
            if let isOn {
                target.provider.setFeatureEnabled(feature: flag, enabled: isOn)
            } else {
                guard target.provider.clearFeature(feature: flag) else { return false }
            }
            // Not every provider announces its changes.
            runtime.featureFlagsChanged([target.resolution.key])
            return true
        }
        guard isTaken else {
            throw CommandError("\(provider) cannot reset \(name); set it to on or off instead.")
        }
        let after = runtime.resolution(of: target.resolution.key)
        if let isOn, after.answers[target.index].evaluation?.value != isOn {
            throw CommandError("\(provider) still reports another value after \(name) was set to \(words(isOn)).")
        }
        let (subject, text) =
            isOn.map { ("\(provider) reports \(name)", words($0)) }
            ?? ("\(provider) has reset \(name)", valueDescription(after))
        let hiding = reasonForNoEffect(after, target: target, isOn: isOn)
        return CommandResult(
            done: CommandChange(
                [CommandChange.Part(subject, text + (hiding ?? runtime.delay(of: .featureFlag(after.key))))],
                effect: hiding == nil ? runtime.effect(of: changes) : nil),
            inverse: .setFlag(key: name, isOn: target.setValue))
    }

    /// Forecasts a flag's value after the flag is set or reset.
    ///
    /// - Parameters:
    ///   - isOn: The value to set, or `nil` to reset the flag.
    ///   - name: The flag's key.
    /// - Returns: The forecast value, or `nil` if no provider has a value, and whether the provider's value changes.
    /// - Throws: ``CommandError`` if the flag is unknown or cannot be set.
    func value(setting isOn: Bool?, for name: String) throws(CommandError) -> (value: Bool?, isChange: Bool) {
        let target = try target(name)
        return (effectiveValue(setting: isOn, in: target), isOn != nil || target.setValue != nil)
    }

    private func value(setting isOn: Bool?, in target: Target) -> Bool? {
        let own =
            isOn ?? (target.provider as? DebugFeatureFlagProvider)?.unsetEvaluation(of: target.resolution.key)?.value
        var values = target.resolution.answers.map { $0.evaluation?.value }
        values[target.index] = own
        return values.lazy.compactMap(\.self).first
    }

    /// Returns the value that features see after the flag is set, which is the present one if a change takes effect
    /// later.
    private func effectiveValue(setting isOn: Bool?, in target: Target) -> Bool? {
        let key = FactKey.featureFlag(target.resolution.key)
        if runtime.facts.effectTime(of: key) != .now, let value = runtime.facts[key]?.actual.truth.boolValue {
            return value
        }
        return value(setting: isOn, in: target)
    }

    private func changes(setting isOn: Bool?, in target: Target) -> [AvailabilityChange] {
        let value = effectiveValue(setting: isOn, in: target)
        return runtime.preview(actual: [.featureFlag(target.resolution.key): .truth(Truth(value))])
    }

    /// Returns the reason the new value has no effect, or `nil` if it takes effect.
    private func reasonForNoEffect(_ after: FlagResolution, target: Target, isOn: Bool?) -> String? {
        if let override = runtime.facts[.featureFlag(after.key)]?.override {
            return ", but it is overridden, so the effective value is "
                + override.value.displayText(for: .featureFlag(after.key))
        }
        guard isOn != nil, let winner = after.winner, winner < target.index else { return nil }
        return ", but \(valueDescription(after)) and takes precedence, so this has no effect"
    }

    private func valueDescription(_ resolution: FlagResolution) -> String {
        guard let provider = resolution.provider, let value = resolution.evaluation.value else {
            return "no provider has a value for it now"
        }
        return "\(provider) reports \(words(value))"
    }

    private func words(_ isOn: Bool) -> String { isOn ? "on" : "off" }
}

extension FlintRuntime {
    /// Returns the time at which the waiting value of a fact takes effect, as the end of a sentence.
    ///
    /// The text is empty if no value waits.
    func delay(of key: FactKey) -> String {
        facts[key]?.waiting.map { ", which takes effect \($0.takesEffect)" } ?? ""
    }
}
