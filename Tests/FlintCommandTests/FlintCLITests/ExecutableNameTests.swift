import FlintTestSupport
import Foundation
import Testing

@testable import FlintCLI

struct ExecutableNameTests {
    @Test func `the command is named after the executable that a link points to`() throws {
        let folder = try TemporaryFolder()
        let program = try folder.write("", to: "bin/flintctl")
        let link = folder.path + "/flint"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: program)
        for path in [program, link] { #expect(ExecutableName.name(of: path) == "flintctl") }
        for name in ["flint (deleted)", "-x", "flïnt", "a;b"] {
            #expect(ExecutableName.name(of: "/bin/\(name)") == nil)
        }
    }
}
