import Testing

@testable import FlintCore

/// Paths in two parts.
struct PathComponentsTests {
    @Test(arguments: [
        ("a", ".", "a", "a"), ("/a", "/", "a", "/a"), ("//a", "/", "a", "/a"), ("/a/b", "/a", "b", "/a/b"),
        ("a//b", "a", "b", "a/b"), ("./a", ".", "a", "a"), ("a/", "a", "", "a/"), ("", ".", "", ""),
    ])
    func aPathIsTakenApart(path: String, directory: String, name: String, whole: String) {
        let place = PathComponents(path)
        #expect(place.directory == directory)
        #expect(place.name == name)
        #expect(place.path == whole)
    }

    @Test func aNameIsPutInADirectory() {
        #expect(PathComponents("/", "a").path == "/a")
        #expect(PathComponents("/a//", "b").path == "/a/b")
        #expect(PathComponents("", "b").path == "b", "no directory is the one the program is in, and not the root")
    }
}
