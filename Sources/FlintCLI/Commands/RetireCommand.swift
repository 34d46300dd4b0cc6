// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintCore
import FlintWorld

/// `flint retire flag` shows the effect of removing a feature flag from the app's code.
struct RetireCommand<App: FlintApplication>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "retire", abstract: "Show which gates, products and actions a removed flag leaves behind.",
            subcommands: [RetireFlagCommand<App>.self])
    }
}

/// `flint retire flag KEY=on` replaces a flag by a value in all requirements.
struct RetireFlagCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "flag", abstract: "Show the effect of replacing a flag by a value in the app's code.",
            discussion: """
                The answer lists the features whose requirements become simpler, those without a requirement of their \
                own (ungated), and those that can never be available (dead); features that are always available together \
                afterwards; and the products, permissions, flags and actions that nothing needs anymore. With \
                --released, it also states which released versions still ask for the flag, so that the flag service \
                must keep it.
                """)
    }

    @Argument(
        help: ArgumentHelp("The flag and its value, such as \"sleep-timer=on\".", valueName: "key=on|off"))
    var value: String
    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Files with the output of \"features --json\" of released versions, or journals or reports of them.",
            valueName: "file"),
        completion: .file())
    var released: [String] = []
    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Print the answer as one JSON object.") var json = false

    @MainActor
    func run() async throws -> Int32? {
        let parts = value.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2, let isOn = ["on": true, "off": false][parts[1]], !parts[0].isEmpty else {
            throw CommandLineError.usage(
                "\"\(CommandOutput.excerpt(value))\" is not a flag with a value. Write, for example, "
                    + "\"sleep-timer=on\".")
        }
        let key = FeatureKey(rawValue: String(parts[0]))
        let versions = try released.map { path in
            RetireAnswer.Version(file: path, asking: try GatingFile(path, program: App.commandName).world(), for: key)
        }
        return try shared.printAnswer(json: json) { session in
            let flag = FeatureKey(rawValue: try Names.key(String(parts[0]), of: .flag, in: session.model))
            let retirement = FlagRetirement(of: flag, as: isOn, in: try session.world())
            return (RetireAnswer(retirement, versions), lines(retirement, versions))
        }
    }

    private func lines(_ retirement: FlagRetirement, _ versions: [RetireAnswer.Version]) -> [String] {
        let flag = retirement.flag.rawValue
        var lines = retirement.gates.map { gate in
            switch gate.effect {
            case .ungated:
                "\(gate.name): ungated, needed \(gate.before)" + (gate.after.map { ", still needs \($0)" } ?? "")
            case .dead: "\(gate.name): dead, needed \(gate.before)"
            case .simplified: "\(gate.name): \(gate.before) -> \(gate.after ?? "")"
            }
        }
        if lines.isEmpty { lines.append("No feature requires the flag \(flag).") }
        lines += retirement.deadWithGroup.map { "\($0.name): dead, because its group is" }
        func section(_ title: String, _ items: [String]) {
            if !items.isEmpty { lines += ["", title] + items.map { "  " + $0 } }
        }
        section(
            "Always available together afterwards", retirement.equal.map { $0.map(\.name).joined(separator: ", ") })
        section(
            "Not needed anymore",
            retirement.unneededFacts.map { "\($0.fact.kind.rawValue) \($0.fact.key) (\($0.title))" }
                + retirement.unneededActions.map { "action \($0.name) of \($0.featureName)" })
        section(
            "Released versions",
            versions.map { version in
                let names = version.features.map(\.name).joined(separator: ", ")
                return "\(version.file) "
                    + (names.isEmpty ? "does not ask for the flag" : "still asks for the flag: \(names)")
            })
        return lines
    }
}

struct RetireAnswer: Encodable {
    /// A released version of the app.
    struct Version: Encodable {
        let file: String
        /// The features whose requirements ask for the flag.
        let features: [FlagRetirement.Feature]

        init(file: String, asking world: World, for flag: FeatureKey) {
            self.file = file
            features = FlagRetirement.features(of: world, asking: flag)
        }
    }

    let flag: String
    let value: String
    let gates: [FlagRetirement.Gate]
    let deadWithGroup: [FlagRetirement.Feature]
    let equal: [[FlagRetirement.Feature]]
    let unneededFacts: [FlagRetirement.UnneededFact]
    let unneededActions: [FlagRetirement.UnneededAction]
    let versions: [Version]

    init(_ retirement: FlagRetirement, _ versions: [Version]) {
        (flag, value) = (retirement.flag.rawValue, retirement.isOn ? "on" : "off")
        (gates, deadWithGroup, equal) = (retirement.gates, retirement.deadWithGroup, retirement.equal)
        (unneededFacts, unneededActions) = (retirement.unneededFacts, retirement.unneededActions)
        self.versions = versions
    }
}
