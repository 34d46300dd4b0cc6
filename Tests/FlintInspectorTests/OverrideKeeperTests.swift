import FlintCore
import Foundation
import InspectorKit
import Testing

@testable import FlintInspector

/// Overrides that outlast the process.
struct OverrideKeeperTests {
    private let path = FileManager.default.temporaryDirectory
        .appending(path: "flint-\(UUID().uuidString)/overrides.json").path()
    private var file: OverrideFile { OverrideFile(path: path) }

    @Test func whatOneProcessOverridesTheNextOneFinds() {
        let first = Bench()
        let keeper = OverrideKeeper(file: file, runtime: first.runtime)
        #expect(keeper.start().isEmpty)
        first.send(.overridePurchase(productID: "premium", status: .purchased))
        first.send(.overrideToggle(feature: "TestApp/Clips", isOn: false))
        first.send(.overridePlatform(platform: "watchOS 9.1"))
        first.send(.overridePlatform(platform: nil))
        #expect(keeper.problem == nil)

        let second = Bench()
        let next = OverrideKeeper(file: file, runtime: second.runtime)
        #expect(next.start().isEmpty)
        #expect(second.snapshot.overrides == first.snapshot.overrides)
        #expect(second.snapshot.overrides.map(\.key) == ["premium", "TestApp/Clips"])
        #expect(second.events.allSatisfy { $0.cause == "saved" })
    }

    @Test func overridesOfUnknownThingsAreReportedAndKept() throws {
        let stranger = OverrideRecord(kind: .purchase, key: "gone", value: "purchased")
        try file.update { records in
            records = [stranger, OverrideRecord(kind: .purchase, key: "premium", value: "purchased")]
        }
        let bench = Bench()
        let keeper = OverrideKeeper(file: file, runtime: bench.runtime)
        let problems = keeper.start()
        #expect(problems == ["The state file \(path) overrides something unknown: There is no product gone."])
        #expect(bench.events.contains { $0.kind == .advisory && $0.title == problems.first })
        #expect(bench.snapshot.overrides.map(\.key) == ["premium"])
        bench.send(.overridePurchase(productID: "premium", status: nil))
        #expect(file.load().overrides == [stranger], "another version of the app may know it")
    }

    @Test func aValueThatMakesNoSenseIsReported() throws {
        try file.update { $0 = [OverrideRecord(kind: .permission, key: "camera", value: "maybe")] }
        let bench = Bench()
        let keeper = OverrideKeeper(file: file, runtime: bench.runtime)
        #expect(keeper.start().count == 1)
        #expect(bench.snapshot.overrides.isEmpty)
    }

    @Test func aChangeThatCannotBeSavedIsReportedOnceAndStands() throws {
        let bench = Bench()
        let keeper = OverrideKeeper(file: OverrideFile(path: "/proc/flint/overrides.json"), runtime: bench.runtime)
        #expect(keeper.start().isEmpty)
        bench.send(.overridePurchase(productID: "premium", status: .purchased))
        bench.send(.overridePurchase(productID: "premium", status: .unknown))
        #expect(bench.snapshot.overrides.map(\.value) == ["unknown"])
        #expect(keeper.problem?.contains("/proc/flint/overrides.json") == true)
        #expect(bench.events.filter { $0.kind == .advisory }.count == 1)
    }

    @Test func whenTheKeeperIsGoneNothingIsSaved() {
        let bench = Bench()
        do {
            let keeper = OverrideKeeper(file: file, runtime: bench.runtime)
            _ = keeper.start()
            withExtendedLifetime(keeper) {}
        }
        bench.send(.overridePurchase(productID: "premium", status: .purchased))
        #expect(file.load().overrides.isEmpty)
    }
}
