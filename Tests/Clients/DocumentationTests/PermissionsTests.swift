import FlintCore
import Testing

@MainActor
struct PermissionsTests {
    @Test func `permissions are grouped by status`() {
        Flint.withRuntime(FlintRuntime()) {
            PermissionsSnippets.setUp()
            let output = Output()
            PermissionsSnippets.sort(print: output)
            #expect(output.lines == shown("Permissions", 0))
        }
    }

    @Test func `every kind of permission is listed under its names`() throws {
        let rows = try Article("Permissions").text.matches(of: /\n\| `\.([^`]+)` \| `([^`]+)` \| ([^|]+) \|/)
        #expect(rows.map { String($0.2) } == SystemPermissionConstraint.allCases.map(\.name))
        for (row, permission) in zip(rows, SystemPermissionConstraint.allCases) {
            #expect(String(row.3) == permission.description)
            // `.location(usage: .whenInUse)` is `location-when-in-use`.
            let words = row.1.replacing("(usage: .", with: "-").replacing(/\(entity.*/, with: "")
                .replacing(")", with: "")
            #expect(words.replacing(/[A-Z]+/, with: { "-" + $0.output.lowercased() }) == permission.name)
        }
    }

    @Test func `a granted permission leads to the action`() async {
        let output = Output()
        await withCheckedContinuation { continuation in
            Flint.withRuntime(FlintRuntime()) {
                PermissionsSnippets.setUp()
                PermissionsSnippets.ask(print: output) {
                    #expect(PermissionsSnippets.nothingToAsk())
                    continuation.resume()
                }
            }
        }
        #expect(output.lines == shown("Permissions", 1))
    }

    @Test func `a denied permission ends the flow`() {
        Flint.withRuntime(FlintRuntime()) {
            PermissionsSnippets.setUp(.denied)
            let output = Output()
            PermissionsSnippets.ask(print: output) { Issue.record("The retry handler was called.") }
            #expect(output.lines == shown("Permissions", 2))
        }
    }
}
