import Testing

@testable import FlintCore

/// Where an app's files are.
struct AppDirectoryTests {
    @Test(arguments: [
        (["XDG_DATA_HOME": "/data", "HOME": "/home/me"], "/data/app"),
        (["XDG_DATA_HOME": "/data//", "HOME": "/home/me"], "/data/app"),
        (["XDG_DATA_HOME": "/"], "/app"),
        (["XDG_DATA_HOME": "data", "HOME": "/home/me"], "/home/me/.local/share/app"),
        (["XDG_DATA_HOME": "", "HOME": "/home/me/"], "/home/me/.local/share/app"),
        (["HOME": "/home/me"], "/home/me/.local/share/app"),
    ])
    func itIsWhereTheEnvironmentSays(environment: [String: String], directory: String) {
        #expect(AppDirectory.directory(program: "app", environment: environment) == directory)
    }

    @Test(arguments: [[:], ["HOME": ""], ["HOME": "."], ["XDG_DATA_HOME": "data"]])
    func thereIsNoneWithoutAnAbsolutePath(environment: [String: String]) {
        #expect(AppDirectory.directory(program: "app", environment: environment) == nil)
    }

    @Test func thereIsNoneForAProgramWithoutAName() {
        #expect(AppDirectory.directory(program: nil, environment: ["HOME": "/home/me"]) == nil)
    }

    @Test(arguments: [("app", "app"), ("/usr/bin/app", "app"), ("../app", "app"), ("my app", "my app")])
    func aProgramIsCalledAsItsFileIs(argument: String, name: String) {
        #expect(AppDirectory.programName([argument, "x"]) == name)
    }

    @Test(arguments: [[], [""], ["/"], [".."], ["/usr/."]])
    func aProgramMayHaveNoName(arguments: [String]) {
        #expect(AppDirectory.programName(arguments) == nil)
    }
}
