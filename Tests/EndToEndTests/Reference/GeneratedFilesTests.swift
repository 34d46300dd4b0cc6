import FlintTestSupport
import Foundation
import Testing

struct GeneratedFilesTests {
    @Test func `make screens runs every suite that rewrites a file`() throws {
        let root = URL(filePath: BuiltProgram.root)
        let makefile = try String(contentsOf: root.appending(path: "Makefile"), encoding: .utf8)
        let line = try #require(makefile.split(separator: "\n").first { $0.hasPrefix("GENERATED := ") })
        let names = line.dropFirst("GENERATED := ".count).split(separator: "|")
        #expect(names.contains("FlintScreenTests"))
        let marks = ["MarkedPart", "GeneratedFile"].map { "try \($0)(" }
        for folder in ["FlintCommandTests", "Clients", "EndToEndTests"] {
            let tests = root.appending(path: "Tests/\(folder)")
            let files = try #require(FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil))
            for case let file as URL in files where file.lastPathComponent.hasSuffix("Tests.swift") {
                let text = try String(contentsOf: file, encoding: .utf8)
                let isRewriting = (marks + ["[\"FLINT_UPDATE_SCREENS\"]"]).contains(where: text.contains)
                let suite = file.deletingPathExtension().lastPathComponent
                #expect(!isRewriting || names.contains { suite.contains($0) }, "\(suite)")
            }
        }
    }
}
