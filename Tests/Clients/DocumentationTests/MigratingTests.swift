import FlintCore
import Testing

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

    @Test func `the article's feature offers the shop`() async {
        await onMac(DebugPurchaseTracker()) {
            let output = Output()
            MigratingSnippets.build(print: output)
            #expect(output.lines == shown("Migrating", 0))
        }
    }
}
