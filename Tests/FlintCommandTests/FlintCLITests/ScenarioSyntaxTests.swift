import FlintConsole
import FlintCore
import FlintWorld
import Testing

@testable import FlintCLI

struct ScenarioSyntaxTests {
    private static let action = ActionInvocation(
        feature: "App/Player", action: "Play", input: ["name": "a = \"b\"", "times": ""])

    /// Commands that only scenarios have.
    private static let steps: [Command] = [
        .beginFlow(feature: "App/Player", thenPerform: nil), .beginFlow(feature: "App/Player", thenPerform: action),
        .beginFlow(feature: "App/My Player", thenPerform: ActionInvocation(feature: "App/Player", action: "Play")),
        .focus(feature: "App/Player", isOn: true), .setBackgroundWork(isRunning: false), .restartApp,
    ]

    private static let answers: [Command] = FlowAnswer.allCases.map { .answerFlow($0) }

    /// Commands of the command line, with their words.
    private static let typed: [(Command, String)] = [
        (.savePersona(name: "A child", description: nil), "persona save \"A child\""),
        (
            .savePersona(name: "Child", description: "- asks"),
            "persona save Child \"--description=- asks\""
        ),
        (.setPersona(name: "A child", persona: nil), "persona delete \"A child\""),
        (.setFlag(key: "up-next", isOn: true), "set flag up-next on --in=provider"),
        (.setFlag(key: "up-next", isOn: nil), "set flag up-next none --in=provider"),
        (.removeOverridesOfKind(.flag), "set flags none"), (.removeAllOverrides, "set all none"),
        (
            .setOverride(
                FactReference(kind: .purchase, key: "premium"),
                Override(value: "purchased", reason: "a demo", expiry: .uses(2))),
            "set purchase premium purchased \"--reason=a demo\" --uses=2"
        ),
        (
            .setOverride(
                FactReference(kind: .flag, key: "a"), Override(value: "on", expiry: .after(seconds: 90))),
            "set flag a on --for=90s"
        ),
        (.setOverride(FactReference(kind: .permission, key: "camera"), nil), "set permission camera none"),
        (.setUserSetting(feature: "App/Player", isOn: nil), "set user-setting App/Player none --in=user"),
        (.setPermission(permission: "camera", status: .denied), "set permission camera denied --in=system"),
        (.setPurchase(productID: "a", status: .purchased), "set purchase a purchased --in=store"),
        (.perform(action), "perform App/Player/Play \"name=a = \\\"b\\\"\" times="),
        (.openURL("a://b"), "perform a://b"),
        (.store(.buy(productID: "premium")), "store buy premium"),
        (.store(.buy(productID: "premium", ending: .askToBuy)), "store buy premium --ending=ask-to-buy"),
        (.store(.approve(productID: "a")), "store approve a"), (.store(.decline(productID: "a")), "store decline a"),
        (.store(.resume(productID: "a")), "store resume a"), (.store(.refund(productID: "a")), "store refund a"),
        (.store(.revoke(productID: "a")), "store revoke a"), (.store(.share(productID: "a")), "store share a"),
        (.store(.deleteTransaction(productID: "a", id: 7)), "store delete a 7"),
        (.store(.renew(productID: "a")), "store renew a"), (.store(.expire(productID: "a")), "store expire a"),
        (.store(.setAutoRenew(productID: "a", isOn: false)), "store auto-renew a off"),
        (.store(.consume(productID: "a", quantity: 2)), "store consume a 2"),
        (.store(.setAskToBuy(true)), "store ask-to-buy on"),
        (.store(.setFailsRenewals(false)), "store fail-renewals off"),
        (.store(.advance(seconds: 3_600)), "store advance 3600s"), (.store(.advanceToNextEvent), "store next"),
        (.store(.setRate(60)), "store rate 60.0"), (.store(.reset), "store reset"), (.undo, "undo"),
        (.redo, "undo --redo"),
    ]

    /// Commands without words.
    private static let untyped: [Command] = [
        .restoreOverrides([]), .sequence([]),
        .store(.advance(seconds: 0.5)), .store(.buy(productID: "a", quantity: 2)),
        .setOverride(FactReference(kind: .flag, key: "a"), Override(value: "on", expiry: .untilQuit)),
        .setFlag(key: "-a", isOn: true), .savePersona(name: "a", description: "two\nlines"),
        .perform(ActionInvocation(feature: "App", action: "a/b")),
        .perform(ActionInvocation(feature: "App", action: "a", input: ["a=b": "c"])),
    ]

    private func words(of line: String) throws -> [String] {
        guard case .command(let words, mayFail: false)? = try ConsoleScript(line).steps.first?.action else { return [] }
        return words
    }

    @Test func `the words of a step are read as the same command`() throws {
        for command in Self.steps + Self.answers {
            let line = try #require(ScenarioSyntax.line(command))
            #expect(!line.hasPrefix("send"))
            #expect(try ScenarioSyntax.command(words(of: line)) == command, "\(line)")
        }
    }

    @MainActor
    @Test func `other commands are spelled like those of the command line, which accepts them`() throws {
        for (command, line) in Self.typed {
            #expect(ScenarioSyntax.line(command) == line)
            let words = try words(of: line)
            #expect(words == ScenarioSyntax.words(for: command))
            _ = try ScenarioCommands<DocumentedApp>.parse(words)
            #expect(try ScenarioSyntax.command(words) == nil)
        }
    }

    @Test func `commands that are one change are one line`() throws {
        let commands = Self.steps + Self.typed.map { $0.0 } + Self.untyped
        let line = try #require(ScenarioSyntax.line(.sequence(commands)))
        let words = try words(of: line)
        #expect(words.first == "together")
        #expect(words.dropFirst() == commands.compactMap(ScenarioSyntax.line)[...])
        let nested = try #require(ScenarioSyntax.line(.sequence([.sequence([.undo]), .redo])))
        #expect(nested == "together \"together undo\" \"undo --redo\"")
    }

    @Test func `a command without words is recorded as JSON`() throws {
        for command in Self.untyped {
            #expect(ScenarioSyntax.words(for: command) == nil)
            #expect(ScenarioSyntax.line(command)?.hasPrefix("send {") == true)
        }
    }

    @Test(arguments: [
        "flow", "flow answer", "flow answer yes", "flow begin", "flow begin a b", "flow begin a perform b",
        "flow begin a perform b/c d", "focus a", "focus a maybe", "background-work", "restart now",
    ])
    func `a malformed step is refused`(line: String) {
        #expect(throws: CommandLineError.self) {
            try ScenarioSyntax.command(line.split(separator: " ").map(String.init))
        }
    }
}
