// SPDX-License-Identifier: MIT

import CFlintSoak
import FlintAttach
import FlintCore
import FlintInspector
import FlintTestSupport
import Foundation

/// Runs the demo at many times its normal speed, with faults, and fails if an update is lost, a console falls behind, or
/// the resources of a process keep growing.
///
/// The demo has a console of its own process. Two consoles and a follower are attached to it. Writers change its state
/// file concurrently, and short-lived clients attach, stall, disconnect, or are killed. Once, the disk is full, and the
/// clock is set again and again.
enum SoakScenario {
    /// The number of processes that write the state file concurrently.
    private static let writers = 8

    /// Keys for the first two consoles, each a screenful of work: navigating the screens, filtering, explaining, time
    /// travel, overrides, and undo.
    private static let keys: [String] = [
        "1", "jjj", "kk", "w", "\u{1B}", "l", "h", "2", "jb", "u", "3", "jj", "4", "j+", "u", "5", "gG", "w", "w", " ",
        "6", "j", "7", "L", "H", "G", "8", "j", "1", "/", "is:no", "\r", "\u{1B}", ":", "premium", "\u{1B}", "?",
        "\u{1B}",
        "O", "\u{1B}", "<", "<", ">", "\u{1B}", "W", "\u{1B}", "\u{0C}", "5", "@", "\u{1B}", "1", "\u{1B}[6~",
        "\u{1B}[5~",
    ]

    /// Runs the soak.
    ///
    /// - Parameters:
    ///   - program: The path of this program.
    ///   - seconds: The duration of the soak.
    ///   - limits: The allowed growth of each figure, and the allowed latencies.
    ///   - print: Prints a line of the table.
    /// - Returns: One sentence for each violated limit and for each other failure.
    static func run(program: String, seconds: Double, limits: SoakLimits, print: @escaping (String) -> Void) -> [String]
    {
        #if os(Linux)
            guard let soak = Soak(program: program, seconds: seconds, print: print) else {
                return ["A console or a writer cannot be started."]
            }
            return soak.run(limits: limits)
        #else
            print("The soak reads the memory of processes from /proc, which this system does not have.")
            return []
        #endif
    }

    #if os(Linux)
        /// The times of an activity that repeats.
        private struct Rhythm {
            let interval: Double
            private var next: Double

            init(every interval: Double) {
                (self.interval, next) = (interval, interval)
            }

            /// Returns whether the activity is due, at most once per interval.
            mutating func isDue(at time: Double) -> Bool {
                guard time >= next else { return false }
                next = max(next + interval, time)
                return true
            }
        }

        /// The processes of a soak.
        private final class Soak {
            /// The warm-up before which growth is not checked, in seconds.
            ///
            /// The journal and the log fill up in this time, and the allocator reaches its maximum.
            private static let shortestWarmUp = 600.0
            private static let seed = ProcessInfo.processInfo.environment["SOAK_SEED"].flatMap { UInt64($0) } ?? 1

            private let program: String
            private let seconds: Double
            private let print: (String) -> Void
            private let start = ContinuousClock.now
            private let folder: URL
            private let environment: [String]
            private let disk: SoakDisk
            private var terminals: [PseudoTerminal]
            private var writers: [PseudoTerminal]
            private var records = ["app", "attached console", "follower", "marker console"].map { SoakRecord(name: $0) }
            private var clients: [SoakClient] = []
            private var nextKinds: [SoakClient.Kind] = []
            private var clientCounts: [SoakClient.Kind: Int] = [:]
            private var marker = SoakMarker()
            private var random = SplitMix64(seed: seed)
            private var problems: [String] = []
            private var (keys, jumps, checks, savedLater) = (0, 0, 0, 0)
            private var worstCheck = 0.0

            private var time: Double { (ContinuousClock.now - start) / .seconds(1) }
            private var sharedFile: String { folder.path + "/shared" }
            private var statePath: String { disk.folder.path + "/overrides.json" }

