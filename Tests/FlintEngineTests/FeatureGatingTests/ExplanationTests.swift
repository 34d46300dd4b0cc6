import FeatureGating
import FlintTestSupport
import Testing

struct ExplanationTests {
    /// Returns the rows as lines: indent, name, value, and an exclamation mark on blocking rows.
    private func lines(_ explanation: Explanation<String>) -> [String] {
        explanation.rows.map { row in
            let name =
                switch row.kind {
                case .all: "all of"
                case .any: "any of"
                case .fact(let key): key
                }
            return String(repeating: "  ", count: row.depth) + "\(name) \(row.truth)" + (row.isBlocking ? " !" : "")
        }
    }

    @Test func `the outermost conjunction has no heading`() {
        let explanation = Explanation(Requirement.all([.fact("a"), .fact("b")])) { $0 == "a" ? .true : .false }
        #expect(lines(explanation) == ["a true", "b false !"])
        #expect(explanation.firstBlocking == 1)
        #expect(explanation.verdict == .false)
    }

    @Test func `nested groups have a heading and indented parts`() {
        let requirement = Requirement.all([
            .any([.fact("monthly"), .all([.fact("credits"), .fact("account")])]), .fact("camera"),
        ])
        let explanation = Explanation(requirement) { $0 == "camera" ? .true : .false }
        #expect(
            lines(explanation) == [
                "any of false !", "  monthly false !", "  all of false !", "    credits false !",
                "    account false !", "camera true",
            ])
        #expect(explanation.firstBlocking == 1)
    }

    @Test func `a group with one part is shown as that part`() {
        let inside = Requirement.all([.any([.fact("a")]), .all([.any([.fact("b"), .fact("c")])])])
        #expect(
            lines(Explanation(inside) { _ in .unknown }) == [
                "a unknown !", "any of unknown !", "  b unknown !", "  c unknown !",
            ])
        let outside = Requirement.any([.all([.fact("a"), .fact("b")])])
        #expect(lines(Explanation(outside) { _ in .unknown }) == ["a unknown !", "b unknown !"])
    }

    @Test func `parts of a satisfied alternative do not block`() {
        let requirement = Requirement.all([
            .any([.fact("a"), .all([.fact("b"), .fact("c")])]), .fact("d"),
        ])
        let explanation = Explanation(requirement) { $0 == "a" ? .true : .false }
        #expect(
            lines(explanation) == [
                "any of true", "  a true", "  all of false", "    b false", "    c false", "d false !",
            ])
        #expect(explanation.firstBlocking == 5)
    }

    @Test func `a false part blocks before an unknown part`() {
        let explanation = Explanation(Requirement.all([.fact("asked"), .fact("platform")])) {
            $0 == "platform" ? .false : .unknown
        }
        #expect(explanation.firstBlocking == 1)
    }

    @Test func `the unknown part of an unknown alternative blocks first`() {
        let explanation = Explanation(Requirement.any([.fact("no"), .fact("perhaps")])) {
            $0 == "no" ? .false : .unknown
        }
        #expect(lines(explanation) == ["any of unknown !", "  no false !", "  perhaps unknown !"])
        #expect(explanation.firstBlocking == 2)
    }

    @Test func `a satisfied requirement has no blocking part`() {
        let explanation = Explanation(Requirement.any([.fact("a"), .fact("b")])) { $0 == "a" ? .true : .false }
        #expect(lines(explanation) == ["any of true", "  a true", "  b false"])
        #expect(explanation.firstBlocking == nil)
    }

    @Test func `an empty alternative blocks without a fact`() {
        let explanation = Explanation(Requirement.all([.fact("a"), .never])) { _ in .true }
        #expect(lines(explanation) == ["a true", "any of false !"])
        #expect(explanation.firstBlocking == nil)
        #expect(Explanation(Requirement<String>.always) { _ in .false }.rows.isEmpty)
    }

    @Test func `satisfying all blocking facts satisfies the requirement`() {
        var random = SplitMix64(seed: 5)
        var blocked = 0
        for _ in 0..<5_000 {
            let requirement = Requirement<Int>.random(facts: 6, using: &random)
            let values = [Truth].random(count: 6, using: &random)
            let explanation = Explanation(requirement) { values[$0] }
            #expect(explanation.verdict == requirement.evaluate { values[$0] })

            let blocking = Set(explanation.rows.filter(\.isBlocking).map(\.kind))
            guard explanation.verdict != .true else {
                #expect(blocking.isEmpty)
                continue
            }
            let best = requirement.evaluate { _ in .true }
            #expect(requirement.evaluate { blocking.contains(.fact($0)) ? .true : values[$0] } == best)
            blocked += 1
        }
        #expect(blocked > 1_000)
    }

    @Test func `the first blocking fact has the verdict of the requirement`() {
        var random = SplitMix64(seed: 6)
        var named = 0
        for _ in 0..<5_000 {
            let requirement = Requirement<Int>.random(facts: 6, using: &random)
            let values = [Truth].random(count: 6, using: &random)
            let explanation = Explanation(requirement) { values[$0] }
            guard let first = explanation.firstBlocking else { continue }
            let row = explanation.rows[first]
            #expect(row.truth == explanation.verdict)
            #expect(row.isBlocking)
            guard case .fact = row.kind else {
                Issue.record("\(row) is not a fact")
                continue
            }
            named += 1
        }
        #expect(named > 1_000)
    }
}
