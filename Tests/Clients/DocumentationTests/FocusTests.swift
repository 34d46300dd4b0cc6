import FlintCore
import Testing

struct FocusTests {
    @Test func `only the focused feature is recorded`() async {
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

    @Test func `focusing a topic without a feature records nothing`() async {
        await inObservatory {
            await FocusFeature.focus.request()?.perform(withInput: FocusArea(topicPath: ["Planetarium"]))
            await DomeFeature.open.perform(withInput: 45)
            #expect(!Timeline.instance.entries.contains { $0.action.feature == DomeFeature.identifier })
        }
    }

    @Test func `a selection is kept while focus is disabled`() async {
        await inObservatory {
            let selection = FocusFeature.dependencies.focusSelection
            selection?.focus(DomeFeature.self)
            FocusFeature.isEnabled = false
            await TelescopeFeature.expose.perform(withInput: 20)
            #expect(Timeline.instance.entries.count == 2)
            #expect(selection?.selected == [DomeFeature.identifier])
            FocusFeature.isEnabled = true
            await TelescopeFeature.expose.perform(withInput: 20)
            #expect(Timeline.instance.entries.count == 2)
        }
    }
}