            /// Starts the processes, or returns `nil` if a process cannot be started.
            init?(program: String, seconds: Double, print: @escaping (String) -> Void) {
                (self.program, self.seconds, self.print) = (program, seconds, print)
                // A socket's path must be short.
                let folder = URL(filePath: "/tmp/flint-soak-\(ProcessInfo.processInfo.processIdentifier)")
                self.folder = folder
                disk = SoakDisk(folder: folder.appending(path: "state"))
                let shared = folder.path + "/shared"
                guard soak_share(shared) else { return nil }
                let environment = [
                    "FLINT_SOAK=\(shared)", "TERM=xterm-256color", "LANG=C.UTF-8", "HOME=\(folder.path)",
                    "FLINT_STATE=\(disk.folder.path)/overrides.json", "XDG_RUNTIME_DIR=\(folder.path)",
                ]
                self.environment = environment
                guard let app = PseudoTerminal([program, "console", "--serve"], environment: environment) else {
                    return nil
                }
                PseudoTerminal.read([app], for: 2)
                let attached = [["console"], ["timeline", "--follow", "--json"], ["console"]].compactMap {
                    PseudoTerminal([program] + $0 + ["--attach", "podcasts"], environment: environment)
                }
                writers = (0..<SoakScenario.writers).compactMap {
                    PseudoTerminal([program], environment: environment + ["FLINT_SOAK_WRITER=\($0)"])
                }
                terminals = [app] + attached
                guard attached.count == 3, writers.count == SoakScenario.writers else { return nil }
                PseudoTerminal.read(terminals + writers, for: 2)
                // The timeline with the markers only.
                for key in ["5", "/", "marker", "\r"] {
                    attached[2].type(key)
                    PseudoTerminal.read(terminals + writers, for: 0.2)
                }
            }

            deinit {
                // The app saves its state when it ends.
                (terminals, writers, clients) = ([], [], [])
                disk.unmount()
                try? FileManager.default.removeItem(at: folder)
            }

            private func fail(_ problem: String) {
                let text = "At \(Int(time)) s, with the seed \(Self.seed): \(problem)."
                if problems.count < 20 { problems.append(text) }
                print(text)
            }

            /// Runs every activity until the time is over, and then checks the remaining files and processes.
            func run(limits: SoakLimits) -> [String] {
                var rhythms = (
                    key: Rhythm(every: 0.1), client: Rhythm(every: 0.8), marker: Rhythm(every: 1),
                    sample: Rhythm(every: max(1, seconds / 360)), row: Rhythm(every: seconds / 24),
                    check: Rhythm(every: seconds / 20), clock: Rhythm(every: seconds / 12)
                )
                print("| seconds | of the demo | " + records.map(\.name).joined(separator: " | ") + " | files |")
                print("|---:|---:|" + records.map { _ in "---|" }.joined() + "---:|")
                while time < seconds {
                    PseudoTerminal.read(terminals + writers + clients.compactMap(\.process), for: 0.02)
                    let now = time
                    readMarker(limits)
                    updateDisk(at: now)
                    endClients(at: now)
                    if rhythms.key.isDue(at: now) { typeKeys() }
                    if rhythms.client.isDue(at: now) { startClient(at: now) }
                    if marker.requested == nil, rhythms.marker.isDue(at: now) { requestMarker() }
                    if rhythms.clock.isDue(at: now) { setClock() }
                    if rhythms.check.isDue(at: now), !disk.isFull { checkFiles() }
                    if rhythms.sample.isDue(at: now) {
                        for index in terminals.indices {
                            guard terminals[index].isRunning else {
                                fail("the \(records[index].name) has ended with the status \(terminals[index].status)")
                                return problems
                            }
                            records[index].samples.append(SoakSample(of: terminals[index], beside: sharedFile, at: now))
                        }
                        for writer in writers where !writer.isRunning {
                            fail(String(decoding: writer.tail.suffix(500), as: UTF8.self))
                            print("\(fileNames.sorted())")
                            print((try? String(contentsOfFile: statePath, encoding: .utf8)) ?? "no state file")
                            return problems
                        }
                    }
                    if rhythms.row.isDue(at: now) { print(row(at: now)) }
                }
                let figures = finish(limits)
                report(figures, limits)
                return problems
            }

