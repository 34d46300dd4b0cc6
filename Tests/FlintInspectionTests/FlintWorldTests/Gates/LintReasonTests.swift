import FeatureGating
import FlintWorld
import Testing

struct LintReasonTests {
    private static func only(_ platforms: Platform...) -> PlatformRule {
        PlatformRule(
            versions: Dictionary(
                uniqueKeysWithValues: Platform.all.filter { !platforms.contains($0) }.map { ($0, .unsupported) }))
    }

    private static func messages(_ features: DeclaredFeature...) -> [String] {
        LintReview(GatedApp(features).world().lint()).findings.map(\.finding.message)
    }

    @Test func `a feature without a supported platform or an alternative is named with the reason`() {
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

    @Test func `a requirement without an effect is named with the requirement that implies it`() {
        let (flag, pro, camera) = (
            Requirement.fact(GatedApp.switches[0].condition), Requirement.fact(GatedApp.switches[1].condition),
            Requirement.fact(GatedApp.switches[2].condition)
        )
        let (old, new) = (
            PlatformRule(versions: [.iOS: .atLeast(version: 16)]), PlatformRule(versions: [.iOS: .atLeast(version: 18)])
        )
        let group = GatedApp.feature(0, "A", .all([pro, .fact(.platform(new))]))
        #expect(
            Self.messages(group, GatedApp.feature(1, "A/B", parent: "A", .all([.fact(.platform(old)), camera, pro])))
                == [
                    "A/B requires iOS 16.0 or later, which has no effect: A requires iOS 18.0 or later.",
                    "A/B requires pro, which has no effect: A requires pro.",
                ])
        #expect(
            Self.messages(GatedApp.feature(0, "A", .all([.any([flag, pro]), flag])))
                == ["A requires (the flag a or pro), which has no effect: it also requires the flag a."])
        #expect(
            Self.messages(GatedApp.feature(0, "A", .all([camera, .any([flag, .all([flag, pro])])])))
                == [
                    "A accepts (the flag a and pro) as an alternative, which never decides: the flag a is met whenever it is."
                ])
        #expect(
            Self.messages(
                group, GatedApp.feature(1, "A/B", parent: "A", .any([.all([pro, camera]), .all([camera, flag])]))
            )
            .contains { $0.hasPrefix("A/B accepts (Camera and the flag a) as an alternative, which never decides") })
        #expect(
            Self.messages(
                GatedApp.feature(
                    0, "A", .all([.any([flag, pro]), .any([flag, camera]), .any([flag, .all([pro, camera])])]))
            ).contains(
                "A requires (the flag a or (pro and Camera)), which has no effect: its other requirements imply it."))
    }
}
