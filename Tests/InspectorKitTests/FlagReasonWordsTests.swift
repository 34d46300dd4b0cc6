import InspectorKit
import Testing

@Suite
struct FlagReasonWordsTests {
    @Test(arguments: [("STATIC", "fixed"), ("TARGETING_MATCH", "by a rule"), ("SPLIT", "by share of users")])
    func `the specification's reasons read as words`(reason: String, words: String) {
        #expect(FlagReasonWords.of(reason) == words)
    }

    @Test
    func `a reason that a server made up is shown as it is`() {
        #expect(FlagReasonWords.of("MOON_PHASE") == "MOON_PHASE")
    }
}
