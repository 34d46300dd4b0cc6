package import Foundation

/// The compiler of this toolchain, for tests of code that must or must not compile.
///
/// The compiler uses the modules with which the tests were built.
package enum SwiftCompiler {
    package struct Result {
        package let status: Int32
        package let diagnostics: String

        package var errors: [String] { texts(of: "error") }

        package var warnings: [String] { texts(of: "warning") }

        private func texts(of kind: String) -> [String] {
            diagnostics.split(separator: "\n").compactMap { line in
                line.hasPrefix("/") ? line.range(of: ": \(kind): ").map { String(line[$0.upperBound...]) } : nil
            }
        }
    }

    /// The name of this package for `-package-name`, which is derived from the name of its folder.
    package static var packageName: String {
        String(Repository.root.lastPathComponent.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
    }

    /// Runs the compiler in the language mode of Swift 6.
    ///
    /// - Parameter arguments: The arguments. The folders in them are searched for modules first.
    /// - Returns: The result.
    /// - Throws: An error if the compiler or the modules cannot be found.
    package static func run(_ arguments: [String]) throws -> Result {
        let process = Process()
        process.executableURL = try executable()
        process.arguments =
            [
                "-swift-version", "6", "-diagnostic-style", "llvm", "-no-color-diagnostics",
            ] + arguments + ["-I", try modules().path]
        let output = Pipe()
        process.standardError = output
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Result(status: process.terminationStatus, diagnostics: String(decoding: data, as: UTF8.self))
    }

    /// Compiles stubs of frameworks that only Apple's systems provide.
    ///
    /// - Parameters:
    ///   - names: The frameworks. Each has a file in `Tests/AppleStubs`.
    ///   - folder: The folder for the modules.
    /// - Returns: The errors and warnings of the compiler.
    /// - Throws: An error if the compiler or the modules cannot be found.
    package static func makeStubs(of names: [String], in folder: String) throws -> [String] {
        try names.flatMap { name in
            try run([
                "-emit-module", "-parse-as-library", "-module-name", name, "-o", "\(folder)/\(name).swiftmodule",
                Repository.root.appending(path: "Tests/AppleStubs/\(name).swift").path,
            ]).errors
        }
    }

    /// Returns the object files of modules, for linking a program.
    ///
    /// - Parameter names: The modules.
    /// - Returns: The paths of the files.
    /// - Throws: An error if a module has not been built.
    package static func objects(of names: [String]) throws -> [String] {
        let build = try modules().deletingLastPathComponent()
        // The folders are not listed, because objects of removed sources remain in them.
        let list = build.appending(path: "flint.product/Objects.LinkFileList")
        let linked = try String(contentsOf: list, encoding: .utf8).split(separator: "\n")
            .map { $0.trimmingCharacters(in: ["'", "\""]) }
        return try names.flatMap { name in
            let objects = linked.filter { $0.contains("/\(name).build/") && $0.hasSuffix(".swift.o") }
            if objects.isEmpty { throw Missing(what: "objects of \(name) in \(list.path)") }
            return objects
        }
    }

    /// Returns the folder of the built modules, beside the running test bundle.
    private static func modules() throws -> URL {
        var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
        while folder.path != "/" {
            let modules = folder.appending(path: "Modules")
            if FileManager.default.fileExists(atPath: modules.appending(path: "FlintCore.swiftmodule").path) {
                return modules
            }
            folder.deleteLastPathComponent()
        }
        throw Missing(what: "the built modules beside \(CommandLine.arguments[0])")
    }

    /// Returns the compiler of the toolchain whose runtime this process has loaded, or else the first compiler in
    /// `PATH`.
    package static func executable() throws -> URL {
        let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
        let library = maps.split(separator: "\n").first { $0.hasSuffix("/libswiftCore.so") }
        let toolchain = library.flatMap { line -> String? in
            guard let start = line.firstIndex(of: "/"), let end = line.range(of: "/lib/swift/") else { return nil }
            return String(line[start..<end.lowerBound]) + "/bin"
        }
        let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        for folder in [toolchain].compactMap({ $0 }) + path {
            let compiler = URL(filePath: folder).appending(path: "swiftc")
            if FileManager.default.isExecutableFile(atPath: compiler.path) { return compiler }
        }
        throw Missing(what: "swiftc in the path")
    }

    /// The error of a missing prerequisite.
    private struct Missing: Error {
        let what: String
    }
}
