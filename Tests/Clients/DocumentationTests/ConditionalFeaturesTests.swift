import FlintCore
import Testing

/// Tests of the article on conditional features, serialized because they share the weather.
@Suite(.serialized)
struct ConditionalFeaturesTests {
    init() {
        Weather.isClear = nil
    }

    @Test func `a denied request describes the unsatisfied constraints`() async {
        await inObservatory {
            Weather.isClear = false
            let output = Output()
            await ConditionalFeaturesSnippets.request(print: output)
            #expect(output.lines == shown("ConditionalFeatures", 0))
        }
    }

    @Test func `a granted request is performed`() async {
        await inObservatory {
            Weather.isClear = true
            let output = Output()
            await ConditionalFeaturesSnippets.request(print: output)
            #expect(output.lines == ["success"])
        }
    }

    @Test func `the runtime switch decides about availability`() async {
        await inObservatory {
            let output = Output()
            ConditionalFeaturesSnippets.weather(print: output)
            #expect(output.lines == shown("ConditionalFeatures", 1))
        }
    }

    @Test func `a change of availability is announced`() async {
        await inObservatory {
            let output = Output()
            let token = ConditionalFeaturesSnippets.observe(print: output)
            Weather.isClear = false
            Flint.runtimeSwitchChanged(TourFeature.self)
            let cloudy = output.lines.count
            Weather.isClear = true
            Flint.runtimeSwitchChanged(TourFeature.self)
            #expect(Array(output.lines.dropFirst(cloudy)) == shown("ConditionalFeatures", 2))
            token.cancel()
        }
    }

    @Test func `an explanation lists every requirement`() async {
        await inObservatory {
            Weather.isClear = false
            let output = Output()
            ConditionalFeaturesSnippets.explain(print: output)
            #expect(output.lines == shown("ConditionalFeatures", 3))
        }
    }

    @Test func `a granted request is checked again when it is performed`() async {
        await inObservatory {
            Weather.isClear = true
            let request = TourFeature.book.request()
            Weather.isClear = false
            let error = ActionPerformError.requiredFeatureNotAvailable(feature: TourFeature.self)
            #expect(await request?.perform(withInput: 2) == .failure(error: error))
        }
    }

    @Test func `a feature is unavailable on an unsupported platform`() async {
        await inObservatory({ $0.platform = CurrentPlatform("watchOS 11") }) {
            Weather.isClear = true
            #expect(TourFeature.isAvailable == false)
        }
    }

    @Test func `a feature outside the registered groups is not registered`() {
        Flint.withRuntime(FlintRuntime()) {
            Flint.setup(ArchiveFeatures.self) { $0.purchaseTracker = DebugPurchaseTracker() }
            #expect(TourFeature.isAvailable == false)
            #expect(TourFeature.descriptionOfUnsatisfiedConstraints?.contains("not registered") == true)
        }
    }

    @Test func `a property for one platform excludes the others until they are assigned`() {
        let output = Output()
        ConditionalFeaturesSnippets.platforms(print: output)
        #expect(output.lines == shown("ConditionalFeatures", 4))
    }

    @Test func `one of the alternatives is enough`() {
        let tracker = DebugPurchaseTracker()
        tracker.overridePurchase(product: Products.supporter, with: .notPurchased)
        tracker.overridePurchase(product: Products.phoneCharts, with: .notPurchased)
        Flint.withRuntime(FlintRuntime()) {
            Flint.setup(MembersFeatures.self) { configuration in
                configuration.purchaseTracker = tracker
                configuration.platform = CurrentPlatform("iOS 17.2")
            }
            Flint.register(StarChartFeature.self)
            let output = Output()
            ConditionalFeaturesSnippets.alternatives(print: output)
            #expect(output.lines == shown("ConditionalFeatures", 5))
            tracker.overridePurchase(product: Products.phoneCharts, with: .purchased)
            #expect(StarChartFeature.isAvailable == true)
        }
    }

    @Test func `a group's requirements apply to everything in it`() async {
        let tracker = DebugPurchaseTracker()
        tracker.overridePurchase(product: Products.supporter, with: .notPurchased)
        await Flint.withRuntime(FlintRuntime()) {
            Flint.setup(MembersFeatures.self) { $0.purchaseTracker = tracker }
            let output = Output()
            await ConditionalFeaturesSnippets.below(print: output)
            #expect(output.lines == shown("ConditionalFeatures", 6))
            tracker.overridePurchase(product: Products.supporter, with: .purchased)
            #expect(NightShiftFeature.reserve.request() != nil)
            #expect(await NewsletterFeature.send.perform() == .success)
        }
    }

    @Test func `a hidden feature is not listed by the app`() {
        let output = Output()
        ConditionalFeaturesSnippets.list(print: output)
        #expect(!output.lines.contains(NightShiftFeature.name))
    }

    @Test func `an invalid version is treated as unsupported`() {
        Flint.withRuntime(FlintRuntime()) {
            let declared = DefaultFeatureConstraintsBuilder().build { $0.iOS = "seventeen" }
            #expect(declared.platforms[.iOS]?.version == .unsupported)
            #expect(advisories().count == 1)
        }
    }
}
