/// Benchmarks that belong together.
struct Suite {
    /// What the suite is called on the command line.
    let name: String
    /// Runs it and adds what it measures.
    let run: (inout Report) -> Void

    /// Every suite, in the order in which they run.
    static var all: [Suite] {
        [
            Suite(name: "memory", run: MemorySuite.run),
            Suite(name: "demo", run: DemoSuite.run),
            Suite(name: "set-up", run: SetUpSuite.run),
            Suite(name: "change", run: ChangeSuite.run),
            Suite(name: "request", run: RequestSuite.run),
            Suite(name: "perform", run: PerformSuite.run),
            Suite(name: "route", run: RouteSuite.run),
            Suite(name: "unannounced", run: UnannouncedSuite.run),
            Suite(name: "inspector", run: InspectorSuite.run),
        ]
    }
}
