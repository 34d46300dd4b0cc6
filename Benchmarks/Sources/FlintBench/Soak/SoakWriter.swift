// SPDX-License-Identifier: MIT

import CFlintSoak
import FlintCore
import FlintInspector
import FlintTestSupport
import FlintWorld
import Foundation

/// A process that saves two overrides in the app's state file again and again, and checks that the file still has the
/// one that it saved last.
///
/// The app applies the override of a flag. It does not know the user setting of the other override, so neither keys in a
/// console nor a command change it, and another value means that an update was lost. The process ends
/// when the file `stop` appears, and prints its figures; a problem ends it with a sentence and the status 1.
struct SoakWriter {
    /// The figures of a process, in the order in which it prints them.
    struct Figures {
        var updates = 0
        /// The updates that failed while the disk was full.
        var refusals = 0
        /// The longest update, in milliseconds.
        var worst = 0

        init() {}

        /// Reads the figures from the output of a process, or returns `nil` if it has printed none.
        init?(_ output: String) {
            let numbers = output.split(whereSeparator: \.isWhitespace).suffix(3).compactMap { Int($0) }
            guard numbers.count == 3 else { return nil }
            (updates, refusals, worst) = (numbers[0], numbers[1], numbers[2])
        }
    }

    /// The longest pause between two updates, in milliseconds.
    private static let longestPause = 200

    /// The number of this process among the writers, or `nil` if it is another process of the soak.
    static var number: Int? { ProcessInfo.processInfo.environment["FLINT_SOAK_WRITER"].flatMap { Int($0) } }

    let number: Int

    static func key(_ number: Int) -> String { "writer-\(number)" }

    /// Whether only a writer changes a record.
    static func owns(_ record: OverrideRecord) -> Bool {
        record.kind == .userSetting && record.key.hasPrefix("writer-")
    }

    /// Returns the last value that a writer has saved.
    static func value(of number: Int, in content: SavedOverrides) -> String? {
        content.records.first { owns($0) && $0.key == key(number) }?.reason
    }

    static func stopFile(beside path: String) -> String {
        URL(filePath: path).deletingLastPathComponent().appending(path: "stop").path
    }

    func run() -> Never {
        let environment = ProcessInfo.processInfo.environment
        let file = OverrideFile(path: environment["FLINT_STATE"] ?? "")
        let stopFile = Self.stopFile(beside: SoakApp.sharedFile ?? "")
        var random = SplitMix64(seed: UInt64(number))
        var figures = Figures()
        var saved: String?
        while access(stopFile, F_OK) != 0 {
            let wasFull = soak_get(soak_is_disk_full) != 0
            let start = ContinuousClock.now
            do {
                let found = try update(file, to: "\(figures.updates + 1)")
                guard found == saved else {
                    fail("an update was lost: \(Self.key(number)) was \(found ?? "missing") after \(saved ?? "none")")
                }
                figures.updates += 1
                saved = "\(figures.updates)"
            } catch {
                guard wasFull || soak_get(soak_is_disk_full) != 0 else { fail("\(error)") }
                figures.refusals += 1
            }
            figures.worst = max(figures.worst, Int((ContinuousClock.now - start) / .milliseconds(1)))
            usleep(UInt32.random(in: 0...UInt32(Self.longestPause), using: &random) * 1_000)
        }
        print(figures.updates, figures.refusals, figures.worst)
        exit(0)
    }

    /// Saves a value and returns the value that the file had.
    private func update(_ file: OverrideFile, to value: String) throws(StateFileError) -> String? {
        let key = Self.key(number)
        return try file.update { content in
            let found = Self.value(of: number, in: content)
            content.records.removeAll { $0.key == key }
            var record = OverrideRecord(kind: .userSetting, key: key, value: "on", reason: value, source: key)
            content.records.append(record)
            record.kind = .flag
            content.records.append(record)
            return found
        }
    }

    private func fail(_ problem: String) -> Never {
        print("Writer \(number): \(problem)")
        exit(1)
    }
}
