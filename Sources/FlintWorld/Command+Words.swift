// SPDX-License-Identifier: MIT

package enum FactPlace: String, CaseIterable, Sendable {
    case override, user, system, store, provider

    package var kind: FactKind? {
        switch self {
        case .override: nil
        case .user: .userSetting
        case .system: .permission
        case .store: .purchase
        case .provider: .flag
        }
    }
}

package enum OnOrOff: String, CaseIterable, Sendable {
    case on
    case off

    package var isOn: Bool { self == .on }

    fileprivate init(_ isOn: Bool) { self = isOn ? .on : .off }
}

extension Command {
    /// The words that represent the command on the command line or as a step of a scenario.
    ///
    /// The value is `nil` if only JSON can represent the command.
    package var words: [String]? {
        guard let (arguments, options) = parts else { return nil }
        // An argument that starts with a hyphen would be read as an option, and a line break would end the line.
        guard !arguments.contains(where: { $0.hasPrefix("-") }),
            !(arguments + options).contains(where: { $0.contains(where: \.isNewline) })
        else { return nil }
        return arguments + options
    }

    /// The equivalent command lines, in order, or `nil` if command lines cannot have the same effect.
    package var shellCommands: [[String]]? {
        switch self {
        case .sequence(let commands):
            let all = commands.compactMap(\.shellCommands)
            return all.isEmpty || all.count < commands.count ? nil : Array(all.joined())
        case .restartApp, .beginSession, .focus, .beginFlow, .answerFlow, .setBackgroundWork: return nil
        case .setOverride, .removeOverridesOfKind, .removeAllOverrides, .restoreOverrides, .setValue, .store, .setStore,
            .perform, .openURL, .restoreDevice, .savePersona, .setPersona, .undo, .redo:
            return words.map { [$0] }
        }
    }

    private typealias Parts = (arguments: [String], options: [String])

    private var parts: Parts? {
        let arguments: [String]?
        switch self {
        case .setOverride(let fact, let override): return Self.parts(of: override, fact)
        case .store(let action): return Self.parts(of: action)
        case .savePersona(let name, let description, let scope):
            let options = [description.map { "--description=\($0)" }, scope == .overrides ? "--overrides" : nil]
            return (["persona", "save", name], options.compactMap(\.self))
        case .removeOverridesOfKind(let kind):
            // A kind with a single fact has no plural form. The `set` command for the fact removes its override.
            arguments = kind.isSingle ? nil : ["set", kind.pluralName, "none"]
        case .removeAllOverrides: arguments = ["set", "all", "none"]
        case .setValue(let fact, let value):
            guard let place = FactPlace.allCases.first(where: { $0.kind == fact.kind }) else { return nil }
            let word = value.flatMap(fact.kind.domain.choice)?.id ?? "none"
            return (["set", fact.kind.rawValue, fact.key, word], ["--in=\(place.rawValue)"])
        case .restartApp: arguments = ["restart"]
        case .beginSession: arguments = ["new-session"]
        case .focus(let feature, let isOn): arguments = ["focus", feature, OnOrOff(isOn).rawValue]
        case .perform(let invocation): arguments = Self.words(of: invocation)
        case .openURL(let address): arguments = ["perform", address]
        case .beginFlow(let feature, nil): arguments = ["flow", "begin", feature]
        case .beginFlow(let feature, let invocation?):
            arguments = Self.words(of: invocation).map { ["flow", "begin", feature] + $0 }
        case .answerFlow(let answer): arguments = ["flow", "answer", answer.rawValue]
        case .setBackgroundWork(let isRunning): arguments = ["background-work", OnOrOff(isRunning).rawValue]
        case .undo: arguments = ["undo"]
        case .redo: return (["undo"], ["--redo"])
        case .setPersona(let name, nil): arguments = ["persona", "delete", name]
        case .restoreOverrides, .restoreDevice, .setStore, .setPersona, .sequence: arguments = nil
        }
        return arguments.map { ($0, []) }
    }

    private static func parts(
        of override: Override?, _ fact: FactReference
    ) -> Parts? {
        // The command line cannot state the source of an override.
        guard override?.source == nil else { return nil }
        var options: [String] = []
        if let reason = override?.reason { options.append("--reason=\(reason)") }
        switch override?.expiry {
        case nil: break
        case .uses(let count)?: options.append("--uses=\(count)")
        case .after(let seconds)?:
            guard let text = duration(seconds) else { return nil }
            options.append("--for=\(text)")
        case .until?, .untilQuit?: return nil
        }
        let name = fact.kind == .platform ? [] : [fact.key]
        return (["set", fact.kind.rawValue] + name + [override?.value ?? "none"], options)
    }

    private static func parts(of action: StoreAction) -> Parts? {
        var options: [String] = []
        let arguments: [String]
        switch action {
        case .buy(let product, let quantity, let ending):
            guard quantity == 1 else { return nil }
            arguments = ["buy", product]
            if ending != .succeed { options = ["--ending=\(ending.rawValue)"] }
        case .approve(let product): arguments = ["approve", product]
        case .decline(let product): arguments = ["decline", product]
        case .resume(let product): arguments = ["resume", product]
        case .refund(let product): arguments = ["refund", product]
        case .revoke(let product): arguments = ["revoke", product]
        case .share(let product): arguments = ["share", product]
        case .deleteTransaction(let product, let id): arguments = ["delete", product, "\(id)"]
        case .renew(let product): arguments = ["renew", product]
        case .expire(let product): arguments = ["expire", product]
        case .setAutoRenew(let product, let isOn): arguments = ["auto-renew", product, OnOrOff(isOn).rawValue]
        case .consume(let product, let quantity): arguments = ["consume", product, "\(quantity)"]
        case .setAskToBuy(let isOn): arguments = ["ask-to-buy", OnOrOff(isOn).rawValue]
        case .setFailsRenewals(let isOn): arguments = ["fail-renewals", OnOrOff(isOn).rawValue]
        case .advance(let seconds):
            guard let text = duration(seconds) else { return nil }
            arguments = ["advance", text]
        case .advanceToNextEvent: arguments = ["next"]
        case .setRate(let rate): arguments = ["rate", "\(rate)"]
        case .reset: arguments = ["reset"]
        }
        return (["store"] + arguments, options)
    }

    private static func words(of invocation: ActionInvocation) -> [String]? {
        // A slash or an equal sign in a name could not be distinguished from a separator.
        guard !invocation.action.contains("/"),
            !invocation.input.keys.contains(where: { $0.isEmpty || $0.contains("=") })
        else { return nil }
        let input = invocation.input.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        return ["perform", "\(invocation.feature)/\(invocation.action)"] + input
    }

    private static func duration(_ seconds: Double) -> String? {
        guard let whole = Int(exactly: seconds), DurationFormatter.range.contains(whole) else { return nil }
        return "\(whole)s"
    }
}
