import FlintWorld
import Foundation
import Testing

/// Tests of encoding commands.
struct CommandTests {
    @Test(
        arguments: [
            Command.override(.purchase, "premium", to: "unknown"),
            .override(.purchase, "premium", to: nil),
            .override(.permission, "camera", to: "restricted"),
            .override(.permission, "camera", to: nil),
            .override(.userSetting, "a/b", to: "on"), .override(.userSetting, "a/b", to: nil),
            .override(.runtimeSwitch, "a/b", to: "off"), .override(.runtimeSwitch, "a/b", to: nil),
            .override(.platform, FactReference.platformKey, to: "watchOS 9.0"),
            .override(.platform, FactReference.platformKey, to: nil), .removeAllOverrides,
            .restoreOverrides([OverrideRecord(kind: .userSetting, key: "a/b", value: "on")]),
            .setUserSetting(feature: "a/b", isOn: true), .setUserSetting(feature: "a/b", isOn: nil),
            .setPermission(permission: "camera", status: .denied),
            .setPurchase(productID: "premium", status: .purchased),
            .perform(ActionInvocation(feature: "a/b", action: "PlayAction", input: ["name": "Jazz"])),
            .beginFlow(feature: "a/b", thenPerform: nil),
            .beginFlow(feature: "a/b", thenPerform: ActionInvocation(feature: "a/b", action: "PlayAction")),
            .focus(feature: "a/b", isOn: true), .focus(feature: "a/b", isOn: false),
            .openURL("podcasts://play"), .answerFlow(.allowOnce), .setBackgroundWork(isRunning: false),
            .savePersona(name: "Ann", description: nil), .setPersona(name: "Ann", persona: Persona(name: "Ann")),
            .setPersona(name: "Ann", persona: nil), .rename(Persona(name: "Ann"), to: "Bob"),
        ])
    func `a command is encoded and decoded`(command: Command) throws {
        let data = try JSONEncoder().encode(command)
        #expect(try JSONDecoder().decode(Command.self, from: data) == command)
    }

    @Test func `a result is encoded and decoded with its inverse`() throws {
        let result = CommandResult(
            status: .unavailable, message: "no", inverse: .restoreOverrides([]))
        #expect(try JSONDecoder().decode(CommandResult.self, from: JSONEncoder().encode(result)) == result)
    }

    @Test func `each answer belongs to one stage`() {
        #expect(FlowAnswer.allCases.filter { $0.stage == .card } == [.proceed, .askLater, .cancelAll])
        #expect(FlowAnswer.allCases.filter { $0.stage == .prompt } == [.allow, .allowOnce, .deny])
        #expect(FlowAnswer.allCases.filter { $0.stage == .outcome } == [.next, .stop])
        #expect(FlowAnswer.allCases.filter { $0.stage == .summary } == [.dismiss])
    }
}
