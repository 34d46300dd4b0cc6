import FlintCore
import Synchronization
import Testing

struct FlagsAndProvidersTests {
    @Test func `the provider of the highest priority decides`() {
        Flint.withRuntime(FlintRuntime()) {
            let output = Output()
            FlagsAndProvidersSnippets.resolve(print: output)
            #expect(output.lines == shown("FlagsAndProviders", 0))
            #expect(FlintRuntime.current.resolution(of: FeatureKey(AppFlag.auroraAlerts)).evaluation.value == true)
        }
    }

    @Test func `a flag without a provider is unknown`() {
        Flint.withRuntime(FlintRuntime()) {
            FlagsAndProvidersSnippets.resolve(print: Output())
            let output = Output()
            FlagsAndProvidersSnippets.missing(print: output)
            #expect(output.lines == shown("FlagsAndProviders", 2))
        }
    }

    @Test func `a change waits for a session`() {
        Flint.withRuntime(FlintRuntime()) {
            let output = Output()
            FlagsAndProvidersSnippets.wait(print: output)
            #expect(output.lines == shown("FlagsAndProviders", 1))
        }
    }

    @Test func `a provider without notifications is read at every use`() async {
        let nightly = SlowProvider()
        await inObservatory({ $0.featureFlagProviders = [nightly] }) {
            #expect(ChartsFeature.isAvailable == false)
            nightly.isOn.withLock { $0 = true }
            #expect(ChartsFeature.isAvailable == true)
            let changes = Mutex(0)
            let token = FlintRuntime.current.facts.observe { _ in changes.withLock { $0 += 1 } }
            nightly.isOn.withLock { $0 = false }
            Flint.featureFlagsChanged()
            #expect(changes.withLock { $0 } == 1)
            token.cancel()
        }
    }

    private final class SlowProvider: FeatureFlagProvider {
        let priority = FeaturePriority.maxPriority
        let type = FeatureFlagProviderType.remote
        let isOn = Mutex(false)

        func hasFeature(_ featureKey: FeatureKey) -> Bool { featureKey == .newCharts }
        func isFeatureEnabled(_ featureKey: FeatureKey) -> Bool { isOn.withLock { $0 } }
    }
}