            // MARK: Activities

            private func typeKeys() {
                for (index, offset) in [0, 17].enumerated() {
                    terminals[index].type(SoakScenario.keys[(keys + offset) % SoakScenario.keys.count])
                }
                keys += 1
            }

            private func requestMarker() {
                terminals[3].clearTail()
                soak_set(soak_marker, Int64(marker.request(at: time)))
            }

            /// Looks for the marker in the console's output, and reports a marker that is late.
            private func readMarker(_ limits: SoakLimits) {
                marker.read(terminals[3].tail, at: time)
                guard let limit = limits.latency["worst"], marker.becomesLate(at: time, limit: limit) else { return }
                fail("the attached console has not shown marker \(marker.number) in \(Int(limit)) ms")
            }

            private func startClient(at time: Double) {
                if nextKinds.isEmpty { nextKinds = SoakClient.Kind.allCases.shuffled(using: &random) }
                let kind = nextKinds.removeLast()
                let directory = SocketDirectory(path: folder.path + "/flint")
                let client = SoakClient(kind, random: &random, at: time, in: directory) {
                    disk.start([program] + $0, environment: environment)
                }
                guard let client else { return fail("the client “\(kind.rawValue)” cannot be started") }
                clients.append(client)
                clientCounts[kind, default: 0] += 1
            }

            private func endClients(at time: Double) {
                clients = clients.compactMap { client in
                    var client = client
                    guard client.hasEnded(at: time, isDiskFull: disk.isFull) else { return client }
                    if let problem = client.problem { fail(problem) }
                    if client.isSavedLater { savedLater += 1 }
                    return nil
                }
            }

            /// Fills the disk for a minute, or for a tenth of a short soak, after the warm-up.
            private func updateDisk(at time: Double) {
                let begin = seconds * 0.6
                let end = begin + min(60, seconds / 10)
                // The attached consoles do not write state files. A limit would also apply to the file in memory in which
                // a console composes its output.
                let all = [terminals[0]] + writers + clients.compactMap(\.process)
                if time >= begin, time < end { disk.fill(for: all) } else if disk.isFull { disk.empty(for: all) }
            }

            /// Sets the clock of all processes forward and back by turns, and to the machine's time at last.
            private func setClock() {
                jumps += 1
                let difference = soak_get(soak_app_time) - Int64(Date().timeIntervalSince1970)
                if abs(difference - soak_get(soak_clock_shift)) > 60 {
                    fail("the app's clock is ahead by \(difference) s instead of \(soak_get(soak_clock_shift)) s")
                }
                let hours = Int64.random(in: 1...6, using: &random) * (jumps.isMultiple(of: 2) ? -1 : 1)
                soak_set(soak_clock_shift, jumps < 11 ? hours * 3_600 : 0)
            }

            // MARK: Checks

            /// Checks that the state file is complete and its lock is free, and that no file is left over.
            private func checkFiles() {
                let file = OverrideFile(path: statePath)
                let start = ContinuousClock.now
                do {
                    let content = try file.update { $0 }
                    for number in writers.indices where SoakWriter.value(of: number, in: content) == nil {
                        fail("the override \(SoakWriter.key(number)) is missing")
                    }
                } catch {
                    fail("\(error)")
                }
                worstCheck = max(worstCheck, (ContinuousClock.now - start) / .milliseconds(1))
                checks += 1
                for name in fileNames where !name.hasSuffix(".json") && !name.hasSuffix(".lock") {
                    let path = disk.folder.path + "/" + name
                    let changed = try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
                    // A killed client leaves its draft until the next change of the same file.
                    guard let changed, changed.timeIntervalSinceNow < -60 else { continue }
                    fail("the file \(name) is left")
                }
            }

