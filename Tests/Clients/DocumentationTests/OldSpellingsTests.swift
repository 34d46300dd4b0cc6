import FlintCore
import Testing

@MainActor
struct OldSpellingsTests {
    @Test func `a deprecated availability equals its constraint`() async {
        await inObservatory {
            let output = Output()
            let use: any OldUse = OldAvailability()
            use.run(print: output)
            #expect(output.lines == shown("OldSpellings", 0))
        }
    }

    @Test func `a deprecated request is performed`() async {
        await inObservatory {
            (OldAvailability() as any OldUse).run(print: Output())
            let output = Output()
            (OldPerforming() as any OldUse).run(print: output)
            #expect(output.lines == shown("OldSpellings", 1))
        }
    }

    @Test func `a purchase tracker assigned after setup is not used`() async {
        await inObservatory {
            (OldAssignment() as any OldUse).run(print: Output())
            #expect(advisories().count == 1)
        }
    }

    private struct OldAssignment: OldUse {
        @available(*, deprecated)
        func run(print: Output) {
            Flint.purchaseTracker = DebugPurchaseTracker()
        }
    }
}
