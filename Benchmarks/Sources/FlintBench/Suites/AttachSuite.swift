// SPDX-License-Identifier: MIT

import FlintAttach
import FlintAttachServer
import FlintCore
import FlintEngineBenchmarks
import FlintInspector
import FlintLocks
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

/// Measures a front end that is attached to an app with 10,000 features.
///
/// The figures cover listing the app, following it, and being idle. The app and the front end share this process, so
/// processor times include both sides.
enum AttachSuite {
    private static let count = 10_000
    private static let dependents = 10

    static func run(_ report: inout Report) {
        let directory = SocketDirectory(path: "/tmp/flint-bench-\(getpid())")
        defer { rmdir(directory.path) }
        let products = (0..<count / dependents).map {
            NonConsumableProduct(name: "Product", productID: "product-\($0)")
        }
        let population = Population(count: count) { $1.purchase(products[$0 % products.count]) }
        let runtime = population.register { $0.purchaseTracker = BenchTracker() }
        let inspector = RuntimeInspector(
            runtime: runtime, configuration: .init(appName: "Generated", cause: "console"))
        guard let server = try? InspectorServer(inspector, in: directory) else { return }
        defer { server.stop() }
        let target = AttachTarget("generated", in: directory)
        measureLists(target, path: server.path, &report)
        guard let follower = try? Follower(target) else { return }
        measureChanges(runtime, follower, &report)
        if !report.countsOnly { measureEvents(runtime, follower, &report) }
        measureIdleness(&report)
        follower.remote.close()
    }

