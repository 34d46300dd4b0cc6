import FlintModel
import Testing

struct PlatformRuleTests {
    private func statement(_ rule: PlatformRule, on platform: Platform) -> String {
        rule.satisfiedStatement(on: platform, title: rule.title(on: platform))
    }

    @Test func `several excluded platforms are joined with and`() {
        let rule = PlatformRule(versions: [.iOS: .unsupported, .watchOS: .unsupported])
        #expect(rule.title == "any platform except iOS and watchOS")
        #expect(statement(rule, on: .macOS) == "iOS and watchOS are not supported")
    }

    @Test func `three excluded platforms form a list`() {
        let rule = PlatformRule(versions: [.iOS: .unsupported, .watchOS: .unsupported, .tvOS: .unsupported])
        #expect(rule.title == "any platform except iOS, watchOS and tvOS")
        #expect(statement(rule, on: .linux) == "iOS, watchOS and tvOS are not supported")
    }

    @Test func `a few supported platforms are joined with and`() {
        let excluded = Platform.all.filter { $0 != .iOS && $0 != .macOS }
        let rule = PlatformRule(versions: Dictionary(uniqueKeysWithValues: excluded.map { ($0, .unsupported) }))
        #expect(statement(rule, on: .iOS) == "Only iOS and macOS are supported")
    }
}
