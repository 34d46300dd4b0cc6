// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintCore
import FlintWorld

struct WhatIfCommand<App: FlintApplication>: AppCommand {
    enum Kind: EnumerableFlag {
        case without, states

        static func help(for question: Self) -> ArgumentHelp? {
            switch question {
            case .without:
                "List the features that become unavailable, now and for every persona, without the fact that is named."
            case .states: "Count the states in which the feature that is named is available."
            }
        }
    }

    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "what-if",
            abstract: "List the features that would change if facts had other values or after a command.",
            discussion: """
                \(assumptionHelp)

                "--without purchase PRODUCT", "--without permission PERMISSION", "--without flag KEY", "--without \
                user-setting FEATURE" and "--without runtime-switch FEATURE" assume that it is not purchased, denied or \
                off; "--without platform NAME VERSION" assumes that the app runs there. For the current state, the answer \
                in text also covers the opposite value. Without any words, all facts are ranked by the features and \
                actions that are lost without them: if everything else is granted on this platform, and in the current \
                state.

                The states of "--states FEATURE" are all combinations of the facts that the feature and its groups depend \
                on. The count is exact and can take a while. The condition leaves out redundant requirements.
                """)
    }

    static var assumptionHelp: String {
        """
        Each assumption is one argument; a single one without options can also be written without quotes. An override: \(FactKind.grammar) \
        The value "none" assumes that the override is removed. The actual user setting: \
        "user FEATURE on|off|none". The actual status of a permission: "system PERMISSION STATUS". Or a command \
        that changes the app: "store buy PRODUCT", "set flag KEY on --in provider", "set all none", \
        "persona apply NAME", "undo" and "undo --redo". \
        Assumptions apply in order, each based on the previous ones. The app is not changed. The status is 1 if \
        a command would be refused.
        """
    }

    @Argument(
        help: ArgumentHelp(
            "Assumptions, such as \"purchase premium purchased\", or the words of a fact or a feature.",
            valueName: "assumption"),
        completion: .assumptions(of: App.self))
    var words: [String] = []
    @Flag(exclusivity: .exclusive) var question: Kind?
    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Print the answer as one JSON object.") var json = false

    func validate() throws {
        switch question {
        case nil: break
        case .without:
            guard words.count != 1 || words[0].contains(" ") else {
                throw ValidationError(
                    "Specify a kind and a name, such as \"purchase premium\". Leave out both to rank all facts.")
            }
        case .states:
            guard !words.isEmpty else { throw ValidationError("--states needs the name of a feature.") }
        }
    }

    @MainActor
    func run() async throws -> Int32? {
        // The words of a name can be one argument or several.
        let words = words.joined(separator: " ").split(separator: " ").map(String.init)
        switch question {
        case .states:
            return try print(StatesQuestion(feature: words.joined(separator: " ")))
        case .without? where !words.isEmpty:
            return try print(ImpactQuestion(kind: words[0], name: words.dropFirst().joined(separator: " ")))
        case .without?, nil:
            return self.words.isEmpty
                ? try print(FactRankingQuestion()) : try print(WhatIfQuestion(assumptions: assumptions))
        }
    }

    @MainActor
    private func print(_ question: some Question<App>) throws -> Int32 {
        _ = try shared.print(answerTo: question, json: json)
        return 0
    }

    /// The assumptions: one for each argument, or a single one whose words are separate arguments.
    private var assumptions: [String] {
        // An equals sign before the value counts as a space.
        let words = words.map { $0.contains(" ") ? $0 : $0.replacing("=", with: " ") }
        // The word "undo" is a complete assumption.
        let isSingle = words.count > 1 && words[0] != "undo" && !words[0].contains(" ")
        return isSingle ? [words.joined(separator: " ")] : words
    }
}