    private static func measureLists(_ target: AttachTarget, path: String, _ report: inout Report) {
        let page = Case(name: "attach: to the first page and the counts of 10000", countedRuns: 1) {
            for _ in 0..<$0 {
                guard let channel = greeted(path) else { return }
                consume(ask(channel, "list", #"{"from":0}"#))
            }
        }
        let everything = Case(name: "attach: to everything of 10000", countedRuns: 1) {
            for _ in 0..<$0 {
                guard let remote = try? RemoteInspector(target, client: "bench") else { return }
                consume(try? remote.readModel())
                remote.close()
            }
        }
        let whatIf = Case(name: "attach: a what-if session on 10000", countedRuns: 1) {
            for _ in 0..<$0 {
                guard let remote = try? RemoteInspector(target, client: "bench") else { return }
                var session = WhatIf()
                consume(try? session.world(of: remote))
                remote.close()
            }
        }
        if !report.countsOnly { report.add(report.measure([page, everything, whatIf], rounds: 10)) }
        guard let channel = greeted(path) else { return }
        let pages = (0..<count / WireProtocol.pageSize).map {
            ask(channel, "list", "{\"from\":\($0 * WireProtocol.pageSize)}")
        }
        report.add("attach/list/bytes a feature of 10000", Double(pages.reduce(0, +)) / Double(count), .bytes)
    }

    /// Opens a connection on the level of frames, for counting their bytes.
    private static func greeted(_ path: String) -> FrameChannel? {
        guard let socket = try? Socket.connected(to: .path(path)) else { return nil }
        let channel = FrameChannel(socket, limit: FrameBuffer.answerLimit)
        return ask(channel, "hello", "{\"versions\":[\(WireProtocol.version)],\"client\":\"bench\"}") > 0
            ? channel : nil
    }

    private static func ask(_ channel: FrameChannel, _ method: String, _ parameters: String) -> Int {
        channel.write(Data(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(parameters)}"#.utf8))
        guard case .frame(let answer) = channel.read(seconds: 60) else { return 0 }
        return answer.count
    }

    /// Measures a change of a fact until the front end's model has every changed verdict.
    private static func measureChanges(_ runtime: FlintRuntime, _ follower: Follower, _ report: inout Report) {
        let key = FactKey.purchase(productID: "product-0")
        let change = Case(name: "attach: a change with 10 dependants of 10000, to the model attached", operations: 2) {
            for number in 0..<$0 * 2 {
                runtime.facts.setOverride(number.isMultiple(of: 2) ? .truth(.true) : nil, for: key, cause: .user)
                follower.follow()
            }
        }
        if !report.countsOnly { report.add(report.measure([change], rounds: 10)) }
        let before = follower.requests
        for number in 0..<100 {
            runtime.facts.setOverride(number.isMultiple(of: 2) ? .truth(.true) : nil, for: key, cause: .user)
            follower.follow()
        }
        report.add("attach/a change/requests", Double(follower.requests - before) / 100, .count)
    }

    /// Produces 1,000 events in a second while the front end requests them 30 times, as a console does.
    private static func measureEvents(_ runtime: FlintRuntime, _ follower: Follower, _ report: inout Report) {
        func second(isAttached: Bool) -> Double {
            let start = processorTime()
            let began = ContinuousClock.now
            for number in 1...1_000 {
                runtime.record(StoreEvent(productID: nil, summary: "something happened", date: .distantPast))
                if isAttached, number.isMultiple(of: 33) { follower.readEvents() }
                pause(until: began + .milliseconds(number))
            }
            return processorTime() - start
        }
        // Fills the journal, so that every measured second has the same work.
        for _ in 0..<3 { follower.readEvents() }
        let (alone, attached) = (second(isAttached: false), second(isAttached: true))
        report.add("attach/1000 events a second/part of a core, both sides", max(0, attached - alone), .ratio)
    }

    /// Counts the wake-ups of all threads on both sides while the app is idle.
    private static func measureIdleness(_ report: inout Report) {
        pause(until: .now + .milliseconds(200))
        let before = switches()
        pause(until: .now + .seconds(2))
        // The pause itself causes one wake-up.
        report.add("attach/idle/wake-ups in 2 seconds", Double(max(0, switches() - before - 1)), .count)
    }

    static func pause(until end: ContinuousClock.Instant) {
        let left = ContinuousClock.now.duration(to: end).nanoseconds
        guard left > 0 else { return }
        var time = timespec(tv_sec: Int(left / 1e9), tv_nsec: Int(left.truncatingRemainder(dividingBy: 1e9)))
        nanosleep(&time, nil)
    }

    /// The run time of all threads of this process, or of the current thread, in seconds.
    static func processorTime(of clock: clockid_t = CLOCK_PROCESS_CPUTIME_ID) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The number of times that threads of this process have gone to sleep.
    private static func switches() -> Int {
        var usage = rusage()
        // RUSAGE_SELF, whose type differs between systems.
        getrusage(0, &usage)
        return usage.ru_nvcsw
    }
}

private final class Follower {
    let remote: RemoteInspector
    private(set) var requests = 0
    private var model: AppModel
    private var lastEvent: UInt64 = 0
    private let observation: ObservationToken
    private let announcements: Announcements

    /// Attaches to an app and lists its features.
    init(_ target: AttachTarget) throws {
        let announcements = Announcements()
        remote = try RemoteInspector(target, client: "bench")
        observation = remote.observe { announcements.add() }
        model = try remote.readModel()
        self.announcements = announcements
    }

    /// Waits for a change of availability and applies it.
    func follow() {
        while true {
            announcements.wait()
            requests += 1
            guard let changes = remote.sync(Sync(since: model.revision)).changes else { return }
            model.apply(changes)
            if !changes.states.isEmpty { return }
        }
    }

    /// Reads the events and the changes since the last call.
    func readEvents() {
        announcements.forget()
        requests += 1
        let news = remote.sync(Sync(since: model.revision, event: lastEvent))
        lastEvent = news.events.last?.id ?? lastEvent
        if let changes = news.changes { model.apply(changes) }
    }
}

/// A counter of announcements that a thread can wait for.
private final class Announcements: Sendable {
    private let pipe = try? WakePipe()
    private let count = Protected(0)

    func add() {
        count.withLock { $0 += 1 }
        pipe?.wake()
    }

    /// Blocks until at least one announcement is pending.
    func wait() {
        while count.withLock({ $0 }) == 0 {
            guard let pipe else { return }
            Readiness.wait(for: [(pipe.descriptor, Readiness.readable)], milliseconds: 1_000)
            pipe.drain()
        }
        forget()
    }

    /// Discards the pending announcements.
    func forget() {
        count.withLock { $0 = 0 }
    }
}
