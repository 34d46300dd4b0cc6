import FeatureGating
import Testing

@testable import FlintCore

struct PlatformConstraintTests {
    @Test(
        arguments: [
            ("iOS 10.0", true), ("iOS 10.3.1", true), ("iOS 9.9.9", false), ("watchOS 20.0", false),
            ("macOS 10.13.4", true), ("macOS 10.13.3", false), ("linux 1.0", true),
        ])
    func `only the rule of the current platform applies`(platform: String, isAvailable: Bool) {
        let fixture = Fixture(SeveralRules.self, platform: CurrentPlatform(platform))
        #expect(fixture.run { SeveralRules.isAvailable } == isAvailable)
    }

    @Test func `the platform can be overridden`() {
        let fixture = Fixture(SeveralRules.self, TelevisionOnly.self)
        #expect(fixture.facts[.platform]?.source == "simulated")
        #expect(fixture.run { TelevisionOnly.isAvailable } == false)
        fixture.facts.setOverride(.platform(CurrentPlatform("tvOS 17.0")!), for: .platform, cause: .user)
        #expect(fixture.run { TelevisionOnly.isAvailable } == true)
        #expect(fixture.changes.last?.availabilityChanges.map(\.feature) == ["TelevisionOnly"])
        #expect(fixture.rows(of: TelevisionOnly.self) == ["platform tvOS 16.0 or later: tvOS 17.0"])
    }

    @Test func `the real platform applies by default`() {
        let fixture = Fixture(LinuxOnly.self, platform: nil)
        #expect(fixture.facts[.platform]?.source == .system)
        #expect(fixture.run { LinuxOnly.isAvailable } == (CurrentPlatform.real.platform == .linux))
    }

    @Test func `a malformed version is unsupported and an advisory`() {
        let fixture = Fixture(Malformed.self)
        #expect(fixture.run { Malformed.isAvailable } == false)
        #expect(fixture.advisories.contains { $0.contains("10..1") })
    }

    @Test func `an explanation row names the supported platforms`() {
        let fixture = Fixture(
            TelevisionOnly.self, NoPhones.self, Nowhere.self, ExcludesFourPlatforms.self, ExcludesFivePlatforms.self)
        #expect(fixture.rows(of: TelevisionOnly.self) == ["platform tvOS 16.0 or later: iOS 17.2"])
        #expect(fixture.rows(of: NoPhones.self) == ["platform any platform except iOS: iOS 17.2"])
        #expect(fixture.rows(of: Nowhere.self) == ["platform any platform except iOS: iOS 17.2"])
        #expect(fixture.rows(of: ExcludesFourPlatforms.self) == ["platform any platform except iOS: iOS 17.2"])
        #expect(
            fixture.rows(of: ExcludesFivePlatforms.self)
                == ["platform watchOS, any version or tvOS, any version or macOS, any version: iOS 17.2"])
    }

    @Test func `an explanation row of a supported platform names the excluded platforms`() {
        func statement(_ platform: String, _ feature: FeatureDefinition.Type) -> [String] {
            let fixture = Fixture(feature, platform: CurrentPlatform(platform))
            return fixture.runtime.explanation(of: feature).requirements.map { "\($0.title): \($0.statement)" }
        }
        #expect(statement("tvOS 16.0", TelevisionOnly.self) == ["tvOS 16.0 or later: tvOS 16.0 or later is required"])
        #expect(statement("macOS 14.0", NoPhones.self) == ["any platform except iOS: iOS is not supported"])
        #expect(
            statement("macOS 14.0", ExcludesFivePlatforms.self) == [
                "macOS only: Only watchOS, tvOS and macOS are supported"
            ])
    }

    @Test func `platforms have the same display names in every text`() throws {
        let fixture = Fixture(LinuxOnly.self, Desktops.self)
        #expect(fixture.rows(of: LinuxOnly.self) == ["platform Linux, any version: iOS 17.2"])
        #expect(fixture.rows(of: Desktops.self) == ["platform Linux 12.0 or later or Windows 11.0 or later: iOS 17.2"])
        #expect(
            fixture.runtime.explanation(of: Desktops.self).summary
                == "Linux 12.0 or later or Windows 11.0 or later is required, but this is iOS 17.2")
        let desktops = try #require(fixture.runtime.metadata(for: Desktops.self))
        let states = fixture.runtime.explanationBasis(of: desktops).stateCounts()
        #expect(states?.condition == "running on Linux or Windows")
        let onLinux = Fixture(LinuxOnly.self, platform: CurrentPlatform("linux 6.1"))
        let explanation = onLinux.runtime.explanation(of: LinuxOnly.self)
        #expect(explanation.requirements.map(\.title) == ["Linux only"])
        #expect(explanation.requirements.map(\.statement) == ["Only Linux is supported"])
        let abroad = Fixture(ExcludesFourPlatforms.self, platform: CurrentPlatform("linux 6.1"))
        #expect(abroad.rows(of: ExcludesFourPlatforms.self) == ["platform any platform except Linux: Linux 6.1"])
        #expect(abroad.runtime.explanation(of: ExcludesFourPlatforms.self).summary == "Linux is not supported")
    }
}

private final class SeveralRules: ConditionalFeature {
    static let description = "Has rules for several platforms"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.iOS = 10
        requirements.macOS = "10.13.4"
        requirements.watchOS = .unsupported
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class TelevisionOnly: ConditionalFeature {
    static let description = "Supports only televisions"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.tvOSOnly = 16 }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class NoPhones: ConditionalFeature {
    static let description = "Supports everything except phones"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.iOS = .unsupported }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Nowhere: ConditionalFeature {
    static let description = "Supports no platform"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.iOSOnly = .unsupported }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class ExcludesFourPlatforms: ConditionalFeature {
    static let description = "Excludes four platforms"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.iOS = .unsupported
        requirements.visionOS = .unsupported
        requirements.linux = .unsupported
        requirements.windows = .unsupported
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class ExcludesFivePlatforms: ConditionalFeature {
    static let description = "Excludes five platforms"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        ExcludesFourPlatforms.constraints(requirements: requirements)
        requirements.android = .unsupported
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class LinuxOnly: ConditionalFeature {
    static let description = "Supports only Linux"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.linuxOnly = .any }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Desktops: ConditionalFeature {
    static let description = "Supports Linux and Windows"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.iOS = .unsupported
        requirements.watchOS = .unsupported
        requirements.tvOS = .unsupported
        requirements.macOS = .unsupported
        requirements.visionOS = .unsupported
        requirements.linux = 12
        requirements.windows = 11
        requirements.android = .unsupported
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Malformed: ConditionalFeature {
    static let description = "Requires a malformed version"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.iOS = "10..1" }
    static func prepare(actions: FeatureActionsBuilder) {}
}
