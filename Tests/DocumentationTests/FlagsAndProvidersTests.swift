import FlintCore
import Synchronization
import Testing

struct FlagsAndProvidersTests {
    @Test func theHighestProviderAnswers() {
        Flint.withRuntime(FlintRuntime()) {
            let output = Output()
            FlagsAndProvidersSnippets.resolve(print: output)
            #expect(output.lines == shown("FlagsAndProviders", 0))
            #expect(FlintRuntime.current.resolution(of: FeatureKey(AppFlag.auroraAlerts)).evaluation.value == true)
        }
    }

    @Test func aFlagThatNobodyHasIsUnknown() {
        Flint.withRuntime(FlintRuntime()) {
            FlagsAndProvidersSnippets.resolve(print: Output())
            let output = Output()
            FlagsAndProvidersSnippets.missing(print: output)
            #expect(output.lines == shown("FlagsAndProviders", 1))
        }
    }

    @Test func aProviderThatCannotAnnounceAChangeIsAskedAgain() async {
        let nightly = SlowProvider()
        await inObservatory({ $0.featureFlagProviders = [nightly] }) {
            #expect(ChartsFeature.isAvailable == false)
            nightly.isOn.withLock { $0 = true }
            #expect(ChartsFeature.isAvailable == false)
            Flint.featureFlagsChanged()
            #expect(ChartsFeature.isAvailable == true)
        }
    }

    /// A provider that tells nobody when it changes its mind.
    private final class SlowProvider: FeatureFlagProvider {
        let priority = FeaturePriority.maxPriority
        let type = FeatureFlagProviderType.remote
        let isOn = Mutex(false)

        func hasFeature(_ featureKey: FeatureKey) -> Bool { featureKey == .newCharts }
        func isFeatureEnabled(_ featureKey: FeatureKey) -> Bool { isOn.withLock { $0 } }
    }
}
