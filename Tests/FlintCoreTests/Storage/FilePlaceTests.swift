import Testing

@testable import FlintCore

/// Paths in two parts.
struct FilePlaceTests {
    @Test(arguments: [
        ("a", ".", "a", "a"), ("/a", "/", "a", "/a"), ("//a", "/", "a", "/a"), ("/a/b", "/a", "b", "/a/b"),
        ("a//b", "a", "b", "a/b"), ("./a", ".", "a", "a"), ("a/", "a", "", "a/"), ("", ".", "", ""),
    ])
    func aPathIsTakenApart(path: String, directory: String, name: String, whole: String) {
        let place = FilePlace(path)
        #expect(place.directory == directory)
        #expect(place.name == name)
        #expect(place.path == whole)
    }

    @Test func aNameIsPutInADirectory() {
        #expect(FilePlace("/", "a").path == "/a")
        #expect(FilePlace("/a//", "b").path == "/a/b")
        #expect(FilePlace("", "b").path == "b", "no directory is the one the program is in, and not the root")
    }
}
