import FlintConsole
import Testing

@testable import FlintCLI

struct FormerNameTests {
    @Test(arguments: [
        ("attach", "\"attach\" is now \"console --running\""),
        ("flags", "\"flags\" is now \"facts flags\" or \"set --in provider\""),
        ("open", "\"open\" is now \"perform\""),
        ("override", "\"override\" is now \"set\""),
        ("redo", "\"redo\" is now \"undo --redo\""),
    ])
    @MainActor
    func `the error for a former name contains its successor`(name: String, message: String) {
        #expect(FormerName.message(about: name) == message)
        for line in ["\(name) smart", "try \(name) smart"] {
            let error = #expect(throws: ConsoleScriptError.self) { try ConsoleScript(line) }
            #expect(error?.message == message)
        }
        let error = #expect(throws: CommandLineError.self) {
            _ = try ScenarioCommands<DocumentedApp>.parse([name, "smart"])
        }
        #expect(error?.message == message + ".")
    }

    @Test(arguments: ["set", "matrix", "why"])
    func `a current name has no successor`(name: String) {
        #expect(FormerName.message(about: name) == nil)
    }
}
