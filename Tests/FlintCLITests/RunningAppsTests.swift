import Testing

@testable import FlintCLI

struct RunningAppsTests {
    @Test(arguments: [
        (["--attach", "podcasts", "features", "--json"], ["features", "--json", "--attach", "podcasts"]),
        (
            ["--recording", "a.jsonl", "--at", "41", "explain", "smart"],
            ["explain", "smart", "--recording", "a.jsonl", "--at", "41"]
        ),
        (["--recording=a.jsonl", "--at=41", "features"], ["features", "--recording=a.jsonl", "--at=41"]),
        (["--attach", "podcasts", "--plain"], ["--attach", "podcasts", "--plain"]),
        (["--at"], ["--at"]), (["--attach", "podcasts"], ["--attach", "podcasts"]), ([], []),
        (
            ["--attach", "podcasts", "perform", "a/b", "--", "-x"],
            ["perform", "a/b", "--attach", "podcasts", "--", "-x"]
        ),
    ])
    func `what an app is reached by goes behind the command`(typed: [String], sorted: [String]) {
        #expect(RunningApps.sorted(typed) == sorted)
    }
}
