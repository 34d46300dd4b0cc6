import FlintPodcasts
import FlintTestSupport
import Foundation
import Testing

struct ResourceLocatorTests {
    private func find(_ executable: String, _ environment: [String: String] = [:]) throws -> String {
        try ResourceLocator(environment: environment, executable: executable).directory()
    }

    @Test func `the environment variable takes precedence`() throws {
        let folder = try TemporaryFolder()
        let custom = try folder.makeFolder("custom")
        try folder.makeFolder("bin/Resources")
        let program = try folder.write("", to: "bin/flint")
        #expect(try find(program, ["FLINT_RESOURCES": custom + "/"]) == custom)
        #expect(try find(program, ["FLINT_RESOURCES": ""]) == folder.path + "/bin/Resources")
    }

    @Test func `the command has the name of the executable behind links`() throws {
        let folder = try TemporaryFolder()
        let program = try folder.write("", to: "bin/flintctl")
        let link = folder.path + "/flint"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: program)
        for path in [program, link] { #expect(ResourceLocator(executable: path).programName == "flintctl") }
        for name in ["flint (deleted)", "-x", "flïnt", "a;b"] {
            #expect(ResourceLocator(executable: "/bin/\(name)").programName == nil)
        }
    }

    @Test func `an environment variable with an invalid path is an error`() throws {
        let folder = try TemporaryFolder()
        try folder.makeFolder("bin/Resources")
        let program = try folder.write("", to: "bin/flint")
        let error = #expect(throws: ResourceLocator.NotFound.self) {
            try find(program, ["FLINT_RESOURCES": "/nowhere"])
        }
        #expect(error?.places == ["/nowhere (from FLINT_RESOURCES)"])
        #expect(error?.description.contains("unset it") == true)
        #expect(throws: ResourceLocator.NotFound.self) { try find(program, ["FLINT_RESOURCES": program]) }
    }

    @Test func `a folder beside the program precedes the shared one`() throws {
        let folder = try TemporaryFolder()
        let program = try folder.write("", to: "bin/flint")
        let shared = try folder.makeFolder("share/flint")
        #expect(try find(program) == shared)
        let beside = try folder.makeFolder("bin/Resources")
        #expect(try find(program) == beside)
    }

    @Test func `the nearest checkout above the program is used`() throws {
        let folder = try TemporaryFolder()
        let program = try folder.write("", to: "outer/inner/.build/debug/flint")
        try folder.write("", to: "outer/Package.swift")
        let outer = try folder.makeFolder("outer/Resources")
        #expect(try find(program) == outer)
        // A folder of that name without a package beside it belongs to another project.
        let inner = try folder.makeFolder("outer/inner/Resources")
        #expect(try find(program) == outer)
        try folder.write("", to: "outer/inner/Package.swift")
        #expect(try find(program) == inner)
    }

    @Test func `symbolic links to the program are resolved`() throws {
        let folder = try TemporaryFolder()
        let program = try folder.write("", to: "opt/app/flint")
        let resources = try folder.makeFolder("opt/app/Resources")
        try folder.makeFolder("usr/bin")
        let link = folder.path + "/usr/bin/flint"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: program)
        #expect(try find(link) == resources)
    }

    @Test func `the error lists every searched path in order`() throws {
        let folder = try TemporaryFolder()
        let program = try folder.write("", to: "bin/flint")
        try folder.write("a file, not a folder", to: "bin/Resources")
        let error = #expect(throws: ResourceLocator.NotFound.self) { try find(program) }
        #expect(
            error?.places == [
                "\(folder.path)/bin/Resources", "\(folder.path)/share/flint",
                "Resources next to a Package.swift in \(folder.path)/bin or a folder above",
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
