import FlintTestSupport
import FlintWorld
import Testing

struct WildcardPatternTests {
    @Test func `a star matches any characters, and other characters match themselves`() {
        #expect(WildcardPattern("App/*").matches("App/Shop/Cart"))
        #expect(WildcardPattern("App/*").matches("App/"))
        #expect(!WildcardPattern("App/*").matches("MyApp/Shop"))
        #expect(!WildcardPattern("app/*").matches("App/Shop"))
        #expect(WildcardPattern("*").matches(""))
        #expect(WildcardPattern("").matches("") && !WildcardPattern("").matches("a"))
        #expect(WildcardPattern("flag debug-*-*").matches("flag debug-menu-2"))
        #expect(!WildcardPattern("a.c").matches("abc") && !WildcardPattern("a?c").matches("abc"))
        #expect(!WildcardPattern("aba*aba").matches("ababa"), "The ends of the pattern do not overlap.")
    }

    /// Returns whether a pattern matches by trying every length of each wildcard.
    private static func matches(_ pattern: Substring, _ text: Substring) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        let rest = pattern.dropFirst()
        if first == "*" { return (0...text.count).contains { matches(rest, text.dropFirst($0)) } }
        return text.first == first && matches(rest, text.dropFirst())
    }

    @Test(arguments: PropertyScale.seeds(1))
    func `a pattern matches if its wildcards can be expanded to match`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var count = 0
        for _ in 0..<2_000 {
            func text(of characters: String, upTo length: Int) -> String {
                String(
                    (0..<Int.random(in: 0...length, using: &random)).map { _ in
                        characters.randomElement(using: &random) ?? "a"
                    })
            }
            let (pattern, subject) = (text(of: "ab*", upTo: 7), text(of: "ab", upTo: 9))
            let expected = Self.matches(pattern[...], subject[...])
            count += expected ? 1 : 0
            guard WildcardPattern(pattern).matches(subject) == expected else {
                Issue.record("\(pattern) and \(subject)")
                return
            }
        }
        #expect(count > 100)
    }
}
