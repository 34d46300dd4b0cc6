// SPDX-License-Identifier: MIT

import CFlintAllocations
import FlintCore
import FlintEngineBenchmarks
import FlintInspector
import FlintPodcasts
import FlintSimulation
import FlintWorld

/// Measures the memory growth of the demo over one hour, starting when the journal is full.
///
/// The journal, the log, and the trails of actions each keep a fixed number of items, so memory must not grow after
/// they are full. The hour is simulated: its 3,600 seconds are performed one after another. The state is read as a
/// console reads it, with the events of every second and a snapshot every ten seconds.
enum DemoSuite {
    static func run(_ report: inout Report) {
        let runtime = FlintRuntime()
        runtime.bind {
            guard let app = try? PodcastApp() else { return }
            let device = PodcastDevice.make()
            app.setUp { config in
                device.configure(config)
                config.allowsOverrides = true
            }
            let inspector = RuntimeInspector(
                runtime: runtime, configuration: .init(appName: PodcastApp.name, cause: "console"))
            measurePlans(inspector, &report)
            var lastEvent: UInt64 = 0
            func pass(seconds: Int) {
                for second in 1...seconds {
                    app.advance(seconds: 1)
                    let events = inspector.sync(Sync(event: lastEvent)).events
                    lastEvent = events.last?.id ?? lastEvent
                    if second.isMultiple(of: 10) { consume(inspector.world(of: nil, reading: true).explanations) }
                }
            }
            while runtime.journal.events.count < runtime.journal.capacity { pass(seconds: 60) }
            let full = heap_bytes_in_use()
            let first = lastEvent
            pass(seconds: 3_600)
            report.add("demo/an hour/heap of a full journal", Double(heap_bytes_in_use()) / Double(full), .bytes)
            // An hour without work would trivially pass the check of the memory.
            report.add("demo/an hour/events missing of 1000", Double(max(0, 1_000 - Int(lastEvent - first))), .count)
        }
    }

    /// Measures the search for plans for the feature that takes longest, or the most instructions.
    private static func measurePlans(_ inspector: RuntimeInspector, _ report: inout Report) {
        let features = inspector.readModel().features.filter { $0.isAvailable != true }
        let cases = features.map { feature in
            Case(name: "demo: plans of \(feature.name)", countedRuns: 1) {
                for _ in 0..<$0 { consume(inspector.world(of: [feature.id], reading: true).plans(of: feature.id)) }
            }
        }
        let timings = report.measure([Floor.lookUp] + cases, rounds: 20)
        let worst = timings.dropFirst().max { ($0.minimum, $0.instructions) < ($1.minimum, $1.instructions) }
        guard let worst else { return }
        report.add([timings[0], worst])
        report.addCost("demo/plans of the worst feature", of: worst, lookUp: timings[0])
    }
}
