import Foundation

/// A copy of the package that contains every mutant.
///
/// The last entry of `PATH` selects a mutant when a program starts. Unlike other variables, the tests pass `PATH` to
/// every program that they start.
struct SchemataPackage {
    let original: String
    let folder: String
    let swift: [String]
    private(set) var mutants: [Mutant]
    /// The mutants that the compiler rejected.
    private(set) var rejected: [Mutant] = []

    init(original: String, folder: String, swift: [String], mutants: [Mutant]) {
        self.original = original
        self.folder = folder
        self.swift = swift
        // A later run with the same mutants need not find out again.
        let known = (try? String(contentsOfFile: folder + ".rejected", encoding: .utf8)) ?? ""
        let titles = Set(known.split(separator: "\n").map { String($0) })
        self.mutants = mutants.filter { !titles.contains($0.title) }
        rejected = mutants.filter { titles.contains($0.title) }
    }

    /// The entry of `PATH` that selects a mutant.
    static func selection(of index: Int) -> String { "/flint-mutant/\(index)" }

    /// The entry of `PATH` that names a file to which programs append the indexes of the mutants that they reach.
    static func recording(to file: String) -> String { "/flint-reached\(file)" }

    var build: String { folder + "/.build/debug" }

    /// Copies the tracked files and inserts the mutants.
    ///
    /// A file that did not change keeps its date, so that it is not compiled again.
    func write() throws {
        let list = try Program.run([
            "git", "-C", original, "ls-files", "-z", "--cached", "--others", "--exclude-standard",
        ])
        guard list.status == 0 else { throw Failure("git cannot list the package's files: \(list.output)") }
        var files = Set(list.output.split(separator: "\0").map { String($0) })
        let byFile = Dictionary(grouping: mutants, by: \.file)
        for file in files {
            let source = original + "/" + file
            let attributes = try FileManager.default.attributesOfItem(atPath: source)
            if attributes[.type] as? FileAttributeType == .typeSymbolicLink {
                let target = try FileManager.default.destinationOfSymbolicLink(atPath: source)
                let link = folder + "/" + file
                try? FileManager.default.createDirectory(
                    atPath: (link as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
                try? FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
                continue
            }
            var data = try Data(contentsOf: URL(filePath: source))
            if let mutants = byFile[file] {
                var lines = String(decoding: data, as: UTF8.self).split(
                    separator: "\n", omittingEmptySubsequences: false
                ).map { String($0) }
                for mutant in mutants { lines[mutant.line - 1] = mutant.rewrittenLine }
                data = Data(lines.joined(separator: "\n").utf8)
            }
            try write(data, permissions: attributes[.posixPermissions], to: file)
        }
        for module in Set(mutants.map { $0.file.split(separator: "/").prefix(2).joined(separator: "/") }) {
            let file = module + "/Mutated.swift"
            try write(Data(Self.helper.utf8), permissions: nil, to: file)
            files.insert(file)
        }
        try? write(
            try Data(contentsOf: URL(filePath: original + "/Package.resolved")), permissions: nil,
            to: "Package.resolved")
        files.insert("Package.resolved")
        // The tests find the virtual environment of `make test-deps` in the build folder.
        try? FileManager.default.createDirectory(atPath: folder + "/.build", withIntermediateDirectories: true)
        try? FileManager.default.createSymbolicLink(
            atPath: folder + "/.build/mcp-client", withDestinationPath: original + "/.build/mcp-client")
        try removeFiles(except: files)
    }

    private func write(_ data: Data, permissions: Any?, to file: String) throws {
        let url = URL(filePath: folder + "/" + file)
        if let present = try? Data(contentsOf: url), present == data { return }
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: url)
        if let permissions {
            try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: url.path)
        }
    }

    /// Removes files of earlier copies.
    private func removeFiles(except files: Set<String>) throws {
        for part in ["Sources", "Tests", "Benchmarks", "Resources"] {
            guard let present = FileManager.default.enumerator(atPath: folder + "/" + part) else { continue }
            for case let path as String in present {
                let file = part + "/" + path
                let type = present.fileAttributes?[.type] as? FileAttributeType
                if type == .typeRegular, !files.contains(file) {
                    try FileManager.default.removeItem(atPath: folder + "/" + file)
                }
            }
        }
    }

