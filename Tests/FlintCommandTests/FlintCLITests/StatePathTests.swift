import Testing

@testable import FlintCLI

struct StatePathTests {
    private func path(_ option: String?, _ environment: [String: String]) -> String {
        (try? StatePath.resolve(option: option, commandName: "flint", environment: environment).path) ?? ""
    }

    @Test func `only a path that neither an option nor a variable specifies is the default path`() throws {
        #expect(try !StatePath.resolve(option: "/a", commandName: "flint", environment: [:]).isDefault)
        #expect(try !StatePath.resolve(option: nil, commandName: "flint", environment: ["FLINT_STATE": "/c"]).isDefault)
        #expect(try StatePath.resolve(option: nil, commandName: "flint", environment: ["HOME": "/e"]).isDefault)
    }

    @Test func `the option takes precedence over the environment`() {
        #expect(path("/a/b.json", ["FLINT_STATE": "/c", "XDG_STATE_HOME": "/d"]) == "/a/b.json")
    }

    @Test func `the variable takes precedence over the default directories`() {
        #expect(path(nil, ["FLINT_STATE": "/c", "XDG_STATE_HOME": "/d", "HOME": "/e"]) == "/c")
    }

    @Test func `an empty variable is ignored`() {
        #expect(path(nil, ["FLINT_STATE": "", "XDG_STATE_HOME": "/d"]) == "/d/flint/overrides.json")
    }

    @Test func `a relative state directory is ignored`() {
        #expect(path(nil, ["XDG_STATE_HOME": "d", "HOME": "/e"]) == "/e/.local/state/flint/overrides.json")
    }

    @Test(arguments: [[:], ["HOME": ""], ["HOME": "relative"]])
    func `a missing home directory in the environment is replaced by the account's, and never by the current one`(
        environment: [String: String]
    ) throws {
        func resolve(_ home: String?) throws -> String {
            try StatePath.resolve(option: nil, commandName: "flint", environment: environment) { home }.path
        }
        #expect(try resolve("/me") == "/me/.local/state/flint/overrides.json")
        for home in [nil, "", "me"] {
            let error = #expect(throws: CommandLineError.self) { try resolve(home) }
            #expect(error?.status == 66 && error?.message.contains("HOME is not set") == true)
        }
    }

    @Test func `other files are named after the overrides file`() {
        #expect(StatePath.sibling("toggles", of: "/a/overrides.json") == "/a/toggles.json")
        #expect(StatePath.sibling("toggles", of: "/a/trial.json") == "/a/trial.toggles.json")
        #expect(StatePath.sibling("toggles", of: "trial") == "trial.toggles.json")
    }
}
