import FlintTestSupport
import Testing

/// Checks that every answer shows the same price.
struct PriceTests {
    @Test(arguments: [
        ["facts", "purchases"], ["store", "status"], ["why", "smart"], ["why", "dynamic"], ["console", "--plain"],
    ])
    func `a price has the same format everywhere`(arguments: [String]) async throws {
        let folder = try TemporaryFolder()
        let result = try await DemoCommandLine.run(
            arguments, environment: ["FLINT_STATE": folder.path(of: "state.json")])
        #expect(result.status == 0, "\(result.errors)")
        let line = try #require(
            result.output.split(separator: "\n").first { $0.contains("$4.99") && $0.contains("Premium subscription") })
        #expect(line.contains(/[,(] ?\$4\.99 for a month/), "\(line)")
    }
}
