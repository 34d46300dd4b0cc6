import FlintCore
import FlintTesting
import Testing

struct GatingTests {
    let flags = TestFeatureFlagProvider()
    let tracker = DebugPurchaseTracker()
    let toggles = StoredFeatureToggles()

    /// Runs a body in a new runtime, on a phone that grants everything.
    func inObservatory(_ body: () throws -> Void) rethrows {
        try Flint.withRuntime(FlintRuntime()) {
            Flint.setup(ObservatoryFeatures.self) { config in
                config.platform = CurrentPlatform("iOS 17.2")
                config.featureFlagProviders = [flags]
                config.purchaseTracker = tracker
                config.userFeatureToggles = toggles
                config.permissionChecker = DefaultPermissionChecker(adapters: [
                    PromptAdapter(.camera, .authorized, answer: .authorized),
                    PromptAdapter(.location(usage: .whenInUse), .authorized, answer: .authorized),
                ])
            }
            try body()
        }
    }

    @Test func chartsNeedTheirFlag() {
        inObservatory {
            #expect(ChartsFeature.isAvailable == nil)
            flags.setFeatureEnabled(feature: FeatureFlag(key: .newCharts), enabled: false)
            #expect(ChartsFeature.draw.request() == nil)
            flags.setFeatureEnabled(feature: FeatureFlag(key: .newCharts), enabled: true)
            #expect(ChartsFeature.draw.request() != nil)
        }
    }

    @Test func oneProductIsEnoughForTheArchive() {
        inObservatory {
            tracker.overridePurchase(product: Products.supporter, with: .notPurchased)
            tracker.overridePurchase(product: Products.archive, with: .purchased)
            #expect(ArchiveFeature.browse.request() != nil)
        }
    }
}

extension TestingYourAppsGatingSnippets {
    static func threeLines(print: Output) {
        let app = GatingTest(ObservatoryFeatures.self)
        app.purchase(Products.archive)
        app.set(.camera, to: .authorized)
        print(app.isAvailable(ArchiveFeature.self), app.isAvailable(SkyCameraFeature.self))
        print(app.explanation(of: SkyCameraFeature.self))
    }
}

struct LicenceTests {
    @Test func theLicencesConform() async throws {
        try await PurchaseTrackerConformance {
            LicenceTracker()
        } change: { tracker, product, status in
            tracker.set(status, of: product)
        }.verify()
    }
}

enum TestingYourAppsGatingSnippets {
    static func withdraw(print: Output) {
        let facts = FlintRuntime.current.facts
        facts.overridePermission(.camera, with: .denied, reason: "the visitor denied it")
        print(SkyCameraFeature.descriptionOfUnsatisfiedConstraints ?? "available")

        facts.overridePermission(.camera, with: nil)
        print(SkyCameraFeature.descriptionOfUnsatisfiedConstraints ?? "available")
    }

    static func preview(print: Output) {
        let changes = FlintRuntime.current.preview(overriding: [.permission(.camera): .permission(.denied)])
        for change in changes { print("\(change.feature): \(change.before) -> \(change.after)") }
    }

    static func audit(print: Output) {
        let runtime = FlintRuntime.current
        for metadata in runtime.features where metadata.isConditional && metadata.path.path.first != "FlintFeatures" {
            let explanation = runtime.explanation(of: metadata.feature)
            print("\(metadata.path): \(explanation.firstBlocking == nil ? "available" : explanation.summary)")
        }
    }

    static func declaration(print: Output) {
        let declared = DefaultFeatureConstraintsBuilder().build { TourFeature.constraints(requirements: $0) }
        print(declared.isRuntimeEnabledRequired, declared.userSettingDefault == true)
    }
}
