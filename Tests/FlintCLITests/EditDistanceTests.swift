import Testing

@testable import FlintCLI

struct EditDistanceTests {
    @Test(arguments: [
        ("", "", 0), ("abc", "", 3), ("", "abc", 3), ("kitten", "sitting", 3), ("flaw", "lawn", 2), ("same", "same", 0),
    ])
    func countsInsertionsDeletionsAndReplacements(first: String, second: String, distance: Int) {
        #expect(EditDistance.between(first, second) == distance)
        #expect(EditDistance.between(second, first) == distance)
    }
}
