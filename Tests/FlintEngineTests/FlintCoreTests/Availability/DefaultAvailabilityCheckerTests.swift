import FlintLocks
import Testing

@testable import FlintCore

struct DefaultAvailabilityCheckerTests {
    @Test func `the checker returns the availability in its own runtime`() {
        let fixture = Fixture(Export.self)
        let checker = fixture.run { Flint.availabilityChecker }
        #expect(checker.isAvailable(Export.self) == nil)
        fixture.tracker.set(true, Products.premium)
        #expect(
            checker.isAvailable(Export.self) == true,
            "The checker answers in its own runtime, regardless of the caller.")
        fixture.tracker.set(false, Products.premium)
        #expect(checker.isAvailable(Export.self) == false)
    }

    @Test func `an unregistered feature is unavailable`() {
        let fixture = Fixture()
        #expect(DefaultAvailabilityChecker(runtime: fixture.runtime).isAvailable(Export.self) == false)
    }

    @Test func `invalidating reads the runtime switches again`() {
        let fixture = Fixture(Switch.self)
        Switch.value.withLock { $0 = true }
        #expect(fixture.changes.isEmpty)
        fixture.run { Flint.availabilityChecker.invalidate() }
        #expect(fixture.changes.map(\.key) == [.runtimeSwitch(feature: "Switch")])
    }

    @Test func `invalidating before setup stops the process`() async {
        await #expect(processExitsWith: .failure) {
            DefaultAvailabilityChecker(runtime: FlintRuntime()).invalidate()
        }
    }

    @Test func `reading the checker before setup stops the process`() async {
        await #expect(processExitsWith: .failure) {
            Flint.withRuntime(FlintRuntime()) { _ = Flint.availabilityChecker }
        }
    }
}

private final class Export: ConditionalFeature {
    static let description = "Needs a purchase"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(Products.premium) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Switch: ConditionalFeature {
    static let description = "Has a switch"
    static let value = Protected<Bool?>(false)
    static var isEnabled: Bool? { value.withLock { $0 } }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) {}
}
