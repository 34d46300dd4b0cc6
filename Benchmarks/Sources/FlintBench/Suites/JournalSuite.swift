// SPDX-License-Identifier: MIT

import FlintCore
import FlintEngineBenchmarks
import FlintInspector
import FlintRecording
import FlintWorld

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Measures the journal: the cost that it adds to each event, and the time to open and read a journal of 100,000
/// events.
enum JournalSuite {
    private static let eventCount = 100_000
    private static let header = JournalHeader(
        app: "Generated", program: "bench", system: "any", date: Date(timeIntervalSince1970: 0))

    static func run(_ report: inout Report) {
        let folder = "/tmp/flint-bench-journal-\(getpid())"
        mkdir(folder, 0o700)
        defer { rmdir(folder) }
        measureEvents(folder + "/events.jsonl", &report)
        measureReading(folder + "/long.jsonl", &report)
    }

    /// Measures events and changes of a fact with ten dependants, with and without a journal.
    private static func measureEvents(_ path: String, _ report: inout Report) {
        let (plain, kept) = (RecordedApp(), RecordedApp())
        let observation = plain.inspector.observe {}
        guard let recorder = try? JournalRecorder(path, of: kept.inspector, header: header) else { return }
        defer {
            recorder.finish()
            observation.cancel()
            unlink(path)
        }
        let timings = report.measure(
            [
                Floor.lookUp, plain.events("journal: an event, none kept"), kept.events("journal: an event, kept"),
                plain.changes("journal: a change, none kept"), kept.changes("journal: a change, kept"),
            ], rounds: 20)
        report.add(timings)
        // Instructions include those of the thread that writes, which vary.
        report.add("journal/an event kept/look-ups", timings[2].minimum / timings[0].minimum, .ratio)
        report.add("journal/an event kept/allocations", timings[2].allocations, .count)
        report.add("journal/an event, none kept/allocations", timings[1].allocations, .count)
    }

    /// Measures a journal of 100,000 events in which every hundredth event changes a fact.
    private static func measureReading(_ path: String, _ report: inout Report) {
        let app = RecordedApp()
        guard let recorder = try? JournalRecorder(path, of: app.inspector, header: header) else { return }
        defer { unlink(path) }
        for number in 1...eventCount {
            if number.isMultiple(of: 100) {
                // Sets the override first, because there is no override to remove yet.
                app.change(!number.isMultiple(of: 200))
            } else {
                app.happen()
            }
        }
        recorder.finish(within: 60)
        guard let journal = try? JournalReader(path) else { return }
        var information = stat()
        stat(path, &information)
        let size = Double(information.st_size)
        report.add("journal/100000 events/missing", Double(abs(eventCount - journal.summary.eventCount)), .count)
        report.add(
            "journal/open 100000 events/bytes read to those of the file", Double(journal.bytesRead) / size, .bytes)
        let last = journal.summary.lastEvent
        let positions = (0...100).map { max(1, last * UInt64($0) / 100) }
        var most = 0
        for position in positions {
            let before = journal.bytesRead
            consume(try? journal.state(at: position))
            most = max(most, journal.bytesRead - before)
        }
        report.add("journal/jump in 100000 events/kB read at most", Double(most) / 1_024, .bytes)
        guard let recorded = try? MomentInspector(journal), let world = try? recorded.world(of: nil, reading: false)
        else { return }
        let override = Command.override(.purchase, "product-0", to: "purchased")
        var next = 0
        let timings = report.measure(
            [
                Floor.lookUp,
                Case(name: "journal: open 100000 events", countedRuns: 1) {
                    for _ in 0..<$0 { consume(try? JournalReader(path)) }
                },
                Case(name: "journal: jump in 100000 events", countedRuns: 101) {
                    for _ in 0..<$0 {
                        consume(try? MomentInspector(journal, at: positions[next % positions.count]))
                        next += 37
                    }
                },
                Case(name: "journal: what an override with 10 dependants would have changed") {
                    for _ in 0..<$0 {
                        guard let plan = try? recorded.plan([override]) else { return }
                        consume(world.changes(to: plan.facts))
                    }
                },
            ], rounds: 10)
        report.add(timings)
        report.addCost(
            "journal/open 100000 events", of: timings[1], lookUp: timings[0], sharedBy: Double(eventCount), " an event")
        guard !report.countsOnly else { return }
        let slowest = report.measure(
            positions.map { position in
                Case(name: "journal: the slowest of 101 jumps in 100000 events", countedRuns: 1) {
                    for _ in 0..<$0 { consume(try? MomentInspector(journal, at: position)) }
                }
            }, rounds: 3
        ).max { $0.minimum < $1.minimum }
        if let slowest { report.add([slowest]) }
    }
}

private struct RecordedApp {
    let runtime: FlintRuntime
    let inspector: RuntimeInspector

    init() {
        let products = (0..<10).map { NonConsumableProduct(name: "Product", productID: "product-\($0)") }
        let population = Population(count: 100) { $1.purchase(products[$0 % products.count]) }
        runtime = population.register { $0.purchaseTracker = BenchTracker() }
        inspector = RuntimeInspector(runtime: runtime, configuration: .init(appName: "Generated", cause: "console"))
    }

    func happen() {
        runtime.record(StoreEvent(productID: nil, summary: "something happened", date: .distantPast))
    }

    func change(_ isOverridden: Bool) {
        runtime.facts.setOverride(
            isOverridden ? .truth(.true) : nil, for: .purchase(productID: "product-0"), cause: .user)
    }

    func events(_ name: String) -> Case {
        Case(name: name) { times in for _ in 0..<times { happen() } }
    }

    func changes(_ name: String) -> Case {
        Case(name: name, operations: 2) { times in
            for number in 0..<times * 2 { change(number.isMultiple(of: 2)) }
        }
    }
}
