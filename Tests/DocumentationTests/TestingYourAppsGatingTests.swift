import FlintCore
import Testing

/// The tests of the article itself are tests too, and run beside these.
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

    @Test func anOverrideIsTakenOffAgain() {
        output(0, TestingYourAppsGatingSnippets.withdraw)
    }

    @Test func aPreviewChangesNothing() {
        output(1) { output in
            TestingYourAppsGatingSnippets.preview(print: output)
            #expect(SkyCameraFeature.isAvailable == true)
            #expect(ArchiveFeature.isAvailable == false)
        }
    }

    @Test func everyFeatureIsListed() {
        output(2, TestingYourAppsGatingSnippets.audit)
    }

    @Test func declarationsAreReadWithoutARuntime() {
        let output = Output()
        TestingYourAppsGatingSnippets.declaration(print: output)
        #expect(output.lines == shown("TestingYourAppsGating", 3))
    }
}
