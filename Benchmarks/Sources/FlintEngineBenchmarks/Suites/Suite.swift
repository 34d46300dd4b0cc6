// SPDX-License-Identifier: MIT

/// A group of related benchmarks.
package struct Suite {
    let name: String
    /// The prefixes of the names of the suite's figures.
    let subjects: [String]
    let run: (inout Report) -> Void

    /// Creates a suite.
    ///
    /// - Parameters:
    ///   - name: The name on the command line.
    ///   - subjects: The prefixes of the names of its figures, up to a slash or a colon. The default is the suite's
    ///     name.
    ///   - run: Runs the suite and adds its measurements to a report.
    package init(_ name: String, subjects: [String]? = nil, run: @escaping (inout Report) -> Void) {
        self.name = name
        self.subjects = subjects ?? [name]
        self.run = run
    }

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
