import FlintInspectorTestSupport
import FlintWorld
import Testing

@testable import FlintCLI

struct FlagsFormatterTests {
    private func answer(
        _ provider: String, _ priority: Int, _ value: Bool?, _ reason: String?, isMutable: Bool = false,
        variant: String? = nil, errorCode: String? = nil, errorMessage: String? = nil
    ) -> FlagSnapshot.Answer {
        FlagSnapshot.Answer(
            provider: provider, type: "remote", priority: priority, isMutable: isMutable, hasFlag: reason != nil,
            value: value, reason: reason, variant: variant, errorCode: errorCode, errorMessage: errorMessage)
    }

    private func flag(_ key: String, override: Bool? = nil, _ answers: FlagSnapshot.Answer...) -> FlagSnapshot {
        let winner = answers.first { $0.value != nil }
        let shown = winner ?? answers.first { $0.hasFlag }
        var flag = FlagSnapshot(
            key: key, value: winner?.value, reason: shown?.reason ?? "ERROR", provider: winner?.provider,
            override: override, effective: override ?? winner?.value, answers: answers, features: [])
        flag.errorCode = shown == nil ? "FLAG_NOT_FOUND" : shown?.errorCode
        flag.errorMessage = shown?.errorMessage
        return flag
    }

    @Test func `each flag is a line with its deciding provider and reason`() {
        let lines =
            [
                flag("a", answer("remote", 10, true, "TARGETING_MATCH"), answer("release", 1, false, "STATIC")),
                flag("b", override: true, answer("release", 1, false, "STATIC")),
                flag("c", answer("release", 1, nil, nil)), flag("d", override: false),
                flag(
                    "e", answer("remote", 10, nil, "ERROR", errorCode: "PARSE_ERROR", errorMessage: "It is a number.")),
            ].map { FlagsFormatter.line(for: $0, in: .empty) }
        #expect(
            lines == [
                "a: on (remote, by a rule)", "b: on (overridden; release: off, fixed)",
                "c: unknown (no provider has the flag)", "d: off (overridden; no provider has the flag)",
                "e: unknown (PARSE_ERROR: It is a number.)",
            ])
    }

    @Test func `an explanation lists every provider and marks the deciding one`() {
        let flag = flag(
            "a", answer("remote", 10, nil, "ERROR", errorCode: "TYPE_MISMATCH", errorMessage: "It is a text."),
            answer("debug", 5, nil, nil, isMutable: true), answer("flags.json", 3, true, "SPLIT", variant: "b"),
            answer("release", 1, false, "STATIC"))
        #expect(
            FlagsFormatter.explanation(of: flag, users: []) == [
                "a is on", "flags.json decides: it is the first provider with a value; remote failed.",
                "Providers, highest priority first:", "  remote (priority 10): error; TYPE_MISMATCH: It is a text.",
                "  debug (priority 5, can be set): does not have the flag",
                "→ flags.json (priority 3): on, by share of users, variant b", "  release (priority 1): off, fixed",
                "No feature needs the flag.",
            ])
    }

    @Test func `an explanation shows the value that an override hides`() {
        let lines = FlagsFormatter.explanation(
            of: flag("a", override: true, answer("release", 1, false, "STATIC")), users: [])
        #expect(
            lines.prefix(3) == [
                "a is on", "It is overridden. Its actual value is off.",
                "Of the providers, release decides: it has the highest priority and a value.",
            ])
    }

    @Test func `an explanation distinguishes unknown from off`() {
        let unknown = FlagsFormatter.explanation(of: flag("a", answer("release", 1, nil, nil)), users: [])
        #expect(unknown[0] == "a is unknown")
        #expect(unknown[1] == "No provider has a value, so the value is unknown. Unknown is not the same as off.")
        let alone = FlagsFormatter.explanation(of: flag("a"), users: [])
        #expect(alone[1] == "The app has no flag providers, so the value is unknown. Unknown is not the same as off.")
        #expect(alone.count == 3)
    }

    @Test func `a flag of a provider that is not ready is pending`() {
        let flag = flag(
            "a", answer("debug", 5, nil, nil, isMutable: true),
            answer("model", 1, nil, "ERROR", errorCode: "PROVIDER_NOT_READY", errorMessage: "It is loading."))
        #expect(FlagsFormatter.line(for: flag, in: .empty) == "a: unknown (model, pending)")
        #expect(
            FlagsFormatter.explanation(of: flag, users: []) == [
                "a is unknown", "model is not ready, so the value is still unknown. Unknown is not the same as off.",
                "Providers, highest priority first:", "  debug (priority 5, can be set): does not have the flag",
                "  model (priority 1): pending; PROVIDER_NOT_READY: It is loading.", "No feature needs the flag.",
            ])
    }

    @Test func `a fallback value of a provider that is not ready is used`() {
        let flag = flag("a", answer("remote", 10, true, "DEFAULT", errorCode: "PROVIDER_NOT_READY"))
        #expect(FlagsFormatter.line(for: flag, in: .empty) == "a: on (remote, default; remote has not answered)")
    }

    @Test func `only a value of a mutable provider is a setting`() {
        #expect(flag("a", answer("debug", 5, true, "STATIC", isMutable: true)).isSet)
        #expect(!flag("a", answer("debug", 5, true, "DEFAULT", isMutable: true)).isSet)
        #expect(!flag("a", answer("debug", 5, nil, nil, isMutable: true), answer("release", 1, true, "STATIC")).isSet)
        #expect(!flag("a", answer("release", 1, true, "STATIC")).isSet)
    }

    @Test func `a flag is found by an unambiguous part of its key`() throws {
        let model = AppModel(flags: [flag("sleep-timer"), flag("up-next"), flag("up-front")])
        #expect(try Names.key("sleep-timer", of: .flag, in: model) == "sleep-timer")
        #expect(try Names.key("sleep", of: .flag, in: model) == "sleep-timer")
        #expect(try Names.key("NEXT", of: .flag, in: model) == "up-next")
        #expect(throws: CommandLineError.self) { try Names.key("up", of: .flag, in: model) }
        do throws(CommandLineError) {
            _ = try Names.key("slep-timer", of: .flag, in: model)
            Issue.record("The misspelled name was accepted.")
        } catch {
            #expect(error.message == "There is no flag \"slep-timer\". Did you mean sleep-timer?")
            #expect(error.status == 64)
        }
    }
}
