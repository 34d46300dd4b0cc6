import InspectorKit
import Testing

@Suite
struct FlagSnapshotTests {
    @Test(arguments: [("STATIC", "fixed"), ("TARGETING_MATCH", "by a rule"), ("SPLIT", "by share of users")])
    func `the specification's reasons read as words`(reason: String, words: String) {
        #expect(FlagSnapshot.words(forReason: reason) == words)
    }

    @Test
    func `a reason that a server made up is shown as it is`() {
        #expect(FlagSnapshot.words(forReason: "MOON_PHASE") == "MOON_PHASE")
    }
}
