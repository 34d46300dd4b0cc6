import FlintCore
import Testing

struct GettingStartedTests {
    @Test func `the first app is denied with a reason and performs its action after the purchase`() async {
        await Flint.withRuntime(FlintRuntime()) {
            let output = [Output(), Output(), Output(), Output()]
            let tracker = await GettingStartedSnippets.setUp(print: output[0])
            await GettingStartedSnippets.send(print: output[1])
            GettingStartedSnippets.buy(tracker)
            await GettingStartedSnippets.send(print: output[2])
            GettingStartedSnippets.lookBack(print: output[3])
            for (index, output) in output.enumerated() {
                #expect(output.lines == shown("GettingStarted", index + 1))
            }
        }
    }
}
