import FlintTestSupport
import FlintWorld
import Foundation
import Testing

/// The lint file, as people write it.
struct LintConfigurationTests {
    private static func read(_ text: String) throws -> LintConfiguration {
        try JSONDecoder().decode(
            LintConfiguration.self, from: Data(text.utf8), within: .projectFile, format: .json5)
    }

    private func problem(_ members: String, head: String = "flint: 'lint', version: 1,") -> String? {
        do {
            _ = try Self.read("{ \(head) \(members) }")
            return nil
        } catch {
            return (error as? DecodingError)?.placeAndReason ?? String(describing: error)
        }
    }

    @Test func `levels and accepted findings are read`() throws {
        let configuration = try Self.read(
            """
            {
              flint: "lint",
              version: 1,
              baseline: "lint-baseline.json",
              rules: { "unused-product": "problem", 'available-together': 'off' },
              accepted: [
                { rule: "unused-flag", subject: "flag debug-*", reason: "For support", until: "2026-12-01" },
                { rule: "redundant-requirement", subject: "App/Shop", requirement: "Camera", reason: "Clearer" },
              ],
            }
            """)
        #expect(configuration.level(of: .unusedProduct) == .problem)
        #expect(configuration.level(of: .availableTogether) == .off)
        #expect(configuration.level(of: .unusedFlag) == .problem, "A rule that is not named keeps its level.")
        #expect(configuration.baseline == "lint-baseline.json")
        #expect(
            configuration.accepted == [
                LintAcceptance(
                    rule: .unusedFlag, subject: "flag debug-*", reason: "For support",
                    until: CalendarDay("2026-12-01")),
                LintAcceptance(
                    rule: .redundantRequirement, subject: "App/Shop", requirement: "Camera", reason: "Clearer"),
            ])
        #expect(try Self.read("{ flint: 'lint', version: 1 }") == LintConfiguration())
    }

    @Test func `claims are read, and each has all members`() throws {
        let head = "{ flint: 'lint', version: 1, claims: "
        let claim = "{ product: 'premium', text: 'all lists', feature: 'Lists' }"
        #expect(
            try Self.read("\(head)[\(claim)] }").claims == [
                LintClaim(product: "premium", text: "all lists", feature: "Lists")
            ])
        #expect(
            problem("claims: [{ product: 'premium', text: ' ', feature: 'Lists' }]")
                == "claims > [0]: \"text\" is empty")
        #expect(problem("claims: [{ product: 'premium', text: 'all lists' }]") != nil)
    }

    @Test func `a mistake is named with its location`() {
        let accepted = "accepted: [{ rule: 'unused-flag', subject: 'flag a', reason: 'b' }, "
        #expect(
            problem("rules: { 'unused-flg': 'off' }")
                == "rules: there is no rule \"unused-flg\"; did you mean \"unused-flag\"?")
        #expect(
            problem("rules: { 'qqqqqqqqqqqq': 'off' }")
                == "rules: there is no rule \"qqqqqqqqqqqq\"; \"lint --rules\" lists the rules")
        #expect(
            problem("rules: { 'unused-flag': 'error' }")
                == "rules > unused-flag: \"error\" is not one of \"problem\", \"note\", \"off\"")
        #expect(problem("rules: { 'unused-flag': 1 }") == "rules > unused-flag: it is not a string")
        #expect(
            problem(accepted + "{ rule: 'unused-flag', subject: 'flag a' }]")
                == "accepted > [1]: \"reason\" is missing")
        #expect(
            problem(accepted + "{ rule: 'unused-flag', subject: 'flag a', reason: ' \\n' }]")
                == "accepted > [1]: \"reason\" is empty")
        #expect(
            problem(accepted + "{ rule: 'unused-flags', subject: 'a', reason: 'b' }]")
                == "accepted > [1]: there is no rule \"unused-flags\"; did you mean \"unused-flag\"?")
        #expect(
            problem(accepted + "{ rule: 'unused-flag', subject: 'a', reason: 'b', until: '1.12.2026' }]")
                == "accepted > [1]: \"until\" must be a day such as \"2026-12-01\", not \"1.12.2026\"")
        #expect(
            problem(accepted + "{ rule: 'unused-flag', subjekt: 'a', reason: 'b' }]")?
                .hasPrefix("accepted > [1]: \"subjekt\" is not one of the keys \"rule\", ") == true)
        #expect(problem("rule: {}")?.hasPrefix("\"rule\" is not one of the keys") == true)
        #expect(problem("baseline: ''") == "\"baseline\" must be the path of a file")
        #expect(problem("", head: "flint: 'expectations', version: 1,")?.contains("must be \"lint\"") == true)
        #expect(problem("", head: "flint: 'lint', version: 2,")?.contains("its version is 2") == true)
        #expect(problem("", head: "")?.contains("\"flint\" is missing") == true)
        #expect(problem("accepted: {}") != nil && problem("rules: []") != nil)
    }

    @Test func `an acceptance ends after its last day, and only if the current day is given`() {
        let ending = LintAcceptance(
            rule: .unusedFlag, subject: "*", reason: "a", until: CalendarDay("2026-12-01"))
        #expect(ending.isInEffect(on: nil))
        #expect(ending.isInEffect(on: CalendarDay("2026-12-01")))
        #expect(!ending.isInEffect(on: CalendarDay("2026-12-02")))
        let endless = LintAcceptance(rule: .unusedFlag, subject: "*", reason: "a")
        #expect(endless.isInEffect(on: CalendarDay("9999-12-31")))
    }

    // MARK: Editing

    private static let file = """
        // The rules of our app.
        {
          flint: "lint", version: 1,
          accepted: [
            // Needed by support.
            // Ask Ann.
            { rule: "unused-flag", subject: "flag a", reason: "a" }, // for now
            { rule: "unused-flag", subject: "flag b", reason: "b" },

            // Several lines.
            {
              rule: "unused-flag", subject: "flag c", // the third
              reason: "c",
            }
          ],
          rules: { "unused-product": "off" }, // always
        }

        """

    @Test func `an entry is removed with its comments, and the rest of the file is unchanged`() throws {
        let configuration = try Self.read(Self.file)
        let first = try #require(configuration.removing([0], from: Self.file))
        #expect(
            first
                == Self.file.replacing(
                    """
                        // Needed by support.
                        // Ask Ann.
                        { rule: "unused-flag", subject: "flag a", reason: "a" }, // for now

                    """, with: ""))
        let last = try #require(configuration.removing([2], from: Self.file))
        #expect(!last.contains("Several lines") && !last.contains("third") && last.contains("// for now\n"))
        let all = try #require(configuration.removing([0, 1, 2], from: Self.file))
        #expect(all.contains("  accepted: [\n\n  ],\n  rules: { \"unused-product\": \"off\" }, // always\n}\n"))
        #expect(configuration.removing([], from: Self.file) == Self.file)
        let windows = Self.file.replacing("\n", with: "\r\n")
        #expect(try Self.read(windows).removing([0], from: windows) == first.replacing("\n", with: "\r\n"))
    }

    @Test func `a file that cannot be edited safely is not changed`() throws {
        let escaped = Self.file.replacing("accepted:", with: "\"\\u0061ccepted\":")
        #expect(try Self.read(escaped).removing([0], from: escaped) == nil)
        let commas = """
            { flint: "lint", version: 1, accepted: [
            { rule: "unused-flag", subject: "flag a", reason: "a" }
            , { rule: "unused-flag", subject: "flag b", reason: "b" }
            ] }
            """
        #expect(try Self.read(commas).removing([0], from: commas) == nil)
    }

    @Test(arguments: PropertyScale.seeds(1))
    func `removing entries does not change the meaning of the other entries`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<200 {
            func pick(_ texts: String...) -> String { texts.randomElement(using: &random) ?? "" }
            let count = Int.random(in: 1...5, using: &random)
            var text = "{" + pick("", "\n") + "flint: 'lint', version: 1, accepted: [" + pick("", "\n  ", " // first\n")
            for index in 0..<count {
                let comma = index + 1 < count ? "," : pick("", ",")
                text += pick("", "  ", "// above\n    ", "/* { */ ")
                text += "{ rule: 'unused-flag', subject: 'flag \(index)'," + pick(" ", "\n", " // ]\n")
                text += "reason: '" + pick("}", "a, b", "// no comment", "[") + "' }"
                text += comma + pick("\n", " ", " // after\n", " /* after */ ", "\n\n")
            }
            text += "]," + pick("", "\n") + "rules: { 'unused-product': 'off' } }"
            let configuration = try Self.read(text)
            let removed = Set((0..<count).filter { _ in Bool.random(using: &random) })
            guard let edited = configuration.removing(removed, from: text) else {
                Issue.record("\(removed) of \(text)")
                return
            }
            var expected = configuration
            expected.accepted = (0..<count).filter { !removed.contains($0) }.map { configuration.accepted[$0] }
            #expect(try Self.read(edited) == expected)
        }
    }
}
