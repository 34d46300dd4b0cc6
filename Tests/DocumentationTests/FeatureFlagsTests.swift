import FlintCore
import Testing

struct FeatureFlagsTests {
    @Test func theHighestProviderAnswers() {
        Flint.withRuntime(FlintRuntime()) {
            let output = Output()
            FeatureFlagsSnippets.resolve(print: output)
            #expect(output.lines == shown("FeatureFlags", 0))
            #expect(FlintRuntime.current.resolution(of: FeatureKey(AppFlag.auroraAlerts)).evaluation.value == true)
        }
    }

    @Test func aFlagThatNobodyHasIsUnknown() {
        Flint.withRuntime(FlintRuntime()) {
            FeatureFlagsSnippets.resolve(print: Output())
            let output = Output()
            FeatureFlagsSnippets.missing(print: output)
            #expect(output.lines == shown("FeatureFlags", 1))
        }
    }
}
