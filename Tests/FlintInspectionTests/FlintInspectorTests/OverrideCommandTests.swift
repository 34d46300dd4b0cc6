import FlintCore
import FlintInspectorTestSupport
import FlintWorld
import Foundation
import Testing

@testable import FlintInspector

struct OverrideCommandTests {
    static let records: [OverrideRecord] = [
        .premium(reason: "the demo"), .premium("not-purchased", expiry: .uses(2)),
        .location(expiry: .inSeconds(86_400)),
        OverrideRecord(
            kind: .userSetting, key: "TestApp/Clips", value: "off", reason: "broken", expiry: .untilQuit,
            source: "console"),
        OverrideRecord(
            kind: .runtimeSwitch, key: "TestApp/Shop/Discounts", value: "on", expiry: .inSeconds(172_800),
            source: "console"),
        OverrideRecord(kind: .flag, key: "new-player", value: "on", reason: "try it", source: "console"),
        OverrideRecord(kind: .platform, key: "current", value: "watchOS 9.0", expiry: .uses(1), source: "console"),
    ]

    @Test(arguments: records)
    func `an override is current with its reason and expiry`(record: OverrideRecord) {
        let bench = Bench()
        let result = bench.send(.override(record))
        #expect(result.status == .done, "\(result.message)")
        #expect(bench.snapshot.overrides == [record])
    }

    @Test(arguments: records)
    func `undoing restores the previous override with its reason and expiry`(record: OverrideRecord) throws {
        for before in [OverrideRecord]([.premium("unknown", reason: "before", expiry: .uses(9)), .premium()]) {
            let bench = Bench()
            bench.send(.override(before))
            let undone = bench.send(try #require(bench.send(.override(record)).inverse))
            #expect(bench.snapshot.overrides == [before])
            bench.send(try #require(undone.inverse))
            #expect(bench.snapshot.overrides.contains(record))
            let removed = bench.send(try #require(undone.inverse))
            #expect(removed.status == .done)
        }
    }

    @Test(arguments: records)
    func `a preview of an override lists the changes that the override makes`(record: OverrideRecord) {
        let bench = Bench()
        let before = Dictionary(uniqueKeysWithValues: bench.snapshot.features.map { ($0.id, $0.available) })
        let preview = bench.inspector.preview(.override(record))
        bench.send(.override(record))
        let happened = bench.snapshot.features.filter { before[$0.id] != $0.available }
        #expect(Set(preview.changes.map(\.featureID)) == Set(happened.map(\.id)))
    }

    @Test func `the result of an override describes its expiry`() throws {
        let bench = Bench()
        #expect(
            bench.send(.override(.premium("unknown", expiry: .uses(3)))).message.contains(
                "unknown for 3 uses;"))
        #expect(bench.send(.override(.premium(expiry: .untilQuit))).message.contains("purchased for this session."))
        let until = bench.send(.override(.premium(expiry: .inSeconds(3600)))).message
        #expect(try #/purchased until (\d{4}-\d\d-\d\d )?\d\d:\d\d\./#.firstMatch(in: until) != nil, "\(until)")
    }

    @Test func `undoing a removal restores the override's reason and expiry`() throws {
        let bench = Bench()
        let record = OverrideRecord.premium(reason: "the demo", expiry: .uses(3))
        bench.send(.override(record))
        let removed = bench.send(.override(.purchase, "premium", to: nil))
        var mine = record
        mine.source = nil
        #expect(removed.inverse == .override(mine), "Undoing sets the source of the command.")
        bench.send(try #require(removed.inverse))
        #expect(bench.snapshot.overrides == [record])
    }

    @Test func `a blank reason is discarded`() {
        let bench = Bench()
        bench.send(.override(.premium(reason: " \n")))
        #expect(bench.snapshot.overrides == [.premium()])
    }

    @Test(
        arguments: [
            (.premium(expiry: .uses(0)), "An override must have at least 1 use."),
            (.premium(expiry: .uses(.min)), "An override must have at least 1 use."),
            (.premium("maybe"), "purchase premium cannot be \"maybe\"."),
            (OverrideRecord(kind: .purchase, key: "gone", value: "purchased"), "There is no product gone."),
            (OverrideRecord(kind: .flag, key: "", value: "on"), "A flag without a name cannot be overridden."),
            (OverrideRecord(kind: .flag, key: "x", value: "perhaps"), "flag x cannot be \"perhaps\"."),
        ] as [(OverrideRecord, String)])
    func `an invalid override is refused`(record: OverrideRecord, message: String) {
        let bench = Bench()
        #expect(bench.send(.override(record)) == CommandResult(status: .failed, message: message))
        #expect(bench.inspector.preview(.override(record)).changes.isEmpty)
        #expect(bench.events.isEmpty)
    }

    @Test func `an expired override is refused`() {
        let bench = Bench()
        bench.send(.override(.premium("unknown")))
        let result = bench.send(.override(.premium(expiry: .until(Date(timeIntervalSince1970: 0)))))
        #expect(result.status == .failed)
        #expect(result.message.hasPrefix("The override of Premium would last until 19"))
        #expect(result.message.hasSuffix(", which is in the past."))
        #expect(bench.snapshot.overrides == [.premium("unknown")])
    }

    // MARK: Overrides of one kind

    @Test(arguments: FactKind.allCases)
    func `overrides of one kind are removed and restored`(kind: FactKind) throws {
        let bench = Bench()
        bench.send(.restoreOverrides(Self.records))
        let before = bench.snapshot
        let preview = bench.inspector.preview(.removeOverridesOfKind(kind))
        let result = bench.send(.removeOverridesOfKind(kind))
        #expect(result.message.hasPrefix("Removed 1 override of "))
        #expect(bench.snapshot.overrides == before.overrides.filter { $0.kind != kind })
        let happened = zip(before.features, bench.snapshot.features).filter { $0.available != $1.available }
        #expect(Set(preview.changes.map(\.featureID)) == Set(happened.map(\.0.id)))
        bench.send(try #require(result.inverse))
        #expect(bench.snapshot.overrides == before.overrides)
    }

    @Test func `removing overrides of a kind without overrides is reported`() {
        let bench = Bench()
        bench.send(.override(.premium()))
        let result = bench.send(.removeOverridesOfKind(.runtimeSwitch))
        #expect(result == CommandResult(status: .done, message: "There were no overrides of runtime switches."))
        #expect(bench.send(.removeOverridesOfKind(.platform)).message == "There were no overrides of platforms.")
        #expect(bench.snapshot.overrides.count == 1)
    }

    @Test func `undoing the removal of all overrides restores reasons and expiries`() throws {
        let bench = Bench()
        bench.send(.restoreOverrides(Self.records))
        let before = bench.snapshot
        bench.send(try #require(bench.send(.removeAllOverrides).inverse))
        #expect(bench.snapshot == before)
    }
}
