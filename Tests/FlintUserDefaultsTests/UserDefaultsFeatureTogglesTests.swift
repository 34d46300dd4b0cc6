import FlintCore
import FlintUserDefaults
import Foundation
import Testing

extension DefaultsTests {
    /// The old name of toggles in the user's defaults.
    struct UserDefaultsFeatureTogglesTests {
        @Test(arguments: [Use() as any OldUse]) fileprivate func `the old name keeps choices in the standard defaults`(
            _ use: any OldUse
        ) {
            use.check()
        }

        /// Something that uses what is deprecated; the member is not deprecated here, so that calling it is no warning.
        protocol OldUse: Sendable {
            func check()
        }

        private struct Use: OldUse {
            @available(*, deprecated)
            func check() {
                let key = "features.user.toggle.Lamp"
                // A run that was cut off may have left it.
                UserDefaults.standard.removeObject(forKey: key)
                defer { UserDefaults.standard.removeObject(forKey: key) }
                let toggles = UserDefaultsFeatureToggles()
                #expect(toggles.isEnabled(Lamp.self) == nil)
                toggles.setEnabled(Lamp.self, enabled: true)
                #expect(UserDefaults.standard.object(forKey: key) as? Bool == true)
                #expect(UserDefaultsFeatureToggles(userDefaults: .standard).isEnabled(Lamp.self) == true)
            }
        }
    }
}

private final class Lamp: ConditionalFeature {
    static let description = "Gives light"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.userToggled(defaultValue: true) }
    static func prepare(actions: FeatureActionsBuilder) {}
}
