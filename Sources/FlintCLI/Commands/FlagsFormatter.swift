// SPDX-License-Identifier: MIT

import FlintConsole
import FlintWorld

enum FlagsFormatter {
    static func line(for flag: FlagSnapshot, in model: AppModel) -> String {
        let source = flag.override == nil ? source(of: flag) : "overridden; \(source(of: flag))"
        let waiting = flag.waiting.map { ", \(FlagSnapshot.displayText(of: $0)) \(flag.takesEffect ?? .now)" } ?? ""
        return "\(flag.key): \(FlagSnapshot.displayText(of: flag.effective))\(waiting) (\(source))"
            + PlainReport.featureSuffix(flag.features, in: model)
    }

    static func explanation(of flag: FlagSnapshot, users: [String]) -> [String] {
        var lines = ["\(flag.key) is \(FlagSnapshot.displayText(of: flag.effective))"]
        if flag.override != nil {
            lines.append("It is overridden. Its actual value is \(FlagSnapshot.displayText(of: flag.value)).")
        }
        if let time = flag.takesEffect {
            let subject =
                flag.waiting.map { "Its new value, \(FlagSnapshot.displayText(of: $0)), takes" } ?? "A change takes"
            lines.append("\(subject) effect \(time).")
        }
        let winner = flag.answers.firstIndex { $0.value != nil }
        if let winner {
            let name = flag.answers[winner].provider
            let reason =
                winner == 0 ? "it has the highest priority and a value" : "it is the first provider with a value"
            let subject = flag.override == nil ? "\(name) decides" : "Of the providers, \(name) decides"
            lines.append("\(subject): \(reason)\(flag.undecidedText).")
        } else if flag.answers.isEmpty {
            lines.append("The app has no flag providers, so the value is unknown. Unknown is not the same as off.")
        } else if let pending = flag.answers.first(where: \.isPending) {
            lines.append(
                "\(pending.provider) is not ready, so the value is still unknown. Unknown is not the same as off.")
        } else {
            lines.append("No provider has a value, so the value is unknown. Unknown is not the same as off.")
        }
        if !flag.answers.isEmpty { lines.append("Providers, highest priority first:") }
        for (index, answer) in flag.answers.enumerated() {
            let sign = index == winner ? "→" : " "
            let traits = "priority \(answer.priority)" + (answer.isMutable ? ", can be set" : "")
            lines.append("\(sign) \(answer.provider) (\(traits)): \(summary(of: answer))")
        }
        lines.append(
            users.isEmpty ? "No feature needs the flag." : "Needed by \(users.joined(separator: ", ")).")
        return lines + (flag.declaration.map(PlainReport.declarationLines) ?? [])
    }

    private static func summary(of answer: FlagSnapshot.Answer) -> String {
        guard answer.hasFlag else { return "does not have the flag" }
        var parts = [answer.value.map { FlagSnapshot.displayText(of: $0) }, answer.reasonText].compactMap(\.self)
        if let variant = answer.variant { parts.append("variant \(variant)") }
        return parts.joined(separator: ", ") + failure(answer.errorCode, answer.errorMessage, before: "; ")
    }

    private static func source(of flag: FlagSnapshot) -> String {
        guard let provider = flag.provider else {
            if let pending = flag.answers.first(where: \.isPending) { return "\(pending.provider), pending" }
            if flag.answers.contains(where: \.hasFlag) { return failure(flag.errorCode, flag.errorMessage, before: "") }
            return "no provider has the flag"
        }
        let reason = flag.reasonText
        return flag.override == nil
            ? "\(provider), \(reason)" : "\(provider): \(FlagSnapshot.displayText(of: flag.value)), \(reason)"
    }

    /// Returns the error after the given separator, or an empty string if there was no error.
    private static func failure(_ code: String?, _ message: String?, before start: String) -> String {
        guard let code else { return "" }
        return start + code + (message.map { ": \($0)" } ?? "")
    }
}
