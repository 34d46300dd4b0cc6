import InspectorKit
import Testing

/// A feature's condition in words.
struct ConditionWordsTests {
    private func row(
        _ kind: RequirementKind, _ title: String, _ status: RequirementStatus = .notSatisfied, depth: Int = 0,
        from ancestor: String? = nil
    ) -> RequirementState {
        RequirementState(
            kind: kind, key: title, title: title, status: status, value: "missing", source: "store",
            inheritedFrom: ancestor, depth: depth)
    }

    private func feature(_ rows: [RequirementState], available: Bool?, firstBlocking: Int? = nil) -> FeatureSnapshot {
        Samples.feature(available: available, requirements: rows, firstBlocking: firstBlocking, unlockPlans: [])
    }

    @Test func `alternatives are in brackets and platforms at the end`() {
        let rows = [
            row(.platform, "iOS, any version", .satisfied), row(.anyOf, "any of"), row(.purchase, "Premium", depth: 1),
            row(.purchase, "Season pass", depth: 1), row(.permission, "Location when in use"), row(.parent, "Podcasts"),
        ]
        #expect(
            feature(rows, available: false).condition
                == "(Premium or Season pass) and Location when in use, on iOS")
    }

    @Test func `nested groups keep their structure`() {
        let rows = [
            row(.anyOf, "any of"), row(.allOf, "all of", depth: 1), row(.purchase, "A", depth: 2),
            row(.purchase, "B", depth: 2), row(.purchase, "C", depth: 1), row(.flag, "beta"),
        ]
        #expect(feature(rows, available: false).condition == "((A and B) or C) and the flag beta")
        #expect(feature(Array(rows.dropLast()), available: false).condition == "(A and B) or C")
    }

    @Test func `settings and switches are named with the ancestor that declares them`() {
        let rows = [
            row(.toggle, "User setting"), row(.runtimeSwitch, "Enabled in code", from: "App/PlaybackFeature"),
            row(.purchase, "Premium", from: "App"), row(.purchase, "Premium"),
        ]
        #expect(
            feature(rows, available: false).condition
                == "its user setting and PlaybackFeature being enabled in code and Premium")
    }

    @Test func `a platform alone is a condition, and nothing required is none`() {
        #expect(
            feature([row(.platform, "watchOS 9.0 or later")], available: false).condition
                == "to run on watchOS 9.0 or later")
        #expect(feature([row(.parent, "App", .satisfied)], available: true).condition == nil)
    }

    @Test func `sentences tell the verdict, its reason and the condition`() {
        let name = feature([], available: true).name
        #expect(feature([], available: true).sentence == "\(name) is available to everyone.")
        let rows = [row(.purchase, "Premium")]
        #expect(
            feature(rows, available: false, firstBlocking: 0).sentence
                == "\(name) is not available because Premium is missing. It needs Premium.")
        #expect(
            feature([row(.toggle, "User setting", .notDetermined)], available: nil, firstBlocking: 0).sentence
                == "Whether \(name) is available is not known yet because user setting is missing. "
                + "It needs its user setting.")
        #expect(
            feature([row(.purchase, "Premium", .satisfied)], available: true).sentence
                == "\(name) is available. It needs Premium.")
    }
}
