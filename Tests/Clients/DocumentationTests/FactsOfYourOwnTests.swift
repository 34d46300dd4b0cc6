import FlintCore
import FlintTesting
import Testing

struct FactsOfYourOwnTests {
    @Test func `a refusal states the required and the current version`() async {
        await inObservatory {
            Flint.register(TrackingFeature.self)
            let output = Output()
            FactsOfYourOwnSnippets.versions(print: output)
            #expect(output.lines == shown("FactsOfYourOwn", 0))
        }
    }

    @Test func `each value has its own remedy`() async {
        await inObservatory {
            Flint.register(PhotographyFeature.self)
            let output = Output()
            FactsOfYourOwnSnippets.remedies(print: output)
            #expect(output.lines == shown("FactsOfYourOwn", 1))
        }
    }

    @Test func `a level includes the higher ones`() async {
        await inObservatory {
            Flint.register(LectureFeature.self)
            let output = Output()
            FactsOfYourOwnSnippets.levels(print: output)
            #expect(output.lines == shown("FactsOfYourOwn", 2))
        }
    }

    @Test func `a closure provides the value`() async {
        await inObservatory({ FactsOfYourOwnSnippets.configure($0) }) {
            Flint.register(TrackingFeature.self)
            #expect(TrackingFeature.isAvailable == true)
        }
    }
}
