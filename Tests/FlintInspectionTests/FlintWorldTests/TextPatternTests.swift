import FlintTestSupport
import FlintWorld
import Testing

struct TextPatternTests {
    @Test(arguments: [
        ("a", "xAy", true), ("^a", "xa", false), ("a$", "ab", false), ("^$", "", true), ("^$", "a", false),
        ("a|^b", "xb", false), ("^smart|speed$", "Dynamic speed", true), ("^smart|speed$", "speed now", false),
        ("a.c", "aéc", true), ("a.c", "ac", false), ("a..c", "aéc", false), (".$", "é", true), ("^.$", "é", true),
        ("É+$", "xéé", true), ("[^a]$", "é", true), ("[a-c]x", "Bx", true), ("[^a-c]x", "bx", false),
        (#"\d+\.\d"#, "v17.2", true), (#"^\w+$"#, "a_1", true), (#"\S\s\S"#, "ab", false), (#"[\d_]"#, "x_", true),
        (#"[\]\-]"#, "]", true), ("[a-]", "-", true), ("(?:ab)+?$", "abab", true), ("(a|b)*c", "ababc", true),
        (#"\(x\)"#, "(X)", true), ("", "anything", true), ("a?", "", true),
    ])
    func `an expression matches anywhere unless it is anchored`(pattern: String, text: String, isMatch: Bool) throws {
        #expect(try TextPattern(pattern).occurs(in: text) == isMatch)
    }

    @Test(arguments: [
        ("a(", "a ( has no )"), ("a)", "a ) has no ("), ("[a", "a [ has no ]"), ("[]", "[] is empty"),
        ("*", "there is nothing before * to repeat"), ("a**", "there is nothing before * to repeat"),
        ("a^", "^ must be at the start; write \\^ for the character"), ("[z-a]", "the range z-a is in the wrong order"),
        ("[é]", "[] can contain only ASCII characters"), ("\\", "nothing follows the \\"),
        ("\\b", "\\b is not supported"), ("(?=a)", "of the groups with ?, only (?: is supported"),
        ("a{2}", "{ is not supported; write \\{ for the character"),
    ])
    func `the error for an invalid expression states the reason`(pattern: String, reason: String) throws {
        let problem = try #require(throws: TextPattern.Problem.self) { try TextPattern(pattern) }
        #expect(problem.reason == reason)
    }

    @Test func `an expression has a limited length and depth`() {
        #expect(throws: Never.self) { try TextPattern(String(repeating: "a", count: 64)) }
        #expect(throws: TextPattern.Problem.self) { try TextPattern(String(repeating: "a", count: 65)) }
        #expect(throws: TextPattern.Problem.self) { try TextPattern(String(repeating: "(", count: 100_000)) }
    }

    @Test func `an expression never takes exponential time`() throws {
        let text = String(repeating: "a", count: 100_000)
        for pattern in ["(a+)+b", "(a|aa)+b|(a*)*c", "a*a*a*a*a*a*b"] {
            #expect(try !TextPattern(pattern).occurs(in: text))
        }
    }

    @Test func `random expressions match like those of the standard library`() throws {
        // The standard library's expressions take a long time in a debug build.
        var random = SplitMix64(seed: 7)
        for _ in 0..<60 {
            let pattern = Self.pattern(depth: 2, using: &random)
            let regex = try Regex(pattern)
            let mine = try TextPattern(pattern)
            for _ in 0..<10 {
                let length = Int.random(in: 0...6, using: &random)
                let text = String((0..<length).map { _ in "abc".randomElement(using: &random)! })
                #expect(mine.occurs(in: text) == text.contains(regex), "\(pattern) \(text)")
            }
        }
    }

    private static func pattern(depth: Int, using random: inout SplitMix64) -> String {
        let atoms = ["a", "b", "c", ".", "[ab]", "[^a]"]
        var text = ""
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            if depth > 0 && Bool.random(using: &random) {
                let (first, second) = (pattern(depth: depth - 1, using: &random), pattern(depth: 0, using: &random))
                text += "(\(first)|\(second))"
            } else {
                text += atoms.randomElement(using: &random)!
            }
            text += ["", "", "*", "+", "?"].randomElement(using: &random)!
        }
        return text
    }
}
