import FlintWorld
import Testing

@Suite
struct FlagSnapshotTests {
    @Test(arguments: [("STATIC", "fixed"), ("TARGETING_MATCH", "by a rule"), ("SPLIT", "by share of users")])
    func `the specification's reasons are shown as words`(reason: String, words: String) {
        #expect(FlagSnapshot.description(ofReason: reason) == words)
    }

    @Test(arguments: [
        ("release, STATIC", "release, fixed"), ("north, south, SPLIT", "north, south, by share of users"),
        ("remote, MOON_PHASE", "remote, MOON_PHASE"), ("override", "override"), ("", ""),
    ])
    func `a flag's source has the same text as on the Facts screen`(source: String, words: String) {
        let requirement = RequirementState(
            kind: .flag, key: "a", title: "a", status: .satisfied, value: "on", source: source)
        #expect(requirement.sourceText == words)
        #expect(requirement.source == source)
    }

    @Test
    func `the source of a fact that is not a flag is shown unchanged`() {
        let requirement = RequirementState(
            kind: .purchase, key: "a", title: "a", status: .satisfied, value: "purchased", source: "shop, STATIC")
        #expect(requirement.sourceText == "shop, STATIC")
    }

    @Test
    func `a reason that the specification does not define is shown unchanged`() {
        #expect(FlagSnapshot.description(ofReason: "MOON_PHASE") == "MOON_PHASE")
    }
}
