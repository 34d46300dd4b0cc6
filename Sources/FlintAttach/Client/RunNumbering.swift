// SPDX-License-Identifier: MIT

/// A numbering that continues across several runs of an app.
///
/// An app numbers its events and log lines from 1 in every run. Adding ``offset`` makes the numbers of later runs
/// follow those already seen.
struct RunNumbering: Sendable {
    /// The highest valid number, which no app reaches.
    static let limit: UInt64 = 1 << 53

    /// The offset to add to numbers of the current run.
    private(set) var offset: UInt64 = 0
    private var newest: UInt64 = 0
    private(set) var instance: String?

    mutating func begin(_ instance: String) {
        guard self.instance != instance else { return }
        self.instance = instance
        offset = newest
    }

    /// Returns a number of the current run in the continued numbering.
    func continued(_ number: UInt64) -> UInt64 { offset + min(number, Self.limit) }

    /// Records the highest number in use, including the offset.
    mutating func note(_ number: UInt64) {
        newest = min(max(newest, number), Self.limit)
    }
}
