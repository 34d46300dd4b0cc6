import FlintTestSupport
import Foundation
import Testing

@testable import FlintCLI

struct NewFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path) } }

    @Test func `a new file is complete, and its temporary file is removed`() throws {
        try NewFile.write("one\n", to: folder.path(of: "report.txt"))
        #expect(try folder.text("report.txt") == "one\n")
        #expect(try names == ["report.txt"])
    }

    @Test func `an abandoned temporary file is removed`() throws {
        do {
            let draft = try NewFile.Draft(folder.path(of: "report.txt"))
            try draft.add("one\n")
        }
        #expect(try names == [])
    }

    @Test func `a file that another program creates first is kept, and the temporary file is removed`() throws {
        do {
            let draft = try NewFile.Draft(folder.path(of: "report.txt"))
            try folder.write("other\n", to: "report.txt")
            let error = #expect(throws: CommandLineError.self) { try draft.keep() }
            #expect(error?.message.contains("There is already a file") == true)
        }
        #expect(try folder.text("report.txt") == "other\n")
        #expect(try names == ["report.txt"])
    }

    @Test func `a second temporary file for the same path does not affect the first one`() throws {
        let first = try NewFile.Draft(folder.path(of: "report.txt"))
        try first.add("one\n")
        let error = #expect(throws: CommandLineError.self) {
            // The creation fails if drafts have names.
            let second = try NewFile.Draft(folder.path(of: "report.txt"))
            try first.keep()
            try second.keep()
        }
        #expect(error?.message.contains("Choose another name.") == true)
        try? first.keep()
        #expect(try folder.text("report.txt") == "one\n")
    }

    @Test func `a temporary file for a path without a folder is created in the current folder`() throws {
        let name = "flint-draft-\(UInt32.random(in: .min ... .max))"
        defer { try? FileManager.default.removeItem(atPath: name) }
        try NewFile.write("one\n", to: name)
        #expect(try String(contentsOfFile: name, encoding: .utf8) == "one\n")
    }

    #if os(Linux)
        @Test func `an incomplete file has no name`() throws {
            let draft = try NewFile.Draft(folder.path(of: "report.txt"))
            try draft.add("one\n")
            #expect(try names == [])
            try draft.keep()
            #expect(try names == ["report.txt"])
        }
    #endif
}
