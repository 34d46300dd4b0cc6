import Foundation
import PodcastApp
import Testing

struct ResourceLocatorTests {
    private func find(_ executable: String, _ environment: [String: String] = [:]) throws -> String {
        try ResourceLocator(environment: environment, executable: executable).directory()
    }

    @Test func `the environment variable takes precedence`() throws {
        let directory = try TemporaryDirectory()
        let custom = try directory.makeDirectory("custom")
        try directory.makeDirectory("bin/Resources")
        let program = try directory.write("", to: "bin/flint")
        #expect(try find(program, ["FLINT_RESOURCES": custom + "/"]) == custom)
        #expect(try find(program, ["FLINT_RESOURCES": ""]) == directory.path + "/bin/Resources")
    }

    @Test func `an environment variable with an invalid path is an error`() throws {
        let directory = try TemporaryDirectory()
        try directory.makeDirectory("bin/Resources")
        let program = try directory.write("", to: "bin/flint")
        let error = #expect(throws: ResourceLocator.NotFound.self) {
            try find(program, ["FLINT_RESOURCES": "/nowhere"])
        }
        #expect(error?.places == ["/nowhere (from FLINT_RESOURCES)"])
        #expect(error?.description.contains("unset it") == true)
        #expect(throws: ResourceLocator.NotFound.self) { try find(program, ["FLINT_RESOURCES": program]) }
    }

    @Test func `a folder beside the program precedes the shared one`() throws {
        let directory = try TemporaryDirectory()
        let program = try directory.write("", to: "bin/flint")
        let shared = try directory.makeDirectory("share/flint")
        #expect(try find(program) == shared)
        let beside = try directory.makeDirectory("bin/Resources")
        #expect(try find(program) == beside)
    }

    @Test func `the nearest checkout above the program is used`() throws {
        let directory = try TemporaryDirectory()
        let program = try directory.write("", to: "outer/inner/.build/debug/flint")
        try directory.write("", to: "outer/Package.swift")
        let outer = try directory.makeDirectory("outer/Resources")
        #expect(try find(program) == outer)
        // A directory of that name without a package beside it belongs to another project.
        let inner = try directory.makeDirectory("outer/inner/Resources")
        #expect(try find(program) == outer)
        try directory.write("", to: "outer/inner/Package.swift")
        #expect(try find(program) == inner)
    }

    @Test func `symbolic links to the program are resolved`() throws {
        let directory = try TemporaryDirectory()
        let program = try directory.write("", to: "opt/app/flint")
        let resources = try directory.makeDirectory("opt/app/Resources")
        try directory.makeDirectory("usr/bin")
        let link = directory.path + "/usr/bin/flint"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: program)
        #expect(try find(link) == resources)
    }

    @Test func `the error lists every searched path in order`() throws {
        let directory = try TemporaryDirectory()
        let program = try directory.write("", to: "bin/flint")
        try directory.write("a file, not a directory", to: "bin/Resources")
        let error = #expect(throws: ResourceLocator.NotFound.self) { try find(program) }
        #expect(
            error?.places == [
                "\(directory.path)/bin/Resources", "\(directory.path)/share/flint",
                "Resources beside a Package.swift in \(directory.path)/bin or above",
            ])
        #expect(error?.advice.contains("FLINT_RESOURCES") == true)
        for place in error?.places ?? [] { #expect(error?.description.contains(place) == true) }
        #expect(error?.description.contains("\n") == false)
    }

    @Test func `a missing program does not trap`() {
        #expect(throws: ResourceLocator.NotFound.self) { try find("/no/such/program") }
    }

    @Test func `the running program finds its checkout`() throws {
        let found = try ResourceLocator(environment: [:]).directory()
        #expect(FileManager.default.fileExists(atPath: found + "/Feeds"))
    }
}
