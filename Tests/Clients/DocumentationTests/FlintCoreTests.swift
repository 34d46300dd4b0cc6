import FlintCore
import Testing

struct FlintCoreTests {
    @Test func `the first example performs its action`() async {
        await inObservatory {
            FlintRuntime.current.facts.overrideRuntimeSwitch(of: TourFeature.identifier, with: true)
            await FlintCoreSnippets.perform()
            #expect(Timeline.instance.entries.map(\.action.actionName).last == "Book Tour")
        }
    }
}
