import FlintTestSupport
import Foundation
import Testing

/// Tests of the module on systems without curses, for which `FLINT_NO_CURSES` is defined.
///
/// Swift sees the same header with and without curses, so that the modules above need no separate tests.
struct WithoutCursesTests {
    private static let module = Repository.root.appending(path: "Sources/CFlintCurses")
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Runs the C compiler of the toolchain in the mode without curses, and returns its output.
    private func clang(_ arguments: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = try SwiftCompiler.executable().deletingLastPathComponent().appending(path: "clang")
        process.arguments =
            ["-DFLINT_NO_CURSES", "-Wall", "-Werror", "-I", Self.module.appending(path: "include").path] + arguments
        let output = Pipe()
        process.standardError = output
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }

    private func sources() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: Self.module.path).filter { $0.hasSuffix(".c") }
            .map { Self.module.appending(path: $0).path }
    }

    @Test func `no header of curses is included`() throws {
        for source in try sources() {
            let result = try clang(["-M", source])
            #expect(result.status == 0, "\(result.output)")
            let headers = result.output.split { " \\\n".contains($0) }.filter {
                $0.hasSuffix("curses.h") || $0.hasSuffix("term.h")
            }
            #expect(headers.allSatisfy { $0.hasSuffix("/CFlintCurses.h") }, "\(headers)")
        }
    }

    @Test func `every function is defined without the library`() throws {
        let header = try String(contentsOf: Self.module.appending(path: "include/CFlintCurses.h"), encoding: .utf8)
        let functions = Set(header.matches(of: /\n[^\/\n]*\b(cn_\w+)\(/).map { String($0.1) })
        #expect(functions.count >= 30)
        let main = folder.path(of: "main.c")
        let list = functions.sorted().map { "(void *)\($0)" }.joined(separator: ", ")
        try "#include \"CFlintCurses.h\"\nvoid *all[] = {\(list)};\nint main(void) { return !all[0]; }\n"
            .write(toFile: main, atomically: true, encoding: .utf8)
        let result = try clang(try sources() + [main, "-o", folder.path(of: "program")])
        #expect(result.status == 0, "\(result.output)")
    }
}
