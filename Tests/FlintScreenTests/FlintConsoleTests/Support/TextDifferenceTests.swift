import FlintTestSupport
import Testing

struct TextDifferenceTests {
    @Test func `a difference shows the differing lines with one line of context`() {
        let expected = "one\ntwo\nthree\nfour\nfive\nsix\nseven"
        let actual = "one\ntwo\nTHREE\nfour\nfive\nsix\nseven\neight"
        #expect(
            TextDifference(expected: expected, actual: actual).lines
                == ["  two", "- three", "+ THREE", "  four", "  seven", "+ eight"])
    }

    @Test func `equal texts have no difference`() {
        #expect(TextDifference(expected: "one\ntwo\n", actual: "one\ntwo\n").lines.isEmpty)
    }
}
