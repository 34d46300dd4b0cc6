import Foundation

/// The suites of the copy's tests, and the mutants that each of them reaches.
struct TestBundle {
    /// A suite, or a test outside of suites.
    struct Suite: Sendable {
        let name: String
        /// The duration without a mutant, in seconds.
        var seconds = 0.0
        var reached: Set<Int> = []

        var target: Substring { name.prefix { $0 != "." } }
        /// The pattern for `--filter`.
        var pattern: String { "^" + NSRegularExpression.escapedPattern(for: name) + "/" }
    }

    enum Verdict: Sendable {
        case killed(by: String)
        case timedOut
        case survived(suites: Int, skipped: Int)
        case notReached
    }

    let program: String
    let workers: Int
    private(set) var suites: [Suite] = []
    /// The suites that fail without a mutant.
    private(set) var failing: [(name: String, output: String)] = []

    init(build: String, pattern: String, workers: Int) throws {
        self.workers = workers
        program = build + "/flintPackageTests.xctest"
        let list = try Program.run([program, "--testing-library", "swift-testing", "--list-tests"])
        var names: Set<String> = []
        for line in list.output.split(separator: "\n") where line.contains(".") {
            names.insert(String(line.prefix { $0 != "/" }))
        }
        guard list.status == 0, !names.isEmpty else { throw Failure("The tests cannot be listed: \(list.output)") }
        suites = names.sorted().filter { $0.range(of: pattern, options: .regularExpression) != nil }.map {
            Suite(name: $0)
        }
    }

    /// Runs each suite without a mutant, and records its duration and the mutants that it reaches.
    mutating func record() async throws {
        let results = try await map(suites) { [self] suite, worker in
            let file = FileManager.default.currentDirectoryPath + "/.build/reached-\(worker)"
            unlink(file)
            let result = try run([suite], entry: SchemataPackage.recording(to: file))
            let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
            return (result, Set(text.split(separator: "\n").compactMap { Int($0) }))
        }
        for (index, (result, reached)) in zip(suites.indices, results) {
            suites[index].seconds = result.seconds
            suites[index].reached = reached
            if result.status != 0 { failing.append((suites[index].name, result.output)) }
        }
        suites.removeAll { suite in failing.contains { $0.name == suite.name } }
    }

    /// Runs the suites that reach a mutant until one fails.
    func verdict(of mutant: Mutant, limit: Double) throws -> Verdict {
        let module = mutant.file.split(separator: "/").dropFirst().first ?? ""
        // The module's own tests are the most likely to notice.
        let reaching = suites.filter { $0.reached.contains(mutant.index) }.sorted {
            ($0.target == "\(module)Tests" ? 0 : 1, $0.seconds, $0.name)
                < ($1.target == "\(module)Tests" ? 0 : 1, $1.seconds, $1.name)
        }
        if reaching.isEmpty { return .notReached }
        // A suite that would use up the time alone is the least likely to be needed.
        let short = reaching.filter { $0.seconds < limit / 2 }
        var spent = 0.0
        var batch: [Suite] = []
        for (number, suite) in short.enumerated() {
            batch.append(suite)
            let seconds = batch.reduce(0) { $0 + $1.seconds }
            if seconds < 5, number + 1 < short.count { continue }
            let result = try run(
                batch, entry: SchemataPackage.selection(of: mutant.index), limit: 30 + 3 * seconds)
            if result.status == nil { return .timedOut }
            if result.status != 0 {
                let line = result.output.split(separator: "\n").first { $0.contains("recorded an issue") }
                return .killed(by: line.map { String($0) } ?? "status \(result.status ?? 0)")
            }
            spent += result.seconds
            batch = []
            if spent > limit { return .survived(suites: number + 1, skipped: reaching.count - number - 1) }
        }
        return .survived(suites: short.count, skipped: reaching.count - short.count)
    }

    private func run(_ suites: [Suite], entry: String, limit: Double = 600) throws -> Program.Result {
        let path = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin") + ":" + entry
        let filters = suites.flatMap { ["--filter", $0.pattern] }
        let result = try Program.run(
            [program, "--testing-library", "swift-testing"] + filters,
            variables: ["PATH": path, "NO_COLOR": "1"], limit: limit)
        if result.status != 0 { Program.killLeftovers(marked: entry + "\0") }
        return result
    }

    /// Applies an operation to each value, in as many tasks as there are workers.
    ///
    /// - Returns: The results, in the order of the values.
    func map<Value: Sendable, Result: Sendable>(
        _ values: [Value], _ operation: @escaping @Sendable (Value, _ worker: Int) throws -> Result
    ) async throws -> [Result] {
        let queue = Queue(count: values.count)
        return try await withThrowingTaskGroup(of: [(Int, Result)].self) { group in
            for worker in 0..<workers {
                group.addTask { @concurrent in
                    var results: [(Int, Result)] = []
                    while let index = await queue.next() {
                        results.append((index, try operation(values[index], worker)))
                    }
                    return results
                }
            }
            var results: [(Int, Result)] = []
            for try await part in group { results += part }
            return results.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }
}

/// The indexes of the values that no worker has taken.
private actor Queue {
    private var index = 0
    private let count: Int

    init(count: Int) { self.count = count }

    func next() -> Int? {
        guard index < count else { return nil }
        index += 1
        return index - 1
    }
}
