import Foundation
import Testing

struct TutorialTests {
    private let state: Folder

    init() throws {
        state = try Folder()
    }

    private func bookshelf(_ arguments: String...) throws -> Program.Result {
        try Program(name: "FlintConsoleStep").run(arguments, state: state.url)
    }

    private func path(of file: String) -> String {
        Program.root.appending(path: "Sources/FlintCLI/FlintCLI.docc/Tutorial/\(file)").path
    }

    /// Compares a file of the tutorial with generated text, or rewrites the file if `FLINT_UPDATE_SCREENS` is `1`.
    private func expect(_ text: String, in file: String) throws {
        if ProcessInfo.processInfo.environment["FLINT_UPDATE_SCREENS"] == "1" {
            try Data(text.utf8).write(to: URL(filePath: path(of: file)))
        } else {
            #expect(
                try String(contentsOfFile: path(of: file), encoding: .utf8) == text,
                "\(file) is out of date; make screens rewrites it")
        }
    }

    private func tutorial() throws -> String {
        try String(contentsOfFile: path(of: "Bookshelf.tutorial"), encoding: .utf8)
            .replacing(/\n +/, with: " ")
    }

    @Test func `the tutorial has ten steps, and each file belongs to a step`() throws {
        let files = try tutorial().matches(of: /@Code\(name: "[^"]+", file: "([^"]+)"\)/).map { String($0.1) }
        #expect(files.count == 10)
        #expect(files == files.sorted())
        #expect(try FileManager.default.contentsOfDirectory(atPath: path(of: "Code")).sorted() == files)
    }

    @Test func `every code file keeps the declarations of the previous step`() throws {
        let steps = try FileManager.default.contentsOfDirectory(atPath: path(of: "Code")).sorted()
            .filter { $0.hasSuffix(".swift") }.dropFirst()
        var declared: Set<String> = []
        for step in steps {
            let code = try String(contentsOfFile: path(of: "Code/\(step)"), encoding: .utf8)
            let types = Set(code.matches(of: /\n(?:final class|struct|enum) (\w+)/).map { String($0.1) })
            #expect(declared.subtracting(types).isEmpty, "\(step)")
            declared = types
        }
    }

    @Test func `an action without conditions is performed with the input from the command line`() throws {
        let result = try bookshelf("perform", "shelf/add", "title=Emma")
        #expect(result.status == 0, "\(result.output)\(result.errors)")
    }

    @Test(arguments: [
        ("statistics", "blocked by: User setting is off"), ("export", "blocked by: Bookshelf Plus is not purchased"),
    ])
    func `a command names the requirement that blocks a feature`(feature: String, reason: String) throws {
        #expect(try bookshelf("why", feature).output.contains(reason))
    }

    @Test func `the tutorial quotes the app's output`() throws {
        #expect(try tutorial().contains("`blocked by: User setting is off`"))
        #expect(try tutorial().contains("`Bookshelf Plus is not purchased`"))
    }

    @Test func `a permission is requested before its action is performed`() throws {
        let result = try bookshelf("perform", "scan/scan", "--answer", "camera=allow")
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(try bookshelf("perform", "scan/scan").status == 0, "The permission is not requested again.")
    }

    @Test func `the user's setting and the purchase unlock the statistics together`() throws {
        #expect(try bookshelf("perform", "statistics/show").status == 1)
        #expect(try bookshelf("set", "user-setting", "statistics", "on", "--in", "user").status == 0)
        #expect(try bookshelf("perform", "statistics/show").status == 1)
        #expect(try bookshelf("store", "buy", "bookshelf.plus").status == 0)
        #expect(try bookshelf("perform", "statistics/show").status == 0)
    }

    @Test func `the script unlocks the export in the console`() throws {
        let result = try bookshelf("console", "--script", path(of: "Code/bookshelf-09-unlock.script"))
        #expect(result.status == 0, "\(result.errors)")
        #expect(try bookshelf("perform", "export/export").status == 0, "Changes of a script are kept.")
    }

    @Test func `the expectations are met, except on a watch`() throws {
        let file = path(of: "Code/bookshelf-10-expectations.json5")
        let met = try bookshelf("check", file)
        #expect(met.status == 0, "\(met.output)")
        let watch = try bookshelf("check", file, "--platform", "watchOS 9")
        #expect(watch.status == 1)
        #expect(watch.output.contains("platform"))
    }

    @Test func `the expectations match those that the app records`() throws {
        let result = try bookshelf("check", state.url.appending(path: "expectations.json5").path, "--record")
        #expect(result.status == 0, "\(result.errors)")
        try expect(try state.text("expectations.json5"), in: "Code/bookshelf-10-expectations.json5")
    }

    @Test func `the picture of the tutorial is current`() throws {
        let script = state.url.appending(path: "picture.script")
        try Data("size 100x26\nkeys jj\nsave picture.svg\n".utf8).write(to: script)
        let result = try bookshelf("console", "--script", script.path, "--output", state.url.path)
        #expect(result.status == 0, "\(result.errors)")
        try expect(try state.text("picture.svg"), in: "bookshelf-console.svg")
    }
}
