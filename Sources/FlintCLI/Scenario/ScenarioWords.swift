// SPDX-License-Identifier: MIT

import FlintConsole
import FlintCore
import FlintFoundation
import FlintWorld

/// Converts commands to the words of a scenario, and words to commands.
///
/// A command has the same words as on the command line. Commands that only make sense while an app runs have further
/// steps: `flow`, `focus`, `background-work`, `restart`, `new-session`, and `together`, which combines several
/// commands into one change. The other commands, such as the restoration of overrides, are written as JSON.
enum ScenarioWords {
    /// The name of the step that executes several commands as one change.
    static let togetherName = "together"

    // MARK: Writing

    /// Returns a command as a line of a scenario, in words if possible and as JSON otherwise.
    ///
    /// - Parameter command: The command.
    /// - Returns: The line, or `nil` if the command cannot be encoded.
    static func line(_ command: Command) -> String? {
        words(for: command).map { $0.map(ConsoleScript.quoted).joined(separator: " ") } ?? json(command)
    }

    /// Returns a command as a line of a scenario, as JSON.
    ///
    /// - Parameter command: The command.
    /// - Returns: The line, or `nil` if the command cannot be encoded.
    static func json(_ command: Command) -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(command) else { return nil }
        return "\(ConsoleScript.sendName) \(CommandOutput.safe(json: String(decoding: data, as: UTF8.self)))"
    }

    /// Returns the words of a command, or `nil` if it can only be written as JSON.
    static func words(for command: Command) -> [String]? {
        guard let (arguments, options) = parts(of: command) else { return nil }
        // An argument that starts with a hyphen would be an option, and a line break would end the line.
        guard !arguments.contains(where: { $0.hasPrefix("-") }),
            !(arguments + options).contains(where: { $0.contains(where: \.isNewline) })
        else { return nil }
        return arguments + options
    }

    private static func parts(of command: Command) -> (arguments: [String], options: [String])? {
        let arguments: [String]?
        switch command {
        case .setOverride(let fact, let override): return parts(of: override, fact)
        case .store(let action): return parts(of: action)
        case .savePersona(let name, let description):
            return (["persona", "save", name], description.map { ["--description=\($0)"] } ?? [])
        case .removeOverridesOfKind(let kind):
            // The words for the only fact of a kind remove its override.
            arguments = kind.isSingle ? nil : ["set", kind.pluralName, "none"]
        case .removeAllOverrides: arguments = ["set", "all", "none"]
        case .setUserSetting(let feature, let isOn):
            return (["set", FactKind.userSetting.rawValue, feature, isOn.map(word) ?? "none"], [inPlace(.user)])
        case .setPermission(let permission, let status):
            return (["set", FactKind.permission.rawValue, permission, status.rawValue], [inPlace(.system)])
        case .setFlag(let key, let isOn):
            return (["set", FactKind.flag.rawValue, key, isOn.map(word) ?? "none"], [inPlace(.provider)])
        case .restartApp: arguments = ["restart"]
        case .beginSession: arguments = ["new-session"]
        case .focus(let feature, let isOn): arguments = ["focus", feature, word(isOn)]
        case .perform(let invocation): arguments = words(for: invocation)
        case .openURL(let address): arguments = ["perform", address]
        case .beginFlow(let feature, nil): arguments = ["flow", "begin", feature]
        case .beginFlow(let feature, let invocation?):
            arguments = words(for: invocation).map { ["flow", "begin", feature] + $0 }
        case .answerFlow(let answer): arguments = ["flow", "answer", answer.rawValue]
        case .setBackgroundWork(let isRunning): arguments = ["background-work", word(isRunning)]
        case .sequence(let commands):
            let lines = commands.compactMap(line)
            arguments = lines.isEmpty || lines.count < commands.count ? nil : [togetherName] + lines
        case .undo: arguments = ["undo"]
        case .redo: return (["undo"], ["--redo"])
        case .setPersona(let name, nil): arguments = ["persona", "delete", name]
        case .restoreOverrides, .setPurchase, .restoreDevice, .setPersona: arguments = nil
        }
        guard let arguments else { return nil }
        return (arguments, [])
    }

    private static func parts(
        of override: Override?, _ fact: FactReference
    ) -> (arguments: [String], options: [String])? {
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

    private static func parts(of action: StoreAction) -> (arguments: [String], options: [String])? {
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
        case .setAutoRenew(let product, let isOn): arguments = ["auto-renew", product, word(isOn)]
        case .consume(let product, let quantity): arguments = ["consume", product, "\(quantity)"]
        case .setAskToBuy(let isOn): arguments = ["ask-to-buy", word(isOn)]
        case .setFailsRenewals(let isOn): arguments = ["fail-renewals", word(isOn)]
        case .advance(let seconds):
            guard let text = duration(seconds) else { return nil }
            arguments = ["advance", text]
        case .advanceToNextEvent: arguments = ["next"]
        case .setRate(let rate): arguments = ["rate", "\(rate)"]
        case .reset: arguments = ["reset"]
        }
        return (["store"] + arguments, options)
    }

    /// Returns the words of an action, or `nil` if its names could not be told apart.
    private static func words(for invocation: ActionInvocation) -> [String]? {
        guard !invocation.action.contains("/"),
            !invocation.input.keys.contains(where: { $0.isEmpty || $0.contains("=") })
        else { return nil }
        let input = invocation.input.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        return ["perform", "\(invocation.feature)/\(invocation.action)"] + input
    }

    private static func inPlace(_ place: FactPlace) -> String { "--in=\(place.rawValue)" }

    private static func word(_ isOn: Bool) -> String { (isOn ? OnOrOff.on : .off).rawValue }

    /// Returns a duration as the command line accepts it, or `nil` for fractions of seconds and very long durations.
    private static func duration(_ seconds: Double) -> String? {
        guard let whole = Int(exactly: seconds), DurationFormatter.range.contains(whole) else { return nil }
        return "\(whole)s"
    }

    // MARK: Reading

    /// Returns the command of a step that is not a command of the command line.
    ///
    /// - Parameter words: The step's words.
    /// - Returns: The command, or `nil` for other steps.
    /// - Throws: ``CommandLineError/usage(_:)`` with the correct syntax.
    static func command(_ words: [String]) throws(CommandLineError) -> Command? {
        switch words.first {
        case "flow": return try flow(words)
        case "focus":
            guard words.count == 3 else { throw .usage("Write focus FEATURE, and on or off.") }
            return .focus(feature: words[1], isOn: try isOn(words[2], of: "focus"))
        case "background-work":
            guard words.count == 2 else { throw .usage("Write background-work, and on or off.") }
            return .setBackgroundWork(isRunning: try isOn(words[1], of: "background-work"))
        case "restart":
            guard words.count == 1 else { throw .usage("restart takes no argument.") }
            return .restartApp
        case "new-session":
            guard words.count == 1 else { throw .usage("new-session takes no argument.") }
            return .beginSession
        default: return nil
        }
    }

    private static func flow(_ words: [String]) throws(CommandLineError) -> Command {
        switch words.dropFirst().first {
        case "answer" where words.count == 3:
            return .answerFlow(try Names.word(words[2], of: FlowAnswer.self, called: "flow answer"))
        case "begin" where words.count == 3:
            return .beginFlow(feature: words[2], thenPerform: nil)
        case "begin" where words.count > 4 && words[3] == "perform":
            guard let action = invocation(words[4], input: words.dropFirst(5)) else { break }
            return .beginFlow(feature: words[2], thenPerform: action)
        default: break
        }
        throw .usage(
            "Write flow answer ANSWER, flow begin FEATURE, or flow begin FEATURE perform FEATURE/ACTION KEY=VALUE.")
    }

    private static func invocation(_ target: String, input words: ArraySlice<String>) -> ActionInvocation? {
        guard let slash = target.lastIndex(of: "/") else { return nil }
        var input: [String: String] = [:]
        for word in words {
            guard let sign = word.firstIndex(of: "=") else { return nil }
            input[String(word[..<sign])] = String(word[word.index(after: sign)...])
        }
        return ActionInvocation(
            feature: String(target[..<slash]), action: String(target[target.index(after: slash)...]), input: input)
    }

    private static func isOn(_ word: String, of name: String) throws(CommandLineError) -> Bool {
        try Names.word(word, of: OnOrOff.self, called: "value of \(name)").isOn
    }
}
