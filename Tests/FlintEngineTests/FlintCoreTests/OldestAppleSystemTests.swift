import FlintTestSupport
import Foundation
import Testing

/// Type-checks code for the oldest of Apple's systems on which the package runs, and runs its locks.
struct OldestAppleSystemTests {
    private static let sources = Repository.root.appending(path: "Sources")

    @Test func `the locks compile without Synchronization`() throws {
        let folder = StateFolder()
        #expect(try SwiftCompiler.makeStubs(of: ["os", "Synchronization"], in: folder.path).isEmpty)
        let arguments = try ["-typecheck", "-warnings-as-errors"] + arguments(of: "FlintLocks", in: folder)
        let result = try SwiftCompiler.run(arguments)
        #expect(result.status == 0, "\(result.diagnostics)")
        try folder.write("import Synchronization\n\nlet mutex = Mutex(0)\n", to: "Newer.swift")
        let wrong = try SwiftCompiler.run(arguments + [folder.path(of: "Newer.swift")])
        #expect(wrong.errors == ["cannot find 'Mutex' in scope"])
    }

    @Test func `the engine compiles with the locks for Apple's systems and without newer types`() throws {
        let folder = StateFolder()
        #expect(try SwiftCompiler.makeStubs(of: ["os", "Synchronization"], in: folder.path).isEmpty)
        // Each module is compiled with those before it.
        for module in ["FlintLocks", "FeatureGating", "FlintModel", "FlintCore"] {
            let result = try SwiftCompiler.run(try compilation(of: module, in: folder))
            #expect(result.status == 0, "\(module): \(result.diagnostics)")
        }
        try folder.write("func count() {\n    let number: UInt128?\n}\n", to: "Newer.swift")
        let wrong = try SwiftCompiler.run(
            try compilation(of: "FeatureGating", in: folder) + [folder.path(of: "Newer.swift")])
        #expect(wrong.errors == ["'UInt128' is unavailable"], "The bodies of functions are type-checked.")
    }

    @Test func `the locks for Apple's systems exclude other threads`() throws {
        let folder = StateFolder()
        #expect(try SwiftCompiler.makeStubs(of: ["os", "Synchronization"], in: folder.path).isEmpty)
        try folder.write(Self.program, to: "Program.swift")
        let stub = Repository.root.appending(path: "Tests/AppleStubs/os.swift").path
        let library = try SwiftCompiler.run([
            "-emit-library", "-static", "-parse-as-library", "-module-name", "os", stub, "-o",
            folder.path(of: "libos.a"),
        ])
        #expect(library.status == 0, "\(library.diagnostics)")
        let program = folder.path(of: "program")
        let result = try SwiftCompiler.run(
            ["-O"] + arguments(of: "FlintLocks", in: folder)
                + [folder.path(of: "Program.swift"), folder.path(of: "libos.a"), "-o", program])
        #expect(result.status == 0, "\(result.diagnostics)")
        let process = Process()
        process.executableURL = URL(filePath: program)
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(text == "40000 40000 40000 40000 -3 true false true true nil\n")
    }

    /// Returns the compiler's arguments for making a module without the types of later systems.
    private func compilation(of module: String, in folder: StateFolder) throws -> [String] {
        let stub = Repository.root.appending(path: "Tests/AppleStubs/NewerNames.swift").path
        return try ["-emit-module", "-whole-module-optimization", "-o", folder.path(of: "\(module).swiftmodule")]
            + arguments(of: module, in: folder) + [stub]
    }

    /// Returns the compiler's arguments for the sources of a module.
    private func arguments(of module: String, in folder: StateFolder) throws -> [String] {
        let path = Self.sources.appending(path: module).path
        let files = try #require(FileManager.default.enumerator(atPath: path)).compactMap { $0 as? String }
        let header = Self.sources.appending(path: "CFlintAtomics/include/CFlintAtomics.h").path
        try folder.write("module CFlintAtomics { header \"\(header)\" export * }\n", to: "module.modulemap")
        return [
            "-parse-as-library", "-module-name", module, "-package-name", SwiftCompiler.packageName,
            "-enable-upcoming-feature", "MemberImportVisibility", "-enable-upcoming-feature",
            "NonisolatedNonsendingByDefault", "-I", folder.path, "-Xcc",
            "-fmodule-map-file=\(folder.path(of: "module.modulemap"))",
        ] + files.filter { $0.hasSuffix(".swift") }.sorted().map { "\(path)/\($0)" }
    }

    private static let program = """
        import Dispatch

        @main
        enum Program {
            static let owned = Protected((count: 0, texts: [String]()))
            static let lock = Lock()
            nonisolated(unsafe) static var bare = 0
            static let count = Atomic<UInt>(0)
            static let exchanged = Atomic(0)

            static func main() {
                DispatchQueue.concurrentPerform(iterations: 4) { _ in
                    for _ in 0..<10_000 {
                        owned.withLock { $0.count += 1 }
                        lock.withLock { bare += 1 }
                        count.add(1, ordering: .relaxed)
                        var known = exchanged.load(ordering: .acquiring)
                        while true {
                            let (isExchanged, other) = exchanged.compareExchange(
                                expected: known, desired: known + 1, ordering: .acquiringAndReleasing)
                            if isExchanged { break }
                            known = other
                        }
                    }
                }
                let small = Atomic<Int32>(-1)
                small.subtract(2, ordering: .acquiringAndReleasing)
                let flag = Atomic(false)
                let wasSet = (flag.exchange(true, ordering: .relaxed), flag.exchange(true, ordering: .relaxed))
                let pointer = UnsafeMutablePointer<Atomic<UInt8>>.allocate(capacity: 1)
                pointer.initialize(to: Atomic(255))
                let place = Atomic<UnsafeMutablePointer<Atomic<UInt8>>?>(nil)
                let before = place.load(ordering: .relaxed)
                place.store(pointer, ordering: .releasing)
                let after = place.load(ordering: .acquiring)
                print(
                    owned.withLock { $0.count }, bare, count.load(ordering: .relaxed),
                    exchanged.load(ordering: .acquiring), small.load(ordering: .relaxed), wasSet.1, wasSet.0,
                    after == pointer, after?.pointee.load(ordering: .relaxed) == 255,
                    before.map { "\\($0)" } ?? "nil")
            }
        }
        """
}
