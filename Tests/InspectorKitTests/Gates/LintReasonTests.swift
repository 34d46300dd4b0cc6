import FeatureGating
import InspectorKit
import Testing

/// Tests of the reasons for which a feature can never be available.
struct LintReasonTests {
    private static func only(_ platforms: Platform...) -> PlatformRule {
        PlatformRule(
            versions: Dictionary(
                uniqueKeysWithValues: Platform.all.filter { !platforms.contains($0) }.map { ($0, .unsupported) }))
    }

    private static func messages(_ features: DeclaredFeature...) -> [String] {
        GatedApp(features).world().lint().findings.map(\.message)
    }

    @Test func `a feature that supports no platform, or lacks alternatives, is named with the reason`() {
        let nowhere = GatedApp.feature(0, "A", .fact(.platform(Self.only())))
        #expect(Self.messages(nowhere) == ["A can never be available: it supports no platform."])
        let without = GatedApp.feature(0, "A", .any([]))
        let reason = "it requires one of several alternatives, but none are declared"
        #expect(Self.messages(without) == ["A can never be available: \(reason)."])
    }

    @Test func `a feature that contradicts its group is named with both requirements`() throws {
        let (group, own) = (Self.only(.iOS), Self.only(.watchOS))
        let found = Self.messages(
            GatedApp.feature(0, "A", .fact(.platform(group))),
            GatedApp.feature(1, "A/B", parent: "A", .fact(.platform(own))))
        let (first, second) = (try #require(own.title), try #require(group.title))
        #expect(found.last == "A/B can never be available: it requires \(first), and A requires \(second).")
    }
}
