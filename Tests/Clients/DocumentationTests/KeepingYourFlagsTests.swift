import FlintCore
import Testing

struct KeepingYourFlagsTests {
    @Test func `a rule is the source of a flag's value, unless the flag is overridden`() {
        Flint.withRuntime(FlintRuntime()) {
            adoptCameraFlags()
            let output = Output()
            KeepingYourFlagsSnippets.rules(print: output)
            #expect(output.lines == shown("KeepingYourFlags", 0))
            #expect(CameraFlag.allCases.map(\.isEnabled) == [true, false])
            FlintRuntime.current.facts.overrideFeatureFlag("raw-images", with: true)
            #expect(CameraFlag.allCases.map(\.isEnabled) == [true, true])
        }
    }

    @Test func `the app's own store and the overrides are equal`() {
        Flint.withRuntime(FlintRuntime()) {
            adoptFlags()
            let output = Output()
            KeepingYourFlagsSnippets.overrides(print: output)
            #expect(output.lines == shown("KeepingYourFlags", 1))
            Flint.register(SatellitesFeature.self)
            #expect(SatellitesFeature.isAvailable == true)
        }
    }

    @Test func `an app without a store obeys an override`() {
        Flint.withRuntime(FlintRuntime()) {
            adoptDomeFlags()
            #expect(!DomeFlag.automatic.isOn)
            FlintRuntime.current.facts.overrideFeatureFlag("automatic", with: true)
            #expect(DomeFlag.automatic.isOn)
        }
    }
}
