import FlintCore
import FlintInspector
import FlintInspectorTestSupport
import FlintSimulation
import FlintWorld
import Testing

struct CommandRunnerTests {
    static let changes: [Command] = [
        .override(.purchase, "premium", to: "purchased"),
        .override(.purchase, "credits", to: "purchased"),
        .override(.purchase, "supporter", to: "unknown"),
        .override(.permission, "camera", to: "authorized"),
        .override(.permission, "location-when-in-use", to: "restricted"),
        .override(.permission, "location-always", to: "authorized"),
        .override(.userSetting, "TestApp/Clips", to: "off"),
        .override(.runtimeSwitch, "TestApp/Shop/Discounts", to: "on"),
        .override(.platform, FactReference.platformKey, to: "watchOS 10.0"),
        .setUserSetting(feature: "TestApp/Clips", isOn: false),
        .setUserSetting(feature: "TestApp/Clips", isOn: true),
        .setPermission(permission: "camera", status: .denied),
        .setPermission(permission: "location-when-in-use", status: .authorized),
        .setPurchase(productID: "premium", status: .purchased),
        .setPurchase(productID: "supporter", status: .unknown),
        .setBackgroundWork(isRunning: false),
        .restoreOverrides([
            OverrideRecord(kind: .purchase, key: "premium", value: "purchased", source: "console"),
            OverrideRecord(kind: .permission, key: "camera", value: "denied", source: "console"),
            OverrideRecord(kind: .userSetting, key: "TestApp/Clips", value: "off", source: "console"),
            OverrideRecord(kind: .runtimeSwitch, key: "TestApp/Shop/Discounts", value: "on", source: "console"),
            OverrideRecord(kind: .platform, key: "current", value: "tvOS 16.0", source: "console"),
        ]),
    ]

