import Testing

@testable import FlintCLI

struct StatePathTests {
    private func path(_ option: String?, _ environment: [String: String]) -> String {
        StatePath.resolve(option: option, commandName: "flint", environment: environment).path
    }

    @Test func `only a path that neither an option nor a variable names is the default one`() {
        #expect(!StatePath.resolve(option: "/a", commandName: "flint", environment: [:]).isDefault)
        #expect(!StatePath.resolve(option: nil, commandName: "flint", environment: ["FLINT_STATE": "/c"]).isDefault)
        #expect(StatePath.resolve(option: nil, commandName: "flint", environment: ["HOME": "/e"]).isDefault)
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

    @Test func `the working directory is used without a home directory`() {
        #expect(path(nil, [:]) == "./.local/state/flint/overrides.json")
    }

    @Test func `other files are named after the overrides file`() {
        #expect(StatePath.sibling("toggles", of: "/a/overrides.json") == "/a/toggles.json")
        #expect(StatePath.sibling("toggles", of: "/a/trial.json") == "/a/trial.toggles.json")
        #expect(StatePath.sibling("toggles", of: "trial") == "trial.toggles.json")
    }
}