    /// Builds the tests, and removes each mutant that the compiler rejects.
    mutating func buildTests() throws {
        let flags = [
            "--package-path", folder, "--enable-all-traits", "-debug-info-format", "none", "-Xswiftc",
            "-suppress-warnings", "-Xswiftc", "-diagnostic-style=llvm",
        ]
        // The modules alone are faster to build while mutants are still rejected.
        let modules = Set(mutants.compactMap { $0.file.split(separator: "/").dropFirst().first }).sorted()
        for part in modules.map({ ["--target", String($0)] }) + [["--build-tests"]] {
            while true {
                report("Building \(part.joined(separator: " ")) with \(mutants.count) mutants")
                let result = try Program.run(swift + ["build"] + part + flags)
                if result.status == 0 { break }
                let count = rejected.count
                for place in Self.errors(in: result.output) { reject(at: place, after: count) }
                guard rejected.count > count else {
                    throw Failure("The mutants cannot be built:\n\(result.output.suffix(4000))")
                }
                try saveRejected()
                try write()
            }
        }
    }

    private func saveRejected() throws {
        try Data(rejected.map { $0.title + "\n" }.joined().utf8).write(to: URL(filePath: folder + ".rejected"))
    }

    /// Removes the mutant at an error, or the one before it, which can cause a later error.
    private mutating func reject(at place: (file: String, line: Int), after count: Int) {
        guard place.file.hasPrefix(folder + "/") else { return }
        let file = place.file.dropFirst(folder.count + 1)
        let candidates = mutants.indices.filter { mutants[$0].file == file && mutants[$0].line <= place.line }
        // A deletion is the most likely cause of an error below it.
        let causes = candidates.filter { mutants[$0].line == place.line || mutants[$0].kind == .deletion }
        let index = (causes.isEmpty ? candidates : causes).max { mutants[$0].line < mutants[$1].line }
        guard let index else { return }
        // Several errors can follow from a mutant that this build has already rejected.
        let isExplained = rejected[count...].contains {
            $0.file == file && (mutants[index].line...place.line).contains($0.line)
        }
        if !isExplained { rejected.append(mutants.remove(at: index)) }
    }

    private static func errors(in output: String) -> [(file: String, line: Int)] {
        output.split(separator: "\n").compactMap { line in
            guard line.hasPrefix("/"), let end = line.firstRange(of: ": error: ") else { return nil }
            let parts = line[..<end.lowerBound].split(separator: ":")
            guard parts.count == 3, let number = Int(parts[1]) else { return nil }
            return (String(parts[0]), number)
        }
    }

    /// The functions that the mutants call, in each module.
    ///
    /// The recorded indexes are written without a lock, because a repeated one is harmless.
    private static let helper = """
        #if canImport(Glibc)
            import Glibc
        #elseif canImport(Musl)
            import Musl
        #else
            import Darwin
        #endif

        @usableFromInline
        enum Mutation {
            private static let entry: String = {
                // A test lists the variables that the sources name in a call.
                let name = "PATH"
                guard let path = getenv(name) else { return "" }
                return String(cString: path).split(separator: ":").last.map { String($0) } ?? ""
            }()

            private static func value(after prefix: String) -> String? {
                entry.hasPrefix(prefix) ? String(entry.dropFirst(prefix.count)) : nil
            }

            private static let selected = value(after: "/flint-mutant/").flatMap { Int($0) } ?? -1
            private static let file = value(after: "/flint-reached")
            // Faster to read than the file's name.
            private static let isRecording = file != nil
            nonisolated(unsafe) private static let reached: UnsafeMutablePointer<Bool> = {
                let flags = UnsafeMutablePointer<Bool>.allocate(capacity: 10_000)
                flags.initialize(repeating: false, count: 10_000)
                return flags
            }()

            static func isSelected(_ index: Int) -> Bool {
                if isRecording, !reached[index] {
                    reached[index] = true
                    let descriptor = open(file ?? "", O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
                    let line = "\\(index)\\n"
                    _ = line.withCString { write(descriptor, $0, strlen($0)) }
                    close(descriptor)
                }
                return index == selected
            }
        }

        @usableFromInline
        func mutated(_ index: Int) -> Bool { Mutation.isSelected(index) }

        @usableFromInline
        func mutated(_ index: Int, _ original: @autoclosure () -> Bool, _ mutant: @autoclosure () -> Bool) -> Bool {
            Mutation.isSelected(index) ? mutant() : original()
        }

        @usableFromInline
        func mutatedValue<Value>(_ index: Int, _ original: Value, _ mutant: Value) -> Value {
            Mutation.isSelected(index) ? mutant : original
        }

        """
}
