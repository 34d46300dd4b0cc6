import FeatureGating
import Testing

@testable import FlintCore
@testable import FlintInspector

/// The effect of a change as the end of a sentence.
struct EffectTests {
    private let bench = Bench()

    private func effect(_ count: Int, after: Truth = .true) -> String {
        let change = AvailabilityChange(feature: "TestApp/Clips", before: .unknown, after: after)
        return bench.runtime.effect(of: Array(repeating: change, count: count))
    }

    @Test func `an effect describes the availability of a feature afterwards`() {
        #expect(effect(1) == "; Clips is available")
        #expect(effect(1, after: .false) == "; Clips is not available")
        #expect(effect(1, after: .unknown) == "; Clips is undetermined")
        #expect(effect(0).isEmpty)
    }

    @Test func `an effect names twenty features and counts the rest`() {
        let named = Array(repeating: "Clips is available", count: 20).joined(separator: ", ")
        #expect(effect(20) == "; \(named)")
        #expect(effect(21) == "; \(named), and 1 more")
        #expect(effect(120) == "; \(named), and 100 more")
    }
}
