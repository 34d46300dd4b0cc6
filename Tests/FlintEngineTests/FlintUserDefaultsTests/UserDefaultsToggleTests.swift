import FlintCore
import FlintUserDefaults
import Foundation
import Testing

extension DefaultsTests {
    /// Tests of user settings in user defaults.
    final class ToggleTests {
        private let suite = "flint-tests-\(UUID().uuidString)"
        private let defaults: UserDefaults

        init() throws {
            defaults = try #require(UserDefaults(suiteName: suite))
        }

        deinit {
            defaults.removePersistentDomain(forName: suite)
            defaults.synchronize()
        }

        @Test func `a user setting is saved under the feature's path and gates it`() {
            let toggles = StoredFeatureToggles(userDefaults: defaults)
            defaults.set(false, forKey: "features.user.toggle.Group/Lamp")
            Flint.withRuntime(FlintRuntime()) {
                Flint.setup(Group.self) { $0.userFeatureToggles = toggles }
                #expect(Lamp.isAvailable == false)
                toggles.setEnabled(Lamp.self, enabled: true)
                #expect(Lamp.isAvailable == true)
            }
            #expect(defaults.object(forKey: "features.user.toggle.Group/Lamp") as? Bool == true)
        }
    }
}

private final class Group: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [Lamp.self] }
}

private final class Lamp: ConditionalFeature {
    static let description = "Gives light"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.userToggled(defaultValue: true) }
    static func prepare(actions: FeatureActionsBuilder) {}
}