    @Test(arguments: changes)
    func `a command is undone by its inverse`(command: Command) throws {
        let bench = Bench()
        let before = bench.snapshot
        let result = bench.send(command)
        #expect(result.status == .done, "\(result.message)")
        let changed = bench.snapshot
        #expect(changed != before)
        let inverse = try #require(result.inverse)
        let undone = bench.send(inverse)
        #expect(undone.status == .done)
        #expect(bench.snapshot == before)
        bench.send(try #require(undone.inverse))
        #expect(bench.snapshot == changed, "The inverse has an inverse.")
    }

    @Test(arguments: changes)
    func `a preview lists the changes that the command makes`(command: Command) {
        let bench = Bench()
        let before = Dictionary(uniqueKeysWithValues: bench.snapshot.features.map { ($0.id, $0.available) })
        let preview = bench.inspector.preview(command)
        #expect(bench.events.isEmpty, "A preview is not recorded.")
        bench.send(command)
        let happened = bench.snapshot.features.filter { before[$0.id] != $0.available }
        #expect(Set(preview.changes.map(\.featureID)) == Set(happened.map(\.id)))
        for change in preview.changes {
            #expect(before[change.featureID] == .some(change.before))
            #expect(bench.feature(change.featureID)?.available == change.after)
        }
    }

    @Test func `undoing a changed override restores the previous override`() throws {
        let bench = Bench()
        bench.send(.override(.purchase, "premium", to: "purchased"))
        let result = bench.send(.override(.purchase, "premium", to: "not-purchased"))
        #expect(result.inverse == .override(.purchase, "premium", to: "purchased"))
        let removed = bench.send(.override(.purchase, "premium", to: nil))
        #expect(removed.inverse == .override(.purchase, "premium", to: "not-purchased"))
        #expect(bench.snapshot.overrides.isEmpty)
    }

    @Test func `removing an override that does not exist has no effect`() {
        let bench = Bench()
        let result = bench.send(.override(.purchase, "premium", to: nil))
        #expect(result == CommandResult(status: .done, message: "Premium was not overridden; it is not purchased."))
        #expect(bench.events.isEmpty)
    }

    @Test func `all overrides are removed and restored together`() throws {
        let bench = Bench()
        #expect(bench.send(.removeAllOverrides).message == "There were no overrides.")
        bench.send(.override(.purchase, "premium", to: "purchased"))
        bench.send(.override(.userSetting, "TestApp/Clips", to: "off"))
        bench.send(.override(.platform, FactReference.platformKey, to: "watchOS 9.1"))
        let before = bench.snapshot
        let preview = bench.inspector.preview(.removeAllOverrides)
        let result = bench.send(.removeAllOverrides)
        #expect(result.message == "Removed 3 overrides.")
        #expect(bench.snapshot.overrides.isEmpty)
        #expect(Set(preview.changes.map(\.featureID)).contains("TestApp/Watch"))
        let back = bench.send(try #require(result.inverse))
        #expect(back.message == "Restored 3 overrides.")
        #expect(bench.snapshot == before)
        #expect(back.inverse == .removeAllOverrides)
    }

    @Test func `an unknown override does not prevent restoring the others`() {
        let bench = Bench()
        let result = bench.send(
            .restoreOverrides([
                OverrideRecord(kind: .purchase, key: "gone", value: "purchased"),
                OverrideRecord(kind: .permission, key: "camera", value: "maybe"),
                OverrideRecord(kind: .purchase, key: "premium", value: "purchased", source: "console"),
            ]))
        #expect(result.status == .failed)
        #expect(
            result.message
                == "Restored 1 override. There is no product gone. permission camera cannot be \"maybe\".")
        #expect(bench.snapshot.overrides.map(\.key) == ["premium"])
        #expect(result.inverse == .removeAllOverrides)
    }

    @Test func `undoing a restored override keeps the other overrides`() throws {
        let bench = Bench()
        bench.send(.override(.userSetting, "TestApp/Clips", to: "off"))
        let result = bench.send(
            .restoreOverrides([OverrideRecord(kind: .purchase, key: "premium", value: "purchased", source: "console")]))
        #expect(result.status == .done)
        bench.send(try #require(result.inverse))
        #expect(bench.snapshot.overrides.map(\.kind) == [.userSetting])
    }

    @Test func `the inverse of pausing paused background work is pausing it`() {
        let bench = Bench()
        bench.work.setRunning(false)
        let result = bench.send(.setBackgroundWork(isRunning: false))
        #expect(result.message == "Background work is paused.")
        #expect(result.inverse == .setBackgroundWork(isRunning: false))
    }

    @Test func `the result of a command describes its effect`() {
        let bench = Bench(permissions: [.location(usage: .whenInUse): .authorized])
        #expect(
            bench.send(.override(.purchase, "premium", to: "purchased")).message
                == "Premium: overridden, purchased until removed; Playlists is available, Premiere is undetermined.")
        #expect(
            bench.send(.override(.purchase, "premium", to: nil)).message
                == "Premium: override removed, not purchased; Playlists is not available, Premiere is not available.")
        #expect(
            bench.send(.setUserSetting(feature: "TestApp/Clips", isOn: false)).message
                == "The user has turned Clips off; Clips is not available.")
        #expect(
            bench.send(.setUserSetting(feature: "TestApp/Clips", isOn: nil)).message
                == "The user has not set Clips: it is on by default; Clips is undetermined.")
        #expect(
            bench.send(.override(.userSetting, "TestApp/Clips", to: "off")).message
                == "User setting of Clips: overridden, off until removed; Clips is not available.")
        #expect(
            bench.send(.setPurchase(productID: "supporter", status: .unknown)).message
                == "The store reports Supporter: unknown; Premiere is undetermined.")
        #expect(
            bench.send(.setPermission(permission: "camera", status: .denied)).message
                == "The system reports Camera: denied.")
    }

    @Test(
        arguments: [
            (.override(.purchase, "gone", to: "purchased"), "There is no product gone."),
            (.setPurchase(productID: "gone", status: .purchased), "There is no product gone."),
            (
                .setPurchase(productID: "credits", status: .purchased),
                "The store keeps no purchase status of Credit, because it is a consumable; override it."
            ),
            (.override(.permission, "gone", to: "denied"), "There is no permission gone."),
            (.override(.userSetting, "gone", to: "on"), "There is no feature gone."),
            (.override(.userSetting, "TestApp/Watch", to: "on"), "Watch has no user setting."),
            (.setUserSetting(feature: "TestApp/Watch", isOn: true), "Watch has no user setting."),
            (.override(.runtimeSwitch, "TestApp/Clips", to: "on"), "Clips has no runtime switch."),
            (
                .override(.platform, FactReference.platformKey, to: "iPad"),
                "\"iPad\" is not a platform and version; write, for example, \"watchOS 9.0\"."
            ),
            (
                .perform(ActionInvocation(feature: "TestApp/Shop", action: "Nope")),
                "Shop has no action \"Nope\". Its actions are BuyAction, FailAction, ShowAction."
            ),
            (
                .perform(ActionInvocation(feature: "TestApp/Watch", action: "Nope")),
                "Watch has no action \"Nope\". It has no actions."
            ),
            (.answerFlow(.allow), "No permissions are being requested."),
            (.beginFlow(feature: "TestApp/Watch", thenPerform: nil), "Watch has no permissions left to request."),
            (.beginFlow(feature: "TestApp/Shop", thenPerform: nil), "Shop has no permissions left to request."),
            (
                .beginFlow(
                    feature: "TestApp/Clips", thenPerform: ActionInvocation(feature: "TestApp/Clips", action: "Nope")),
                "Clips has no action \"Nope\"."
            ),
        ] as [(Command, String)])
    func `an invalid command fails with a message and changes nothing`(command: Command, message: String) {
        let bench = Bench()
        let before = bench.snapshot
        #expect(bench.send(command) == CommandResult(status: .failed, message: message))
        #expect(bench.inspector.preview(command).changes.isEmpty)
        #expect(bench.snapshot == before)
        #expect(bench.events.isEmpty)
    }

    @Test(
        arguments: [
            .setPermission(permission: "camera", status: .denied),
            .setPurchase(productID: "premium", status: .purchased),
            .setBackgroundWork(isRunning: false),
        ] as [Command])
    func `a real system cannot be changed`(command: Command) {
        let bench = Bench(isSimulated: false)
        #expect(bench.send(command).status == .failed)
        #expect(bench.events.isEmpty)
    }

    // MARK: Actions

    @MainActor @Test func `an action is performed by name`() {
        let bench = Bench()
        let result = bench.send(
            .perform(ActionInvocation(feature: "TestApp/Shop", action: "BuyAction", input: ["item": "hat"])))
        #expect(result == CommandResult(status: .done, message: "Shop: Buy: success."))
        #expect(bench.events.map(\.kind) == [.actionBegan, .actionCompleted])
        #expect(bench.events.allSatisfy { $0.cause == "console" })
    }

    @Test func `an action is performed from any thread`() async {
        let bench = Bench()
        let result = await bench.answer(
            to: .perform(ActionInvocation(feature: "TestApp/Shop", action: "BuyAction", input: ["item": "hat"])))
        #expect(result.status == .done)
    }

    @MainActor @Test func `the result of a failed action describes the error`() {
        let bench = Bench()
        let result = bench.send(.perform(ActionInvocation(feature: "TestApp/Shop", action: "FailAction")))
        #expect(result == CommandResult(status: .failed, message: "Shop: Fail failed: the till is empty"))
    }

    @MainActor @Test func `an action without its input or presenter names what is missing`() {
        let bench = Bench()
        #expect(
            bench.send(.perform(ActionInvocation(feature: "TestApp/Shop", action: "BuyAction"))).message
                == "The input of Buy is incomplete: missing item (what to buy).")
        #expect(
            bench.send(.perform(ActionInvocation(feature: "TestApp/Shop", action: "ShowAction"))).message
                == "No presenter was found for Show.")
    }

    @MainActor @Test func `an action of an unavailable feature is denied`() {
        let bench = Bench()
        let result = bench.send(
            .perform(ActionInvocation(feature: "TestApp/Playlists", action: "BuyAction", input: ["item": "x"])))
        #expect(
            result
                == CommandResult(
                    status: .unavailable,
                    message:
                        "Playlists: “Buy” denied: Premium is not purchased, Location when in use is not determined."))
        #expect(bench.events.map(\.kind) == [.requestDenied])
    }
}
