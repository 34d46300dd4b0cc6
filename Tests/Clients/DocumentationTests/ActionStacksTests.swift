import FlintCore
import Testing

struct ActionStacksTests {
    @Test func `the printed stacks match the article`() async {
        await inObservatory {
            let output = Output()
            await ActionStacksSnippets.trail(print: output)
            #expect(undated(output.lines) == undated(shown("ActionStacks", 0)))

            let closed = Output()
            await ActionStacksSnippets.close(print: closed)
            #expect(closed.lines == shown("ActionStacks", 1))
        }
    }

    @Test func `stacks of sessions are separate`() async {
        await inObservatory {
            let output = Output()
            await ActionStacksSnippets.background(print: output)
            #expect(output.lines == shown("ActionStacks", 2))
            #expect(ActionStackTracker.instance.allActionStacks(in: .main).isEmpty)
        }
    }

    @Test func `no entries are added while action stacks are disabled`() async {
        await inObservatory {
            await DomeFeature.open.perform(withInput: 45)
            let stack = ActionStackTracker.instance.actionStack(for: DomeFeature.self)
            ActionStacksFeature.isEnabled = false
            await DomeFeature.open.perform(withInput: 50)
            #expect(stack?.withEntries(\.count) == 1)
            #expect(stack?.isOpen == true)
        }
    }

    @Test func `a failed action is on a stack and a denied one is not`() async {
        await inObservatory {
            #expect(ArchiveFeature.browse.request() == nil)
            #expect(ActionStackTracker.instance.allActionStacks().isEmpty)
            await DomeFeature.open.perform(withInput: 120)
            #expect(ActionStackTracker.instance.actionStack(for: DomeFeature.self) != nil)
        }
    }
}
