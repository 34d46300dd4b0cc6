import FlintCore
import FlintUserDefaults
import Foundation
import Testing

extension DefaultsTests {
    /// Tests of the deprecated name for user settings in user defaults.
    struct UserDefaultsFeatureTogglesTests {
        @Test(arguments: [Use() as any OldUse])
        fileprivate func `the deprecated name saves settings in the standard user defaults`(
            _ use: any OldUse
        ) {
            use.check()
        }

        /// A use of a deprecated name.
        ///
        /// The requirement itself is not deprecated, so calling it causes no warning.
        protocol OldUse: Sendable {
            func check()
        }

        private struct Use: OldUse {
            @available(*, deprecated)
            func check() {
                let key = "features.user.toggle.Lamp"
                // An interrupted run may have left the value.
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
