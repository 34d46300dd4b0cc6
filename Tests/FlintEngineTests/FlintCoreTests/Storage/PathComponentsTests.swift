import Testing

@testable import FlintCore

struct PathComponentsTests {
    @Test(arguments: [
        ("a", ".", "a", "a"), ("/a", "/", "a", "/a"), ("//a", "/", "a", "/a"), ("/a/b", "/a", "b", "/a/b"),
        ("a//b", "a", "b", "a/b"), ("./a", ".", "a", "a"), ("a/", "a", "", "a/"), ("", ".", "", ""),
    ])
    func `a path is split into directory and name`(path: String, directory: String, name: String, whole: String) {
        let components = PathComponents(path)
        #expect(components.directory == directory)
        #expect(components.name == name)
        #expect(components.path == whole)
    }

    @Test func `a directory and a name are joined`() {
        #expect(PathComponents("/", "a").path == "/a")
        #expect(PathComponents("/a//", "b").path == "/a/b")
        #expect(PathComponents("", "b").path == "b", "An empty directory is the current one, not the root.")
    }
}
