import FlintCore
import Testing

/// The feature of the article, and the rows of its table that a test can hold.
struct MigratingTests {
    private func onMac(_ tracker: DebugPurchaseTracker?, _ body: () async throws -> Void) async rethrows {
        try await Flint.withRuntime(FlintRuntime()) {
            Flint.setup(ObservatoryFeatures.self) { config in
                config.platform = CurrentPlatform("macOS 15.0")
                config.purchaseTracker = tracker
            }
            Flint.register(LevelBuilderFeature.self)
            try await body()
        }
    }

    @Test func `the feature of the article offers the shop`() async {
        await onMac(DebugPurchaseTracker()) {
            let output = Output()
            MigratingSnippets.build(print: output)
            #expect(output.lines == shown("Migrating", 0))
        }
    }

    @Test func `a condition that is not met decides beside one that is not known`() async {
        await onMac(DebugPurchaseTracker()) {
            #expect(LevelBuilderFeature.isAvailable == nil)
            FlintRuntime.current.facts.overrideRuntimeSwitch(of: LevelBuilderFeature.identifier, with: false)
            #expect(LevelBuilderFeature.isAvailable == false)
        }
    }

    @Test func `a request that was granted is checked again when it is performed`() async throws {
        let tracker = DebugPurchaseTracker()
        tracker.overridePurchase(product: LevelBuilderFeature.premium, with: .purchased)
        try await onMac(tracker) {
            let request = try #require(LevelBuilderFeature.build.request())
            tracker.overridePurchase(product: LevelBuilderFeature.premium, with: .notPurchased)
            #expect(await request.perform() != .success)
        }
    }

    @Test func `a denied request is an event in the journal`() async {
        await onMac(nil) {
            _ = LevelBuilderFeature.build.request()
            let denials = FlintRuntime.current.journal.events.filter { event in
                if case .requestDenied = event.kind { true } else { false }
            }
            #expect(denials.count == 1)
        }
    }
}
