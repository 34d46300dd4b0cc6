import Foundation

/// Changes the package's code in many small ways, and lists the changes that no test notices.
///
/// All changes are compiled into one copy of the package, because each build takes minutes. A test run selects one.
///
/// Usage: `Mutation COUNT SEED LIMIT WORKERS PATH...`, in the package's folder. A path is a part of `Sources`. The
/// environment variable `SWIFT` names the program that builds. `MUTATION_SUITES` is a regular expression for the suites
/// that may run, such as `FlintCLITests`. `MUTANTS_FROM` names a file with lines of a report; its mutants are tested
/// instead of random ones.
@main
struct Mutation {
    let count: Int
    let seed: UInt64
    /// The time in seconds after which a mutant has survived, even if more suites reach it.
    let limit: Double
    let workers: Int
    let paths: [String]
    let root = FileManager.default.currentDirectoryPath

    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        let numbers = arguments.prefix(4).compactMap { Int($0) }
        guard numbers.count == 4, arguments.count > 4 else {
            report("Usage: Mutation COUNT SEED LIMIT WORKERS PATH...")
            exit(2)
        }
        let mutation = Mutation(
            count: numbers[0], seed: UInt64(numbers[1]), limit: Double(numbers[2]), workers: numbers[3],
            paths: Array(arguments.dropFirst(4)))
        do { try await mutation.run() } catch {
            report("\(error)")
            exit(1)
        }
    }

    private func run() async throws {
        let environment = ProcessInfo.processInfo.environment
        let mutants = try environment["MUTANTS_FROM"].map(readMutants) ?? chooseMutants()
        let swift = environment["SWIFT"] ?? "swift"
        var package = SchemataPackage(
            original: root, folder: root + "/.build/mutants/source",
            swift: swift.split(separator: " ").map { String($0) }, mutants: mutants)
        try package.write()
        try package.buildTests()
        report("The compiler rejected \(package.rejected.count) of the mutants")
        guard FileManager.default.changeCurrentDirectoryPath(package.folder) else { throw Failure("No copy was made") }
        var bundle = try TestBundle(
            build: package.build, pattern: environment["MUTATION_SUITES"] ?? ".", workers: workers)
        report("Running \(bundle.suites.count) suites without a mutant")
        try await bundle.record()
        for (name, output) in bundle.failing {
            report("\(name) fails without a mutant and is skipped:\n\(output.suffix(2000))")
        }
        // In a random order, so that an interrupted run has a sample of every path.
        var generator = SplitMix64(seed: seed)
        let shuffled = package.mutants.shuffled(using: &generator)
        report("Testing \(shuffled.count) mutants")
        let verdicts = try await bundle.map(shuffled) { [bundle] mutant, _ in
            let verdict = try bundle.verdict(of: mutant, limit: limit)
            report("\(mutant.title)\n    \(verdict)")
            return verdict
        }
        let results = zip(shuffled, verdicts).sorted { $0.0.index < $1.0.index }
        summarize(results, rejected: package.rejected)
    }

    /// Returns about the same number of mutants for each path.
    private func chooseMutants() throws -> [Mutant] {
        var generator = SplitMix64(seed: seed)
        var chosen: [Mutant] = []
        for (position, path) in paths.enumerated() {
            let files = try Self.swiftFiles(in: "Sources/" + path).map(Self.mutants)
            let share = (count - chosen.count) / (paths.count - position)
            chosen += choose(share, from: files, using: &generator)
        }
        return chosen.numbered
    }

    /// Returns the mutants that lines of a report name.
    private func readMutants(from report: String) throws -> [Mutant] {
        var possible: [String: [Mutant]] = [:]
        var shifts: [String: Int] = [:]
        var chosen: [Mutant] = []
        for line in try String(contentsOfFile: report, encoding: .utf8).split(separator: "\n") {
            guard let title = Mutant.Title(line) else { continue }
            if possible[title.file] == nil { possible[title.file] = try Self.mutants(of: title.file) }
            let shift = shifts[title.file] ?? 0
            guard let mutant = title.find(in: possible[title.file] ?? [], movedBy: shift) else {
                throw Failure("No mutant matches the line: \(line)")
            }
            shifts[title.file] = mutant.line - title.line
            // The copy cannot contain two mutants of one line.
            if !chosen.contains(where: { $0.file == mutant.file && $0.line == mutant.line }) { chosen.append(mutant) }
        }
        return chosen.numbered
    }

    private static func mutants(of file: String) throws -> [Mutant] {
        MutantFinder.mutants(of: try String(contentsOfFile: file, encoding: .utf8), file: file)
    }

    private static func swiftFiles(in path: String) throws -> [String] {
        if path.hasSuffix(".swift") { return [path] }
        let files = try FileManager.default.subpathsOfDirectory(atPath: path).filter {
            $0.hasSuffix(".swift") && !$0.contains(".docc/")
        }
        return files.sorted().map { path + "/" + $0 }
    }

    private func summarize(_ results: [(Mutant, TestBundle.Verdict)], rejected: [Mutant]) {
        report("\npath: mutants, killed, timed out, not reached, survived")
        for path in paths {
            let part = results.filter { $0.0.file.hasPrefix("Sources/" + path) }
            var counts = [0, 0, 0, 0]
            for (_, verdict) in part {
                switch verdict {
                case .killed: counts[0] += 1
                case .timedOut: counts[1] += 1
                case .notReached: counts[2] += 1
                case .survived: counts[3] += 1
                }
            }
            report("\(path): \(part.count), " + counts.map { String($0) }.joined(separator: ", "))
        }
        report("\nNot reached by a test:")
        for case (let mutant, .notReached) in results { report(mutant.title) }
        report("\nSurvived:")
        for case (let mutant, .survived(let suites, let skipped)) in results {
            report("\(mutant.title) (\(suites) suites\(skipped > 0 ? ", \(skipped) skipped" : ""))")
        }
    }
}
