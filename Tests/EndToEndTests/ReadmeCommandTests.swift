import FlintTestSupport
import Foundation
import Testing

/// Runs the commands of the README with the program alone in an empty folder, as a reader does who has only the program.
///
/// ``ServerExampleTests`` runs those for the service, ``ScriptTests`` the tour, and the build tools the `make` targets.
struct ReadmeCommandTests {
    @Test func `the commands of the README succeed one after the other`() throws {
        let readme = try String(contentsOfFile: "\(BuiltProgram.root)/README.md", encoding: .utf8)
        let commands = readme.split(separator: "\n").filter { $0.hasPrefix("$ flint ") && !$0.contains("--attach") }
            .map { String($0.dropFirst(2)) }
        #expect(commands.count >= 10)
        let program = try LoneProgram()
        for command in commands {
            let result = try program.run(command)
            #expect(result.status == 0 && !result.output.isEmpty, "\(command): \(result)")
            if command.contains("what-if") {
                #expect(result.output.contains("Smart playlists"), "the command has an effect: \(result.output)")
            }
        }
    }

    @Test func `the README names the tested tour`() throws {
        let readme = try String(contentsOfFile: "\(BuiltProgram.root)/README.md", encoding: .utf8)
        #expect(
            readme.replacing("\n", with: " ").contains("`flint console --script Resources/scripts/tour.script --slow`"))
    }
}
