import FlintWorld
import Foundation
import Testing

struct CommandTests {
    private static let invocation = ActionInvocation(
        feature: "a/b", action: "Play", input: ["name": "Jazz"])

    /// Every command, and its form in saved histories and on the wire, which must never change.
    private static let spellings: [(command: Command, text: String)] = [
        (
            .override(.purchase, "premium", to: "unknown"),
            #"{"setOverride":{"_0":{"key":"premium","kind":"purchase"},"_1":{"value":"unknown"}}}"#
        ),
        (
            .override(.platform, FactReference.platformKey, to: nil),
            #"{"setOverride":{"_0":{"key":"current","kind":"platform"}}}"#
        ),
        (
            .setOverride(
                FactReference(kind: .flag, key: "new"),
                Override(value: "on", expiry: .uses(3))),
            #"{"setOverride":{"_0":{"key":"new","kind":"flag"},"_1":{"expiry":{"uses":3},"value":"on"}}}"#
        ),
        (.removeOverridesOfKind(.permission), #"{"removeOverridesOfKind":{"_0":"permission"}}"#),
        (.removeAllOverrides, #"{"removeAllOverrides":{}}"#),
        (.restoreOverrides([]), #"{"restoreOverrides":{"_0":[]}}"#),
        (
            .restoreOverrides([OverrideRecord(kind: .userSetting, key: "a/b", value: "on")]),
            #"{"restoreOverrides":{"_0":[{"key":"a/b","kind":"user-setting","value":"on"}]}}"#
        ),
        (
            .setUserSetting(feature: "a/b", isOn: true),
            #"{"setUserToggle":{"feature":"a/b","isOn":true}}"#
        ),
        (.setUserSetting(feature: "a/b", isOn: nil), #"{"setUserToggle":{"feature":"a/b"}}"#),
        (
            .setPermission(permission: "camera", status: .notDetermined),
            #"{"setPermission":{"permission":"camera","status":"not-determined"}}"#
        ),
        (
            .setPurchase(productID: "premium", status: .purchased),
            #"{"setPurchase":{"productID":"premium","status":"purchased"}}"#
        ),
        (.setFlag(key: "new", isOn: false), #"{"setFlag":{"isOn":false,"key":"new"}}"#),
        (.setFlag(key: "new", isOn: nil), #"{"setFlag":{"key":"new"}}"#),
        (
            .store(.buy(productID: "premium", quantity: 2, ending: .askToBuy)),
            #"{"store":{"_0":{"buy":{"ending":"ask-to-buy","productID":"premium","quantity":2}}}}"#
        ),
        (.store(.reset), #"{"store":{"_0":{"reset":{}}}}"#),
        (.restartApp, #"{"restartApp":{}}"#),
        (.beginSession, #"{"beginSession":{}}"#),
        (.focus(feature: "a/b", isOn: true), #"{"focus":{"feature":"a/b","isOn":true}}"#),
        (
            .perform(Self.invocation),
            #"{"perform":{"_0":{"action":"Play","feature":"a/b","input":{"name":"Jazz"}}}}"#
        ),
        (.openURL("podcasts://play"), #"{"openURL":{"_0":"podcasts://play"}}"#),
        (.beginFlow(feature: "a/b", thenPerform: nil), #"{"beginFlow":{"feature":"a/b"}}"#),
        (
            .beginFlow(feature: "a/b", thenPerform: Self.invocation),
            #"{"beginFlow":{"feature":"a/b","thenPerform":{"action":"Play","feature":"a/b","input":{"name":"Jazz"}}}}"#
        ),
        (.answerFlow(.allowOnce), #"{"answerFlow":{"_0":"allow-once"}}"#),
        (.setBackgroundWork(isRunning: false), #"{"setBackgroundWork":{"isRunning":false}}"#),
        (
            .restoreDevice(SavedDevice(part: .store, content: "{}")),
            #"{"restoreDevice":{"_0":{"content":"{}","part":"store"}}}"#
        ),
        (.savePersona(name: "Ann", description: nil), #"{"savePersona":{"name":"Ann"}}"#),
        (
            .savePersona(name: "Ann", description: "A child"),
            #"{"savePersona":{"description":"A child","name":"Ann"}}"#
        ),
        (.setPersona(name: "Ann", persona: nil), #"{"setPersona":{"name":"Ann"}}"#),
        (
            .setPersona(name: "Ann", persona: Persona(name: "Ann", description: "A child")),
            #"{"setPersona":{"name":"Ann","persona":{"description":"A child","name":"Ann"}}}"#
        ),
        (.sequence([]), #"{"sequence":{"_0":[]}}"#),
        (
            .sequence([.undo, .sequence([.redo])]),
            #"{"sequence":{"_0":[{"undo":{}},{"sequence":{"_0":[{"redo":{}}]}}]}}"#
        ),
        (.undo, #"{"undo":{}}"#),
        (.redo, #"{"redo":{}}"#),
    ]

    @Test(arguments: spellings) func `a command keeps its spelling`(command: Command, text: String)
        throws
    {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        #expect(String(decoding: try encoder.encode(command), as: UTF8.self) == text)
        #expect(try JSONDecoder().decode(Command.self, from: Data(text.utf8)) == command)
    }

    @Test func `unknown members and explicit nulls are accepted`() throws {
        func command(_ text: String) throws -> Command {
            try JSONDecoder().decode(Command.self, from: Data(text.utf8))
        }
        #expect(try command(#"{"undo": {"later": 1}, "later": 1, "name": 1}"#) == .undo)
        #expect(
            try command(#"{"setFlag": {"key": "a", "isOn": null}}"#) == .setFlag(key: "a", isOn: nil))
    }

    @Test(arguments: [
        "{}", #"{"undo": {}, "redo": {}}"#, #"{"later": {}}"#, #"{"undo": 1}"#, #"{"setFlag": {}}"#,
        "[]",
    ])
    func `an object without exactly one command is refused`(text: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Command.self, from: Data(text.utf8))
        }
    }

    @Test func `a result is encoded and decoded with its inverse`() throws {
        let result = CommandResult(
            status: .unavailable, message: "no", inverse: .restoreOverrides([]))
        #expect(
            try JSONDecoder().decode(CommandResult.self, from: JSONEncoder().encode(result)) == result)
    }

    @Test func `each answer belongs to one stage`() {
        #expect(FlowAnswer.allCases.filter { $0.stage == .card } == [.proceed, .askLater, .cancelAll])
        #expect(FlowAnswer.allCases.filter { $0.stage == .prompt } == [.allow, .allowOnce, .deny])
        #expect(FlowAnswer.allCases.filter { $0.stage == .outcome } == [.next, .stop])
        #expect(FlowAnswer.allCases.filter { $0.stage == .summary } == [.dismiss])
    }
}
