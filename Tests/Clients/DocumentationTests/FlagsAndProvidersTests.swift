import FlintCore
import Foundation
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
            nightly.isOn = true
            #expect(ChartsFeature.isAvailable == true)
            let changes = LineNotes()
            let token = FlintRuntime.current.facts.observe { _ in changes.append("changed") }
            nightly.isOn = false
            Flint.featureFlagsChanged()
            #expect(changes.lines.count == 1)
            token.cancel()
        }
    }

    private final class SlowProvider: FeatureFlagProvider {
        let priority = FeaturePriority.maxPriority
        let type = FeatureFlagProviderType.remote
        private let lock = NSLock()
        nonisolated(unsafe) private var value = false

        var isOn: Bool {
            get { lock.withLock { value } }
            set { lock.withLock { value = newValue } }
        }

        func hasFeature(_ featureKey: FeatureKey) -> Bool { featureKey == .newCharts }
        func isFeatureEnabled(_ featureKey: FeatureKey) -> Bool { isOn }
    }
}
