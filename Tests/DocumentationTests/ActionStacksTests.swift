import FlintCore
import Testing

struct ActionStacksTests {
    @Test func theTrailIsAsShown() async {
        await inObservatory {
            let output = Output()
            await ActionStacksSnippets.trail(print: output)
            #expect(undated(output.lines) == undated(shown("ActionStacks", 0)))

            let closed = Output()
            await ActionStacksSnippets.close(print: closed)
            #expect(closed.lines == shown("ActionStacks", 1))
        }
    }

    @Test func sessionsAreKeptApart() async {
        await inObservatory {
            let output = Output()
            await ActionStacksSnippets.background(print: output)
            #expect(output.lines == shown("ActionStacks", 2))
            #expect(ActionStackTracker.instance.allActionStacks(in: .main).isEmpty)
        }
    }
}
