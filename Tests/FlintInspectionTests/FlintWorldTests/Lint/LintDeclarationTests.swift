import FeatureGating
import FlintModel
import FlintWorld
import Foundation
import Testing

struct LintDeclarationTests {
    /// Returns the findings about a feature with a declaration, which requires a flag without one.
    private func findings(_ declaration: Declaration?, on day: String? = nil) -> [String] {
        let feature = Self.feature(declaration)
        return GatedApp([feature]).world().lint(on: day.flatMap { CalendarDay($0) }).findings.map {
            "\($0.kind.rawValue): \($0.message)"
        }
    }

    private static func feature(_ declaration: Declaration?) -> DeclaredFeature {
        var feature = GatedApp.feature(0, "A", .fact(GatedApp.switches[0].condition))
        feature.declaration = declaration
        return feature
    }

    @Test func `an item without an owner is found, and a blank owner counts as missing`() {
        #expect(findings(nil) == ["missing-owner: A has no owner."])
        #expect(findings(Declaration(owner: " ", location: nil)) == ["missing-owner: A has no owner."])
        #expect(findings(Declaration(owner: "Playback", location: nil)).isEmpty)
    }

    @Test func `a review date passes on the following day, and is compared only with a given day`() {
        let declaration = Declaration(owner: "Playback", reviewDate: "2027-03-01", location: nil)
        #expect(findings(declaration).isEmpty)
        #expect(findings(declaration, on: "2027-03-01").isEmpty)
        #expect(
            findings(declaration, on: "2027-03-02") == ["past-review: The review date of A, 2027-03-01, has passed."])
    }

    @Test(arguments: ["2027-02-30", "March 2027", ""])
    func `an invalid review date is found even without a given day`(text: String) {
        #expect(
            findings(Declaration(owner: "Playback", reviewDate: text, location: nil)) == [
                "malformed-review-date: The review date of A is \"\(text)\" rather than a day such as 2027-03-01."
            ])
    }

    @Test func `the framework's features need no owner`() {
        var feature = Self.feature(nil)
        feature.typeName = "FlintCore.FocusFeature"
        #expect(GatedApp([feature]).world().lint().findings.isEmpty)
    }

    @Test func `rules that could not be examined do not make an entry unused`() throws {
        let day = try #require(CalendarDay("2027-03-02"))
        let world = GatedApp([Self.feature(Declaration(owner: "Playback", location: nil))]).world()
        let configuration = LintConfiguration(
            accepted: [
                LintAcceptance(rule: .pastReview, subject: "A", reason: "Later"),
                LintAcceptance(rule: .samePersonaValue, subject: "flag a", reason: "For support only"),
            ])
        #expect(LintReview(world.lint(), configuration).unusedAcceptances.isEmpty)
        #expect(LintReview(world.lint(on: day), configuration, on: day).unusedAcceptances == [0])
        let compared = try world.lint(on: nil, comparing: [])
        #expect(LintReview(compared, configuration).unusedAcceptances == [1])
    }

    @Test func `a fact with the same value in all personas is found, even if a persona omits it`() throws {
        var world = GatedApp([GatedApp.feature(0, "A", .fact(.userSetting("A")))]).world()
        func found(_ states: Persona.State?...) throws -> [String] {
            let personas = states.map { state in
                var persona = Persona(name: "P")
                persona.userSettings = state.map { ["A": $0] }
                return persona
            }
            return try world.lint(on: nil, comparing: personas).findings
                .filter { $0.kind == .samePersonaValue }.map(\.message)
        }
        #expect(try found(.on, .on) == ["User setting of A is on in all 2 personas."])
        #expect(try found(.on, .off).isEmpty)
        #expect(try found(.on).isEmpty)
        world.set([FactRecord(key: .userSetting(feature: "A"), fact: fact(.truth(.false)))])
        #expect(try found(nil, .off, nil) == ["User setting of A is off in all 3 personas."])
        #expect(try found(nil, .on).isEmpty)
    }

    private func fact(_ value: FactValue) -> Fact {
        Fact(actual: value, source: .program, since: .distantPast)
    }

    @Test func `comparing a persona that does not fit the app throws an error`() {
        var persona = Persona(name: "Old")
        persona.flags = ["gone": .on]
        let world = GatedApp([Self.feature(nil)]).world()
        #expect(throws: PersonaProblem.self) { try world.lint(on: nil, comparing: [persona, persona]) }
    }
}
