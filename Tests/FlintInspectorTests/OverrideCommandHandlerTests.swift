import FlintCore
import Foundation
import InspectorKit
import Testing

@testable import FlintInspector

/// Overrides with reasons and limits, and overrides of one sort.
struct OverrideCommandHandlerTests {
    /// Overrides of every sort.
    static let records: [OverrideRecord] = [
        .premium(reason: "the demo"), .premium("not-purchased", expiry: .uses(2)),
        .location(expiry: .inSeconds(86_400)),
        OverrideRecord(
            kind: .toggle, key: "TestApp/Clips", value: "off", reason: "broken", expiry: .untilQuit, source: "console"),
        OverrideRecord(
            kind: .runtimeSwitch, key: "TestApp/Shop/Discounts", value: "on", expiry: .inSeconds(172_800),
            source: "console"),
        OverrideRecord(kind: .flag, key: "new-player", value: "on", reason: "try it", source: "console"),
        OverrideRecord(kind: .platform, key: "current", value: "watchOS 9.0", expiry: .uses(1), source: "console"),
    ]

    @Test(arguments: records)
    func anOverrideIsInForceWithItsReasonAndItsLimit(record: OverrideRecord) {
        let bench = Bench()
        let result = bench.send(.override(record))
        #expect(result.status == .done, "\(result.message)")
        #expect(bench.snapshot.overrides == [record])
    }

    @Test(arguments: records)
    func undoingPutsBackTheOneBeforeWithItsOwnReasonAndLimit(record: OverrideRecord) throws {
        for before in [OverrideRecord]([.premium("unknown", reason: "before", expiry: .uses(9)), .premium()]) {
            let bench = Bench()
            bench.send(.override(before))
            let undone = bench.send(try #require(bench.send(.override(record)).inverse))
            #expect(bench.snapshot.overrides == [before])
            bench.send(try #require(undone.inverse))
            #expect(bench.snapshot.overrides.contains(record))
            let dropped = bench.send(try #require(undone.inverse))
            #expect(dropped.status == .done)
        }
    }

    @Test(arguments: records)
    func aPreviewOfALimitedOverrideIsWhatThenHappens(record: OverrideRecord) {
        let bench = Bench()
        let before = Dictionary(uniqueKeysWithValues: bench.snapshot.features.map { ($0.id, $0.available) })
        let preview = bench.inspector.preview(.override(record))
        bench.send(.override(record))
        let happened = bench.snapshot.features.filter { before[$0.id] != $0.available }
        #expect(Set(preview.changes.map(\.featureID)) == Set(happened.map(\.id)))
    }

    @Test func theResultSaysHowLong() throws {
        let bench = Bench()
        #expect(
            bench.send(.override(.premium("unknown", expiry: .uses(3)))).message.contains(
                "unknown for 3 uses;"))
        #expect(bench.send(.override(.premium(expiry: .untilQuit))).message.contains("purchased until quit."))
        let until = bench.send(.override(.premium(expiry: .inSeconds(3600)))).message
        #expect(try #/purchased until (\d{4}-\d\d-\d\d )?\d\d:\d\d\./#.firstMatch(in: until) != nil, "\(until)")
    }

    @Test func droppingIsUndoneWithReasonAndLimit() throws {
        let bench = Bench()
        let record = OverrideRecord.premium(reason: "the demo", expiry: .uses(3))
        bench.send(.override(record))
        let dropped = bench.send(.overridePurchase(productID: "premium", status: nil))
        var mine = record
        mine.source = nil
        #expect(dropped.inverse == .override(mine), "who undoes it is who made it")
        bench.send(try #require(dropped.inverse))
        #expect(bench.snapshot.overrides == [record])
    }

    @Test func aBlankReasonIsNone() {
        let bench = Bench()
        bench.send(.override(.premium(reason: " \n")))
        #expect(bench.snapshot.overrides == [.premium()])
    }

    @Test(
        arguments: [
            (.premium(expiry: .uses(0)), "An override has at least 1 use."),
            (.premium(expiry: .uses(.min)), "An override has at least 1 use."),
            (.premium("maybe"), "purchase premium cannot be \"maybe\"."),
            (OverrideRecord(kind: .purchase, key: "gone", value: "purchased"), "There is no product gone."),
            (OverrideRecord(kind: .flag, key: "", value: "on"), "A flag without a name cannot be overridden."),
            (OverrideRecord(kind: .flag, key: "x", value: "perhaps"), "flag x cannot be \"perhaps\"."),
        ] as [(OverrideRecord, String)])
    func anOverrideThatMakesNoSenseIsRefused(record: OverrideRecord, message: String) {
        let bench = Bench()
        #expect(bench.send(.override(record)) == CommandResult(status: .failed, message: message))
        #expect(bench.inspector.preview(.override(record)).changes.isEmpty)
        #expect(bench.events.isEmpty)
    }

    @Test func anOverrideThatIsOverIsNotPutInForce() {
        let bench = Bench()
        bench.send(.override(.premium("unknown")))
        let result = bench.send(.override(.premium(expiry: .until(Date(timeIntervalSince1970: 0)))))
        #expect(result.status == .failed)
        #expect(result.message.hasPrefix("Premium was overridden until 19"))
        #expect(result.message.hasSuffix(", which is over."))
        #expect(bench.snapshot.overrides == [.premium("unknown")])
    }

    // MARK: Overrides of one sort

    @Test(arguments: OverrideRecord.Kind.allCases)
    func dropsTheOverridesOfOneSortAndPutsThemBack(kind: OverrideRecord.Kind) throws {
        let bench = Bench()
        bench.send(.restoreOverrides(Self.records))
        let before = bench.snapshot
        let preview = bench.inspector.preview(.clearOverridesOfKind(kind))
        let result = bench.send(.clearOverridesOfKind(kind))
        #expect(result.message.hasPrefix("Removed 1 override of "))
        #expect(bench.snapshot.overrides == before.overrides.filter { $0.kind != kind })
        let happened = zip(before.features, bench.snapshot.features).filter { $0.available != $1.available }
        #expect(Set(preview.changes.map(\.featureID)) == Set(happened.map(\.0.id)))
        bench.send(try #require(result.inverse))
        #expect(bench.snapshot.overrides == before.overrides)
    }

    @Test func whereThereAreNoneOfASortThatIsSaid() {
        let bench = Bench()
        bench.send(.override(.premium()))
        let result = bench.send(.clearOverridesOfKind(.runtimeSwitch))
        #expect(result == CommandResult(status: .done, message: "There were no overrides of switches."))
        #expect(bench.send(.clearOverridesOfKind(.platform)).message == "There were no overrides of platforms.")
        #expect(bench.snapshot.overrides.count == 1)
    }

    @Test func allOverridesComeBackWithTheirReasonsAndLimits() throws {
        let bench = Bench()
        bench.send(.restoreOverrides(Self.records))
        let before = bench.snapshot
        bench.send(try #require(bench.send(.clearOverrides).inverse))
        #expect(bench.snapshot == before)
    }
}