            private var fileNames: [String] {
                (try? FileManager.default.contentsOfDirectory(atPath: disk.folder.path)) ?? []
            }

            /// Ends the writers and clients, and compares the file with the writers' figures and the app's overrides.
            private func finish(_ limits: SoakLimits) -> [SoakWriter.Figures] {
                _ = FileManager.default.createFile(atPath: SoakWriter.stopFile(beside: sharedFile), contents: nil)
                wait(atMost: 30) {
                    readMarker(limits); return marker.requested == nil
                }
                wait(atMost: 30) { writers.allSatisfy { !$0.isRunning } && clients.isEmpty }
                // A change of each kind saves the pending changes, and replaces the drafts of killed clients.
                for attachment in [["--attach", "podcasts"], []] {
                    for value in ["on", "off"] { run(["set", "flag", "sleep-timer", value] + attachment) }
                }
                wait(atMost: 10) { appOverrides() == savedOverrides() }
                let (app, saved) = (appOverrides(), savedOverrides())
                if app != saved { fail("the app has the overrides \(app), and its file has \(saved)") }
                for name in fileNames {
                    let path = disk.folder.path + "/" + name
                    let lock = (try? Data(contentsOf: URL(filePath: path))) ?? Data()
                    if !name.hasSuffix(".json"), !name.hasSuffix(".lock") { fail("the file \(name) is left") }
                    if name.hasSuffix(".lock"), !lock.isEmpty { fail("the lock \(name) has not been released") }
                }
                let content = OverrideFile(path: statePath).load().content
                return writers.indices.map { number in
                    let output = String(decoding: writers[number].tail, as: UTF8.self)
                    guard let figures = SoakWriter.Figures(output) else {
                        fail("writer \(number) has ended: \(output)")
                        return SoakWriter.Figures()
                    }
                    let saved = SoakWriter.value(of: number, in: content) ?? "nothing"
                    if saved != "\(figures.updates)" {
                        fail("writer \(number) has saved \(figures.updates), and the file has \(saved)")
                    }
                    return figures
                }
            }

            /// Reads the output of all processes until a condition is met.
            private func wait(atMost limit: Double, until condition: () -> Bool) {
                let end = time + limit
                while time < end, !condition() {
                    PseudoTerminal.read(terminals + writers + clients.compactMap(\.process), for: 0.1)
                    endClients(at: time)
                }
            }

            /// Runs a command to its end and returns its output.
            @discardableResult
            private func run(_ words: [String]) -> String {
                guard let terminal = PseudoTerminal([program] + words, environment: environment) else { return "" }
                let end = time + 20
                while time < end, terminal.isRunning { PseudoTerminal.read(terminals + [terminal], for: 0.05) }
                PseudoTerminal.read([terminal], for: 0.05)
                return String(decoding: terminal.tail, as: UTF8.self)
            }

            /// The app's saved overrides that do not expire, sorted.
            private func appOverrides() -> [String] {
                let text = run(["compare", "--json", "--color", "never", "--attach", "podcasts"])
                let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
                let entries = object?["overrides"] as? [[String: Any]] ?? []
                return entries.filter { $0["expiry"] is NSNull || $0["expiry"] == nil }.map { entry in
                    ["kind", "key", "value"].map { entry[$0] as? String ?? "" }.joined(separator: " ")
                }.sorted()
            }

            private func savedOverrides() -> [String] {
                OverrideFile(path: statePath).load().content.records
                    .filter { $0.expiry == nil && !SoakWriter.owns($0) }
                    .map { "\($0.kind.rawValue) \($0.key) \($0.value)" }.sorted()
            }

            // MARK: The report

