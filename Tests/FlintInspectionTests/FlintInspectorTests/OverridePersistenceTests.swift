import FlintCore
import FlintInspectorTestSupport
import FlintSimulation
import FlintTestSupport
import FlintWorld
import Foundation
import Testing

@testable import FlintInspector

struct OverridePersistenceTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path(of: "state/overrides.json") }
    private var file: OverrideFile { OverrideFile(path: path) }
    private var saved: [OverrideRecord] { file.load().content.records }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func write(_ text: String) throws {
        try FileManager.default.createDirectory(
            atPath: URL(filePath: path).deletingLastPathComponent().path(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: path))
    }

    private func advisories(_ bench: Bench) -> [String] {
        bench.events.filter { $0.kind == .advisory }.map(\.title)
    }

    // MARK: From one process to the next

    @Test func `overrides of one process are loaded by the next`() {
        let first = Bench(file: file)
        #expect(first.notices.isEmpty)
        first.send(.override(.purchase, "premium", to: "purchased"))
        first.send(.override(.userSetting, "TestApp/Clips", to: "off"))
        first.send(.override(.platform, FactReference.platformKey, to: "watchOS 9.1"))
        first.send(.override(.platform, FactReference.platformKey, to: nil))
        #expect(first.persistence?.problem == nil)

        let second = Bench(file: file)
        #expect(second.notices.isEmpty)
        #expect(second.snapshot.overrides == first.snapshot.overrides)
        #expect(second.snapshot.overrides.map(\.key) == ["premium", "TestApp/Clips"])
        #expect(second.events.allSatisfy { $0.cause == "saved" })
    }

    @Test func `an unrequired product of the store can be overridden, even by a persona`() throws {
        let offers = [
            StoreOffer(NonConsumableProduct(name: "Poster", description: "", productID: "poster"), price: "$1")
        ]
        let first = Bench(offers: offers, file: file)
        var persona = Persona(name: "Everything")
        persona.purchases = [Persona.everythingElse: .purchased]
        let commands = try persona.commands(in: first.inspector.readModel())
        #expect(first.inspector.plans([commands])[0].refusal == nil)
        #expect(first.send(.sequence(commands)).status == .done)
        let second = Bench(offers: offers, file: file)
        #expect(second.notices.isEmpty)
        let products = second.inspector.readModel().products
        #expect(products.contains { $0.productID == "poster" } && products.allSatisfy { $0.effective == .purchased })
    }

    @Test func `two consoles on one file tell their changes apart`() {
        let running: Set<Int32> = [1, 2]
        let first = Bench(file: file, process: .simulated(1, running: running))
        let second = Bench(file: file, process: .simulated(2, running: running))
        func sources(in bench: Bench) -> [String?] {
            bench.persistence?.fileDidChange()
            return bench.snapshot.overrides.map(\.source)
        }
        first.send(.override(.purchase, "premium", to: "purchased"))
        second.send(.override(.userSetting, "TestApp/Clips", to: "off"))
        #expect(sources(in: first) == ["console", "console 2"])
        #expect(sources(in: second) == ["console 1", "console"])
        #expect(second.events.map(\.cause) == ["console", "console 1"])
        #expect(saved.map(\.source) == ["console", "console"], "The names of processes are not saved.")

        first.send(.override(.purchase, "premium", to: nil))
        #expect(sources(in: second) == ["console"])
        #expect(second.events.last?.cause == "console 1")
        second.send(.removeAllOverrides)
        #expect(sources(in: first).isEmpty)
        #expect(first.events.last?.cause == "console 2")
        first.send(.override(.userSetting, "TestApp/Clips", to: "off"))
        let next = Bench(file: file, process: .simulated(3, running: [3]))
        #expect(sources(in: next) == ["console"], "A console that has ended has no process.")
    }

    @Test func `an override that was used up elsewhere is not removed in the name of a program`() async {
        let perform = Command.perform(ActionInvocation(feature: "TestApp/Playlists", action: "BuyAction"))
        let first = Bench(file: file, process: .simulated(1, running: [1, 2]))
        let second = Bench(file: file, process: .simulated(2, running: [1, 2]))
        second.send(.override(.location()))
        second.send(.override(.permission, "location-when-in-use", to: nil))
        second.send(.override(.premium(expiry: .uses(1))))
        first.persistence?.fileDidChange()
        #expect(first.events.last?.cause == "console 2")
        _ = await second.answer(to: perform)
        first.persistence?.fileDidChange()
        #expect(first.snapshot.overrides.isEmpty)
        #expect(first.events.last?.cause == "saved")
    }

    @Test func `undoing a change of another console names that console`() {
        let path = file.path + ".history"
        func bench(_ id: Int32) -> Bench {
            let process = ProcessIdentity.simulated(id, running: [1, 2])
            return Bench(file: file, process: process, history: CommandHistory(path: path, process: process))
        }
        bench(2).send(.override(.purchase, "premium", to: "purchased"))
        let first = bench(1)
        let message = first.send(.undo).message
        #expect(message.hasPrefix("Undone. Premium") && message.hasSuffix(" The change was made by console 2."))
        first.send(.override(.purchase, "premium", to: "purchased"))
        #expect(!first.send(.undo).message.contains("was made by"))
    }

    @Test func `reasons and expiries are loaded by the next process`() {
        let first = Bench(file: file)
        first.send(.override(.premium(reason: "the demo", expiry: .inSeconds(600))))
        first.send(.override(.location(expiry: .uses(3))))
        let second = Bench(file: file)
        #expect(second.snapshot.overrides == first.snapshot.overrides)
        #expect(second.snapshot.overrides.map(\.reason) == [nil, "the demo"])
    }

    @Test func `an override keeps the date on which it was set`() {
        let time = ManualTime()
        let date = time.now
        Bench(time: time, file: file).send(.override(.premium()))
        for _ in 0..<2 {
            time.pass(seconds: 100)
            let bench = Bench(time: time, file: file)
            #expect(bench.runtime.facts[.purchase(productID: "premium")]?.override?.since == date)
            // Another change writes the file.
            bench.send(.override(.location()))
        }
    }

    @Test(arguments: [#", "since": "2926-01-31T12:00:00Z""#, #", "since": "yesterday""#, ""])
    func `an override without a past date is as old as the process`(entry: String) throws {
        try write(
            """
            {"flint": "overrides", "version": 2, "overrides": [
                {"kind": "purchase", "key": "premium", "value": "purchased"\(entry)}
            ]}
            """)
        let time = ManualTime()
        let bench = Bench(time: time, file: file)
        #expect(bench.runtime.facts[.purchase(productID: "premium")]?.override?.since == time.now)
        #expect(bench.notices.isEmpty)
    }

    @Test func `an override until quit replaces the saved override and is not saved`() {
        let bench = Bench(file: file)
        bench.send(.override(.location()))
        bench.send(.override(.premium("unknown", reason: "before")))
        bench.send(.override(.premium(expiry: .untilQuit)))
        #expect(saved == [.location()])
        #expect(Bench(file: file).snapshot.overrides == [.location()])
    }

    @Test func `every use is saved, and the last use removes the override`() async {
        let perform = Command.perform(ActionInvocation(feature: "TestApp/Playlists", action: "BuyAction"))
        let bench = Bench(file: file)
        bench.send(.override(.premium(expiry: .uses(2))))
        _ = await bench.answer(to: perform)
        #expect(saved == [.premium(expiry: .uses(1))])
        let next = Bench(file: file)
        #expect(next.snapshot.overrides == [.premium(expiry: .uses(1))])
        _ = await next.answer(to: perform)
        #expect(saved.isEmpty)
        #expect(next.snapshot.overrides.isEmpty)
    }

    @Test func `an override that expires is removed from the file`() {
        let time = ManualTime(now: Date())
        let bench = Bench(time: time, file: file)
        bench.send(.override(.premium(expiry: .inSeconds(600))))
        bench.send(.override(.location()))
        time.advance(seconds: 700)
        #expect(saved == [.location()])
        #expect(bench.events.last?.title == "Premium: override expired, not purchased")
    }

    @Test func `a saved override keeps the source that set it`() throws {
        try file.update { content in
            content.records = [.premium()]
            content.records[0].source = "command line"
        }
        let bench = Bench(file: file)
        #expect(bench.snapshot.overrides.map(\.source) == ["command line"])
        #expect(bench.send(.override(.purchase, "premium", to: "not-purchased")).status == .done)
        #expect(bench.snapshot.overrides.map(\.source) == ["console"])
        #expect(saved.map(\.source) == ["console"])
    }

    @Test func `undoing the removal of an override restores its source`() throws {
        try file.update { content in
            content.records = [.premium()]
            content.records[0].source = "command line"
        }
        let bench = Bench(file: file)
        let removed = bench.send(.override(.purchase, "premium", to: nil))
        #expect(bench.snapshot.overrides.isEmpty)
        #expect(bench.send(try #require(removed.inverse)).status == .done)
        #expect(bench.snapshot.overrides.map(\.source) == ["command line"])
    }

    @Test func `an override that expired between processes is removed and reported`() throws {
        let over = OverrideRecord.premium(
            reason: "the demo", expiry: .until(Date(timeIntervalSince1970: 1_000_000_000)))
        let used = OverrideRecord.location(expiry: .uses(0))
        let lasting = OverrideRecord(
            kind: .userSetting, key: "TestApp/Clips", value: "off", expiry: .inSeconds(600))
        try file.update { $0.records = [over, used, lasting] }
        let bench = Bench(file: file)
        #expect(bench.snapshot.overrides == [lasting])
        #expect(saved == [lasting])
        #expect(bench.notices.count == 2)
        #expect(bench.notices.first?.hasPrefix("An override has expired: Location when in use, authorized") == true)
        #expect(bench.notices.last?.contains("Premium, purchased until 2001-09-09 ") == true)
        #expect(bench.notices.last?.contains("because of “the demo”") == true)
        #expect(advisories(bench) == bench.notices)
        #expect(bench.snapshot.problems.isEmpty, "An expired override is not a problem.")
        #expect(Bench(file: file).notices.isEmpty, "The expiry is reported once.")
    }

    @Test func `an expired override in a read-only file is not applied`() throws {
        try file.update { $0.records = [.premium(expiry: .until(Date(timeIntervalSince1970: 0)))] }
        // A directory at the path of the draft prevents writing for every user, including root.
        try FileManager.default.createDirectory(atPath: path + ".draft", withIntermediateDirectories: true)
        let bench = Bench(file: file)
        #expect(bench.snapshot.overrides.isEmpty)
        #expect(bench.snapshot.problems.count == 1)
        #expect(bench.snapshot.problems.first?.contains("cannot be written") == true)
    }

    // MARK: Unknown overrides

    @Test func `overrides of unknown facts are reported and kept`() throws {
        let stranger = OverrideRecord(kind: .purchase, key: "gone", value: "purchased")
        try file.update { $0.records = [stranger, .premium()] }
        let bench = Bench(file: file)
        #expect(
            bench.notices == ["The state file \(path) contains an override without effect: There is no product gone."])
        #expect(advisories(bench) == bench.notices)
        #expect(bench.snapshot.problems == bench.notices)
        #expect(bench.snapshot.overrides.map(\.key) == ["premium"])
        bench.send(.override(.purchase, "premium", to: nil))
        #expect(saved == [stranger], "Another version of the app may know the override.")
    }

    @Test func `an override with an invalid value is reported`() throws {
        try file.update { $0.records = [OverrideRecord(kind: .permission, key: "camera", value: "maybe")] }
        let bench = Bench(file: file)
        #expect(bench.notices.count == 1)
        #expect(bench.snapshot.overrides.isEmpty)
    }

    @Test func `an entry of a newer version is reported and kept`() throws {
        try write(
            #"{"flint": "overrides", "version": 2, "overrides": [{"kind": "Persona", "key": "Ann", "value": "on"}, 7]}"#
        )
        let bench = Bench(file: file)
        #expect(
            bench.notices == [
                "The state file \(path) contains an unsupported override, which is kept: Persona Ann on.",
                "The state file \(path) contains an unsupported override, which is kept: an entry that is not an "
                    + "object.",
            ])
        bench.send(.override(.premium()))
        #expect(saved == [.premium()])
        #expect(file.load().content.newerNames.count == 2)
        #expect(bench.send(.removeOverridesOfKind(.purchase)).message == "Removed 1 override of purchases.")
        #expect(file.load().content.newerNames.count == 2)
        #expect(bench.send(.removeAllOverrides).message == "Removed 2 overrides.")
        #expect(file.load().content.newerNames.isEmpty)
        #expect(bench.snapshot.problems.isEmpty)
    }

    @Test func `a malformed file is listed as a problem`() throws {
        try write(#"{"flint": "overrides", "#)
        let bench = Bench(file: file)
        #expect(bench.snapshot.problems == bench.notices)
        #expect(bench.notices.first?.contains("is malformed") == true)
        #expect(bench.snapshot.features.isEmpty == false)
    }

    @Test func `many unknown overrides are summarized after the first ten`() throws {
        try file.update { content in
            content.records = (10...99).map { OverrideRecord(kind: .purchase, key: "gone \($0)", value: "purchased") }
        }
        let bench = Bench(file: file)
        #expect(bench.notices.count == 11)
        #expect(bench.notices.first?.hasSuffix("There is no product gone 10.") == true)
        #expect(bench.notices.last == "The state file \(path) contains 80 more overrides without effect.")
        #expect(bench.snapshot.problems == bench.notices)
        #expect(bench.send(.removeAllOverrides).message == "Removed 90 overrides.")
        #expect(saved.isEmpty)
        #expect(bench.snapshot.problems.isEmpty)
    }

    // MARK: Builds that do not allow overrides

    @Test func `overrides that are not allowed are neither loaded nor deleted, and are reported`() throws {
        try file.update { $0.records = [.premium(), .location(expiry: .until(Date(timeIntervalSince1970: 0)))] }
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let bench = Bench(file: file, allowsOverrides: false)
        #expect(bench.snapshot.overrides.isEmpty)
        #expect(bench.notices.count == 1)
        #expect(bench.notices.first?.contains("contains 2 overrides, neither loaded nor deleted") == true)
        #expect(bench.notices.first?.contains("allowsOverrides") == true)
        #expect(advisories(bench) == bench.notices)
        bench.persistence?.watch()
        for command in [
            Command.override(.premium()), .removeAllOverrides,
            .override(.platform, FactReference.platformKey, to: "watchOS 9.0"),
        ] {
            let result = bench.send(command)
            #expect(result.status == .failed)
            #expect(result.message == RuntimeInspector.overrideRefusal)
        }
        #expect(bench.snapshot.overrides.isEmpty)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }

    @Test func `without saved overrides, a build that does not allow them reports no problem`() {
        let bench = Bench(file: file, allowsOverrides: false)
        #expect(bench.notices.isEmpty && advisories(bench).isEmpty)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    // MARK: Saving

    @Test func `all overrides are removed from the file in one step`() throws {
        try file.update {
            $0.records = [OverrideRecord(kind: .purchase, key: "gone", value: "purchased"), .location()]
        }
        let bench = Bench(file: file)
        bench.send(.override(.premium()))
        let inode = { try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int }
        let before = try inode()
        #expect(bench.send(.removeAllOverrides).message == "Removed 3 overrides.")
        #expect(saved.isEmpty)
        #expect(try inode() != before)
        #expect(bench.snapshot.overrides.isEmpty)
    }

    @Test func `an override that cannot be saved is reported once and kept`() throws {
        let bench = Bench(file: OverrideFile(path: "/proc/flint/overrides.json"))
        #expect(bench.notices.isEmpty)
        let result = bench.send(.override(.purchase, "premium", to: "purchased"))
        #expect(result.message.contains("Not saved: The state file /proc/flint/overrides.json"))
        bench.send(.override(.purchase, "premium", to: "unknown"))
        #expect(bench.snapshot.overrides.map(\.value) == ["unknown"])
        #expect(bench.persistence?.problem?.contains("/proc/flint/overrides.json") == true)
        #expect(bench.snapshot.problems.count == 1)
        #expect(advisories(bench).count == 1)
    }

    @Test func `a file that can be neither read nor written is one problem`() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let bench = Bench(file: file)
        #expect(bench.snapshot.problems.count == 1)
        let result = bench.send(.override(.premium()))
        #expect(result.message.contains("Not saved"))
        #expect(bench.snapshot.problems.count == 1)
        #expect(bench.snapshot.problems == bench.notices)
    }

    @Test func `no override is saved after the persistence is released`() {
        let bench = Bench()
        do {
            let persistence = OverridePersistence(StateCache(file), runtime: bench.runtime)
            _ = persistence.start()
            withExtendedLifetime(persistence) {}
        }
        bench.send(.override(.purchase, "premium", to: "purchased"))
        #expect(saved.isEmpty)
    }

    @Test func `clearing one kind removes its unknown overrides`() throws {
        try file.update {
            $0.records = [OverrideRecord(kind: .purchase, key: "gone", value: "purchased"), .location()]
        }
        let bench = Bench(file: file)
        #expect(bench.send(.removeOverridesOfKind(.purchase)).message == "Removed 1 override of purchases.")
        #expect(saved == [.location()])
        #expect(bench.snapshot.problems.isEmpty)
    }
}
