/// Benchmarks that belong together.
package struct Suite {
    /// What the suite is called on the command line.
    let name: String
    /// What the names of its figures begin with.
    let subjects: [String]
    /// Runs it and adds what it measures.
    let run: (inout Report) -> Void

    /// Creates a suite.
    ///
    /// - Parameters:
    ///   - name: What the suite is called on the command line.
    ///   - subjects: What the names of its figures begin with, up to a slash or a colon; its name by default.
    ///   - run: Runs it and adds what it measures.
    package init(_ name: String, subjects: [String]? = nil, run: @escaping (inout Report) -> Void) {
        self.name = name
        self.subjects = subjects ?? [name]
        self.run = run
    }

    /// Returns whether a figure is one of the suite's.
    func measures(_ figure: String) -> Bool {
        subjects.contains { figure.hasPrefix("\($0)/") || figure.hasPrefix("\($0):") }
    }

    /// The suites that measure the engine, in the order in which they run.
    package static var engine: [Suite] {
        [
            Suite("memory", run: MemorySuite.run),
            Suite("set-up", run: SetUpSuite.run),
            Suite("change", run: ChangeSuite.run),
            Suite("request", subjects: ["request", "switch", "evaluation", "explanation"], run: RequestSuite.run),
            Suite("perform", run: PerformSuite.run),
            Suite("route", run: RouteSuite.run),
            Suite("unannounced", run: UnannouncedSuite.run),
            Suite("fast-path", subjects: ["fast path"], run: FastPathSuite.run),
            Suite("states", run: StatesSuite.run),
        ]
    }
}
