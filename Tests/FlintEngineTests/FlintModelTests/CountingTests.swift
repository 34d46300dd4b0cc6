import FlintModel
import Testing

struct CountingTests {
    @Test(arguments: [(0, "0 features"), (1, "1 feature"), (2, "2 features")])
    func `a number determines the form of its noun`(number: Int, text: String) {
        #expect(number.counted("feature") == text)
    }

    @Test func `an irregular plural can be specified`() {
        #expect(
            1.counted("entry", plural: "entries") == "1 entry" && 3.counted("entry", plural: "entries") == "3 entries")
    }

    @Test(arguments: [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")])
    func `elements are listed as in a sentence`(elements: [String], text: String) {
        #expect(elements.listed() == text)
        #expect(elements.listed(with: "or") == text.replacing("and", with: "or"))
    }
}
