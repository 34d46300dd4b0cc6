import Testing

@testable import FlintCore

/// The framework's face.
struct FlintTests {
    @Test func setUpRegistersTheAppAndTheFrameworksOwnFeatures() {
        let runtime = FlintRuntime()
        Flint.withRuntime(runtime) {
            #expect(!Flint.isSetup)
            #expect(Flint.dependencies == nil)
            Flint.quickSetup(EmptyApp.self)
            #expect(Flint.isSetup)
            #expect(Flint.metadata(for: EmptyApp.self) != nil)
            #expect(Flint.conditionalFeatures.map { $0.feature.name } == ["Timeline"])
            #expect(Flint.allFeatures.count == 3)
        }
    }

    @Test func dependenciesComeFromTheConfigurationOrAreDefaults() {
        let tracker = ScriptedTracker()
        let runtime = FlintRuntime()
        Flint.withRuntime(runtime) {
            Flint.setup(EmptyApp.self) { $0.purchaseTracker = tracker }
            #expect(Flint.purchaseTracker as? ScriptedTracker === tracker)
            #expect(Flint.userFeatureToggles is StoredFeatureToggles)
            #expect(Flint.permissionChecker is DefaultPermissionChecker)
        }
    }

    @Test func metadataOfAnActionIsFoundThroughItsBinding() {
        let fixture = Fixture(Plain.self)
        fixture.run {
            #expect(Flint.metadata(for: Plain.ping)?.name == "Ping")
            #expect(Flint.metadata(for: Plain.undeclared) == nil)
            #expect(Flint.metadata(for: Stranger.ping) == nil, "nothing traps on a feature that is not registered")
        }
    }

    @Test func usingFeaturesBeforeSetUpStopsTheProcess() async {
        await #expect(processExitsWith: .failure) {
            Flint.withRuntime(FlintRuntime()) { _ = Conditional.ping.request() }
        }
    }

    @Test func settingUpTwiceStopsTheProcess() async {
        await #expect(processExitsWith: .failure) {
            Flint.withRuntime(FlintRuntime()) {
                Flint.setup(EmptyApp.self)
                Flint.setup(EmptyApp.self)
            }
        }
    }

    @Test func settingUpOnceAndRegisteringMoreDoesNotStopTheProcess() async {
        await #expect(processExitsWith: .success) {
            Flint.withRuntime(FlintRuntime()) {
                Flint.setup(EmptyApp.self)
                Flint.register(Plain.self)
                Flint.register(group: EmptyApp.self)
                _ = Conditional.ping.request()
            }
        }
    }
}

/// Has an action it declares and one it does not.
private final class Plain: Feature {
    static let description = "Plain"
    static let ping = action(PingAction.self)
    static let undeclared = action(TextAction.self)
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(ping) }
}

/// Is never registered.
private final class Stranger: Feature {
    static let description = "Stranger"
    static let ping = action(PingAction.self)
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(ping) }
}

/// Must be requested, and is never registered either.
private final class Conditional: ConditionalFeature {
    static let description = "Conditional"
    static let ping = action(PingAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.userToggled(defaultValue: true) }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(ping) }
}
