import FlintWorld
import Testing

struct ConditionFormatterTests {
    private func row(
        _ kind: RequirementKind, _ title: String, _ status: RequirementStatus = .notSatisfied, depth: Int = 0,
        from ancestor: String? = nil, group: Int? = nil, key: String? = nil
    ) -> RequirementState {
        var row = RequirementState(
            kind: kind, key: key ?? (kind.isHeading ? group.map(String.init) : title), title: title, status: status,
            value: "missing", source: "store")
        (row.inheritedFrom, row.depth) = (ancestor, depth)
        return row
    }

    private func feature(_ rows: [RequirementState], available: Bool?, firstBlocking: Int? = nil) -> FeatureSnapshot {
        Samples.feature(available: available, requirements: rows, firstBlocking: firstBlocking, unlockPlans: [])
    }

    @Test func `alternatives are in brackets and platforms at the end`() {
        let rows = [
            row(.platform, "iOS only", .satisfied), row(.anyOf, "any of"), row(.purchase, "Premium", depth: 1),
            row(.purchase, "Season pass", depth: 1), row(.permission, "Location when in use"), row(.parent, "Podcasts"),
        ]
        #expect(
            feature(rows, available: false).condition
                == "(Premium or Season pass) and Location when in use, on iOS only")
    }

    @Test(arguments: [
        ([SystemPermissionConstraint.location(usage: .whenInUse)], "Location when in use or Location always"),
        ([.camera, .photosAddOnly], "Camera and (Photos add only or Photos)"),
        ([.location(usage: .always), .photos], "Location always and Photos"),
    ])
    func `a permission is combined with the wider permission that includes it`(
        permissions: [SystemPermissionConstraint], words: String
    ) {
        let rows = permissions.map { row(.permission, $0.description, key: $0.name) }
        #expect(feature(rows, available: false).condition == words)
    }

    @Test func `a platform with any supported version is not required`() {
        let free = row(.platform, "iOS, any version", .satisfied)
        #expect(feature([free], available: true).condition == nil)
        #expect(feature([free, row(.flag, "beta")], available: false).condition == "the flag beta")
        #expect(feature([row(.platform, "iOS, any version")], available: false).condition == "to run on iOS")
    }

    @Test func `nested groups keep their structure`() {
        let rows = [
            row(.anyOf, "any of"), row(.allOf, "all of", depth: 1), row(.purchase, "A", depth: 2),
            row(.purchase, "B", depth: 2), row(.purchase, "C", depth: 1), row(.flag, "beta"),
        ]
        #expect(feature(rows, available: false).condition == "((A and B) or C) and the flag beta")
        #expect(feature(Array(rows.dropLast()), available: false).condition == "(A and B) or C")
    }

    @Test func `a group in several places is described in each place`() {
        let rows = [
            row(.anyOf, "any of (1)", group: 1), row(.purchase, "A", depth: 1), row(.purchase, "B", depth: 1),
            row(.anyOf, "any of"), row(.purchase, "C", depth: 1), row(.allOf, "all of", depth: 1),
            row(.purchase, "D", depth: 2), row(.anyOf, "any of (1), as above", depth: 2, group: 1),
        ]
        #expect(feature(rows, available: false).condition == "(A or B) and (C or (D and (A or B)))")
    }

    @Test func `groups without parts are always or never met`() {
        let rows = [row(.anyOf, "any of"), row(.purchase, "A", depth: 1)]
        #expect(feature(rows + [row(.allOf, "all of", depth: 1)], available: true).condition == nil)
        #expect(feature(rows + [row(.anyOf, "any of", depth: 1)], available: true).condition == "A")
        #expect(feature([row(.anyOf, "any of")], available: false).condition == "a condition that cannot be met")
    }

    @Test func `a group that doubles at every level has a description of limited length`() {
        var rows = [row(.anyOf, "any of (0)", group: 0), row(.purchase, "X", depth: 1), row(.purchase, "Y", depth: 1)]
        for level in 1...60 {
            let above = row(.anyOf, "any of (\(level - 1)), as above", depth: 2, group: level - 1)
            rows += [
                row(.anyOf, "any of (\(level))", group: level),
                row(.allOf, "all of", depth: 1), row(.purchase, "A\(level)", depth: 2), above,
                row(.allOf, "all of", depth: 1), row(.purchase, "B\(level)", depth: 2), above,
            ]
        }
        #expect((feature(rows, available: false).condition ?? "").utf8.count < 100_000)
    }

    @Test func `nested groups are described up to a depth`() {
        let rows = (0..<5_000).map { row($0 % 2 == 0 ? .anyOf : .allOf, "of", depth: $0) }.flatMap { heading in
            [heading, row(.purchase, "A\(heading.depth)", depth: heading.depth + 1)]
        }
        let condition = feature(rows, available: false).condition ?? ""
        #expect(condition.hasPrefix("A0 or ") && condition.contains("…") && condition.utf8.count < 2_000)
    }

    @Test func `platforms that are not supported are excluded`() {
        let notOnWatch = row(.platform, "any platform except watchOS")
        #expect(feature([notOnWatch], available: false).condition == "to run on any platform except watchOS")
        #expect(
            feature([notOnWatch, row(.purchase, "A")], available: false).condition
                == "A, on any platform except watchOS")
        #expect(
            feature([row(.platform, "iOS 15.0 or later"), notOnWatch], available: false).condition
                == "to run on iOS 15.0 or later and any platform except watchOS")
    }

    @Test func `settings and switches are named with the ancestor that declares them`() {
        let rows = [
            row(.userSetting, "User setting"), row(.runtimeSwitch, "Runtime switch", from: "App/PlaybackFeature"),
            row(.purchase, "Premium", from: "App"), row(.purchase, "Premium"),
        ]
        #expect(
            feature(rows, available: false).condition
                == "its user setting and the runtime switch of PlaybackFeature and Premium")
    }

    @Test func `a platform alone is a condition, and a feature without requirements has none`() {
        #expect(
            feature([row(.platform, "watchOS 9.0 or later")], available: false).condition
                == "to run on watchOS 9.0 or later")
        #expect(feature([row(.parent, "App", .satisfied)], available: true).condition == nil)
    }

    @Test func `sentences state the verdict, its reason and the condition`() {
        let name = feature([], available: true).name
        #expect(feature([], available: true).sentence == "\(name) is available to everyone.")
        let rows = [row(.purchase, "Premium")]
        #expect(
            feature(rows, available: false, firstBlocking: 0).sentence
                == "\(name) is not available because Premium is missing. It needs Premium.")
        #expect(
            feature([row(.userSetting, "User setting", .notDetermined)], available: nil, firstBlocking: 0).sentence
                == "The availability of \(name) is undetermined because user setting is missing. "
                + "It needs its user setting.")
        #expect(
            feature([row(.purchase, "Premium", .satisfied)], available: true).sentence
                == "\(name) is available. It needs Premium.")
    }

    @Test func `the summary of several blocking requirements begins with the first one`() {
        let rows = [
            row(.purchase, "Premium"), row(.platform, "iOS", .satisfied), row(.parent, "App"),
            row(.permission, "Camera"),
        ]
        #expect(
            feature(rows, available: false, firstBlocking: 3).blockingSummary
                == "Camera is missing, Premium is missing")
        #expect(feature([row(.purchase, "Premium", .satisfied)], available: true).blockingSummary == "")
    }
}
