import Testing

@testable import FlintCore

struct AppDirectoryTests {
    @Test(arguments: [
        (["XDG_DATA_HOME": "/data", "HOME": "/home/me"], "/data/app"),
        (["XDG_DATA_HOME": "/data//", "HOME": "/home/me"], "/data/app"),
        (["XDG_DATA_HOME": "/"], "/app"),
        (["XDG_DATA_HOME": "data", "HOME": "/home/me"], "/home/me/.local/share/app"),
        (["XDG_DATA_HOME": "", "HOME": "/home/me/"], "/home/me/.local/share/app"),
        (["HOME": "/home/me"], "/home/me/.local/share/app"),
    ])
    func `the app directory depends on the environment`(environment: [String: String], directory: String) {
        #expect(AppDirectory.directory(program: "app", environment: environment) == directory)
    }

    @Test(arguments: [[:], ["HOME": ""], ["HOME": "."], ["XDG_DATA_HOME": "data"]])
    func `without an absolute path in the environment, the account's home directory contains the app directory`(
        environment: [String: String]
    ) {
        func directory(_ home: String?) -> String? {
            AppDirectory.directory(program: "app", environment: environment) { home }
        }
        #expect(directory("/home/me") == "/home/me/.local/share/app")
        #expect(directory("me") == nil && directory(nil) == nil)
    }

    @Test func `the account's home directory is an absolute path`() {
        #expect(AppDirectory.accountHome()?.hasPrefix("/") != false)
    }

    @Test func `the app directory is nil for a program without a name`() {
        #expect(AppDirectory.directory(program: nil, environment: ["HOME": "/home/me"]) == nil)
    }

    @Test(arguments: [("app", "app"), ("/usr/bin/app", "app"), ("../app", "app"), ("my app", "my app")])
    func `a program is named after its file`(argument: String, name: String) {
        #expect(AppDirectory.programName([argument, "x"]) == name)
    }

    @Test(arguments: [[], [""], ["/"], [".."], ["/usr/."]])
    func `a program without a valid file name has no name`(arguments: [String]) {
        #expect(AppDirectory.programName(arguments) == nil)
    }
}
