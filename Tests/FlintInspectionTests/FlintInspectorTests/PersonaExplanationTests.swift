import FlintInspector
import FlintInspectorTestSupport
import FlintWorld
import Testing

struct PersonaExplanationTests {
    @Test func `a fact without a reported value is compared by its usual value`() throws {
        let bench = Bench()
        var persona = Persona(name: "Child", description: "")
        persona.permissions = ["contacts": .denied]
        let explanation = try bench.inspector.explanation(
            of: "TestApp/Playlists", for: persona, in: bench.inspector.world(of: nil))
        #expect(
            explanation.differences.map { [$0.title, $0.before, $0.after] } == [
                ["Contacts", "not determined", "denied"]
            ])
    }
}
