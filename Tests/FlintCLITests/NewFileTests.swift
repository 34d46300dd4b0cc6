import Foundation
import TestSupport
import Testing

@testable import FlintCLI

struct NewFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path) } }

    @Test func `a new file is complete, and its draft is removed`() throws {
        try NewFile.write("one\n", to: folder.path(of: "report.txt"))
        #expect(try folder.text("report.txt") == "one\n")
        #expect(try names == ["report.txt"])
    }

    @Test func `a draft that is given up is removed`() throws {
        do {
            let draft = try NewFile.Draft(folder.path(of: "report.txt"))
            try draft.add("one\n")
        }
        #expect(try names == [])
    }

    @Test func `a file that another program creates in the meantime is kept, and the draft is removed`() throws {
        do {
            let draft = try NewFile.Draft(folder.path(of: "report.txt"))
            try folder.write("other\n", to: "report.txt")
            let error = #expect(throws: CommandLineError.self) { try draft.keep() }
            #expect(error?.message.contains("There is already a file") == true)
        }
        #expect(try folder.text("report.txt") == "other\n")
        #expect(try names == ["report.txt"])
    }

    @Test func `a draft that cannot be created leaves the temporary file of another one alone`() throws {
        let path = folder.path(of: "report.txt")
        let draft = try NewFile.Draft(path)
        try draft.add("one\n")
        let error = #expect(throws: CommandLineError.self) { _ = try NewFile.Draft(path) }
        #expect(error?.message.contains(".new. Choose another name.") == true)
        try draft.keep()
        #expect(try folder.text("report.txt") == "one\n")
    }
}
