import FlintCore
import Testing

struct FocusTests {
    @Test func onlyWhatIsInFocusIsRecorded() async {
        await inObservatory {
            let output = Output()
            await FocusSnippets.focus(print: output)
            #expect(output.lines == shown("Focus", 0))
            #expect(!Timeline.instance.entries.contains { $0.action.feature == TelescopeFeature.identifier })

            let selection = Output()
            FocusSnippets.ask(print: selection)
            #expect(selection.lines == shown("Focus", 1))

            await FocusSnippets.reset()
            await TelescopeFeature.expose.perform(withInput: 20)
            #expect(Timeline.instance.entries.contains { $0.action.feature == TelescopeFeature.identifier })
        }
    }
}
