import FlintCore
import Testing

@MainActor
struct PermissionsTests {
    @Test func permissionsAreSortedByStatus() {
        Flint.withRuntime(FlintRuntime()) {
            PermissionsSnippets.setUp()
            let output = Output()
            PermissionsSnippets.sort(print: output)
            #expect(output.lines == shown("Permissions", 0))
        }
    }

    @Test func whatIsGrantedLeadsToTheAction() async {
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

    @Test func aDenialEndsTheFlow() {
        Flint.withRuntime(FlintRuntime()) {
            PermissionsSnippets.setUp(.denied)
            let output = Output()
            PermissionsSnippets.ask(print: output) { Issue.record("not everything was granted") }
            #expect(output.lines == shown("Permissions", 2))
        }
    }
}
