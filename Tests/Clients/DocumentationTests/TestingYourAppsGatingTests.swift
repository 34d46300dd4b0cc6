import FlintCore
import Testing

/// Tests of the article on testing.
///
/// Its snippets contain tests, which also run.
struct TestingYourAppsGatingTests {
    private func output(_ index: Int, _ snippet: (Output) -> Void) {
        let tests = GatingTests()
        tests.flags.setFeatureEnabled(feature: FeatureFlag(key: .newCharts), enabled: true)
        for product in [Products.supporter, Products.archive] as [Product] {
            tests.tracker.overridePurchase(product: product, with: .notPurchased)
        }
        tests.inObservatory {
            FlintRuntime.current.facts.overrideRuntimeSwitch(of: TourFeature.identifier, with: false)
            let output = Output()
            snippet(output)
            #expect(output.lines == shown("TestingYourAppsGating", index))
        }
    }

    @Test func `an app is composed in three lines`() {
        let output = Output()
        TestingYourAppsGatingSnippets.threeLines(print: output)
        #expect(output.lines == shown("TestingYourAppsGating", 0))
    }

    @Test func `an override is set and removed`() {
        output(1, TestingYourAppsGatingSnippets.withdraw)
    }

    @Test func `a preview changes nothing`() {
        output(2) { output in
            TestingYourAppsGatingSnippets.preview(print: output)
            #expect(SkyCameraFeature.isAvailable == true)
            #expect(ArchiveFeature.isAvailable == false)
        }
    }

    @Test func `every feature is listed`() {
        output(3, TestingYourAppsGatingSnippets.audit)
    }

    @Test func `declarations are read without a runtime`() {
        let output = Output()
        TestingYourAppsGatingSnippets.declaration(print: output)
        #expect(output.lines == shown("TestingYourAppsGating", 4))
    }
}
