import Testing

@testable import FlintCLI

struct RunningAppsTests {
    @Test(arguments: [
        (["--attach", "podcasts", "features", "--json"], ["features", "--json", "--attach", "podcasts"]),
        (
            ["--recording", "a.jsonl", "--at", "41", "why", "smart"],
            ["why", "smart", "--recording", "a.jsonl", "--at", "41"]
        ),
        (["--recording=a.jsonl", "--at=41", "features"], ["features", "--recording=a.jsonl", "--at=41"]),
        (["--attach", "podcasts", "--plain"], ["--attach", "podcasts", "--plain"]),
        (["--json", "--quiet", "features"], ["features", "--json", "--quiet"]),
        (["--attach", "a", "--production", "undo"], ["undo", "--attach", "a", "--production"]),
        (
            ["--state", "a", "--platform=iOS 17", "why", "b"],
            ["why", "b", "--state", "a", "--platform=iOS 17"]
        ),
        (["--state", "a", "--plain"], ["--state", "a", "--plain"]),
        (["--at"], ["--at"]), (["--attach", "podcasts"], ["--attach", "podcasts"]), ([], []),
        (
            ["--attach", "podcasts", "perform", "a/b", "--", "-x"],
            ["perform", "a/b", "--attach", "podcasts", "--", "-x"]
        ),
    ])
    func `options that all commands have are placed after the command`(typed: [String], sorted: [String]) {
        #expect(RunningApps.normalizedArguments(typed) == sorted)
    }
}
