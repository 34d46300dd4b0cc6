import FeatureGating
import FlintWorld
import Testing

@testable import FlintCore
@testable import FlintInspector

struct EffectTests {
    private let bench = Bench()

    private func effect(_ count: Int, after: Truth = .true) -> CommandEffect? {
        let change = AvailabilityChange(feature: "TestApp/Clips", before: .unknown, after: after)
        return bench.runtime.effect(of: Array(repeating: change, count: count))
    }

    @Test func `an effect describes the resulting availability of a feature`() {
        #expect(effect(1) == CommandEffect(text: "Clips is available", count: 1))
        #expect(effect(1, after: .false)?.text == "Clips is not available")
        #expect(effect(1, after: .unknown)?.text == "Clips is undetermined")
        #expect(effect(0) == nil)
    }

    @Test func `an effect names twenty features and counts the rest`() {
        let named = Array(repeating: "Clips is available", count: 20).joined(separator: ", ")
        #expect(effect(20)?.text == named)
        #expect(effect(21)?.text == "\(named), and 1 more")
        #expect(effect(120) == CommandEffect(text: "\(named), and 100 more", count: 120))
    }

    @Test func `a message contains its effect before the full stop and a note after it`() {
        let effect = CommandEffect(text: "Clips is available", count: 1)
        #expect(
            CommandChange([CommandChange.Part("Done")], effect: effect, note: "Not saved.").message
                == "Done; Clips is available. Not saved.")
        #expect(
            CommandChange([CommandChange.Part("Premium", "on"), CommandChange.Part("Pro", "off")]).message
                == "Premium: on; Pro: off.")
    }

    @Test func `a command that the app refuses does not make a feature unavailable`() throws {
        let inspector = bench.inspector
        let command = Command.override(.purchase, "gone", to: "not-purchased")
        let impacts = try inspector.impact(of: command, on: [], in: inspector.world(of: nil))
        #expect(impacts.map(\.lost) == [[]])
        #expect(inspector.readModel().features.contains { $0.isAvailable == true })
    }
}
