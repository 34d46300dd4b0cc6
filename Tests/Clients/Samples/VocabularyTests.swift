import FlintCore
import Testing

/// The vocabulary that the engine shares with front ends, with one import.
@MainActor
struct VocabularyTests {
    @Test func `one import is enough to name facts, values, overrides and requirements`() throws {
        let truth: Truth = .unknown
        #expect(truth.boolValue == nil)
        let status: SystemPermissionStatus = PermissionStatus.notDetermined
        #expect(PurchaseStatus.purchased.description == "purchased" && status.rawValue == "not-determined")
        try Flint.withRuntime(FlintRuntime()) {
            Flint.setup(GardenFeatures.self) { $0.allowsOverrides = true }
            let facts = FlintRuntime.current.facts
            facts.overridePermission(.camera, with: .denied, reason: "a test", expiry: .uses(2))
            let override = try #require(facts[.permission(.camera)]?.override)
            #expect(override.expiry == OverrideExpiry.uses(2))
            let rows: [RequirementState] = FlintRuntime.current.explanation(of: GardenFeatures.self).requirements
            #expect(rows.allSatisfy { $0.status == .satisfied && $0.fact != .platform })
        }
    }
}
