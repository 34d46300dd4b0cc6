import Testing

struct SkillTests {
    @Test func `the skill names every tool of the article`() throws {
        let article = try DocumentedPage.text(of: "Sources/FlintCLI/FlintCLI.docc/Agents.md")
        let skill = try DocumentedPage.text(of: "Resources/skills/flint/SKILL.md")
        let tools = article.matches(of: /\n\| `([a-z_]+)` \|/).map { String($0.1) }
        #expect(tools.count == 14)
        for tool in tools { #expect(skill.contains("`\(tool)`"), "\(tool)") }
        #expect(skill.hasPrefix("---\nname: flint\ndescription: "))
    }
}