            private func report(_ figures: [SoakWriter.Figures], _ limits: SoakLimits) {
                let warmUp = seconds / 2
                let isWarm = warmUp >= Self.shortestWarmUp
                print(row(at: time))
                print("")
                let note = isWarm ? "" : ", which is too short to check it"
                print("Growth after a warm-up of \(Int(warmUp)) s\(note):")
                print("")
                print("| process | " + SoakSample.figures.joined(separator: " | ") + " | processor, s | kB written |")
                print("|---|" + SoakSample.figures.map { _ in "---:|" }.joined() + "---:|---:|")
                for (index, record) in records.enumerated() {
                    let growth = SoakSample.figures.indices.map { figure in
                        String(format: "%+.1f", record.growth(of: figure, after: warmUp))
                    }
                    let terminal = terminals[index]
                    let costs = "\(Int(terminal.processorTime)) | \(terminal.bytes / 1_024)"
                    print("| \(record.name) | \(growth.joined(separator: " | ")) | \(costs) |")
                }
                let latencies = [
                    "median": marker.latency(0.5), "p99": marker.latency(0.99), "worst": marker.latency(1),
                ]
                let refusals = figures.map(\.refusals).reduce(0, +)
                let updates = figures.map(\.updates)
                let load = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)) ?? ""
                print("")
                print("| figure | value |")
                print("|---|---|")
                let times = ["median", "p99", "worst"].map { "\(Int(latencies[$0] ?? 0))" }.joined(separator: ", ")
                let rows: [(name: String, value: String)] = [
                    ("seed", "\(Self.seed)"),
                    ("load of the machine at the end", load.split(separator: " ").prefix(3).joined(separator: ", ")),
                    ("markers that the attached console showed", "\(marker.latencies.count)"),
                    ("time to show a marker: median, p99, worst", times + " ms"),
                    ("updates of \(writers.count) writers", "\(updates.reduce(0, +))"),
                    ("the longest update", "\(figures.map(\.worst).max() ?? 0) ms"),
                    ("updates refused by \(disk.method)", "\(refusals)"),
                    ("attached commands whose change was saved later, because of a lock", "\(savedLater)"),
                    ("checks of the files, and the longest wait for the lock", "\(checks), \(Int(worstCheck)) ms"),
                    ("clock jumps of up to 12 hours", "\(jumps)"),
                    ("keys typed in each of two consoles", "\(keys)"),
                ]
                for (name, value) in rows { print("| \(name) | \(value) |") }
                for kind in SoakClient.Kind.allCases {
                    print("| clients: \(kind.rawValue) | \(clientCounts[kind] ?? 0) |")
                }
                if isWarm { problems += records.flatMap { limits.violations(of: $0, after: warmUp) } }
                // Among the few markers of a short soak, the 99th percentile is the worst latency.
                problems += limits.violations(of: isWarm ? latencies : latencies.filter { $0.key == "worst" })
                if refusals == 0 { fail("the disk was never full") }
                if updates.contains(where: { $0 < Int(seconds) / 2 }) {
                    fail("a writer made only \(updates.min() ?? 0) updates")
                }
                if marker.latencies.count < marker.number || marker.number < Int(seconds) / 2 {
                    fail("\(marker.latencies.count) of \(marker.number) markers were shown")
                }
                for kind in SoakClient.Kind.allCases where clientCounts[kind] == nil {
                    fail("no client was \(kind.rawValue)")
                }
            }

            private func row(at time: Double) -> String {
                let cells = records.map { record in
                    guard let values = record.samples.last?.values else { return "-" }
                    let texts = values.map { String(Int($0)) }
                    return "\(texts[0]), \(texts[1]), \(texts[2]) kB, \(texts[3]) descriptors, \(texts[4]) threads"
                }
                let texts = ["\(Int(time))", "\(soak_get(soak_demo_seconds))"] + cells + ["\(fileBytes / 1_024) kB"]
                return "| \(texts.joined(separator: " | ")) |"
            }

            /// The total size of the files that the app keeps, in bytes.
            private var fileBytes: Int {
                fileNames.filter { $0 != "filler" }.reduce(0) { sum, name in
                    let attributes = try? FileManager.default.attributesOfItem(atPath: disk.folder.path + "/" + name)
                    return sum + (attributes?[.size] as? Int ?? 0)
                }
            }
        }
    #endif
}
