import Testing

@testable import FlintCLI

struct AbsolutePathTests {
    @Test(arguments: [
        ("report.json", "~/bugs/report.json"), ("./a b.txt", "~/bugs/a b.txt"), ("../r.json", "~/r.json"),
        ("../../r.json", "/home/r.json"), ("/tmp/r.json", "/tmp/r.json"),
        ("/home/meadow/r.json", "/home/meadow/r.json"),
    ])
    func `a path is absolute and abbreviates the home folder`(path: String, text: String) {
        #expect(AbsolutePath.abbreviatedPath(path, in: "/home/me/bugs", home: "/home/me") == text)
    }

    @Test(arguments: [nil, "", "/", "relative"])
    func `without a usable home folder, the path is complete`(home: String?) {
        #expect(AbsolutePath.abbreviatedPath("r.json", in: "/home/me", home: home) == "/home/me/r.json")
    }
}
