// SPDX-License-Identifier: MIT

import FlintWorld

/// A numbering that continues across several runs of an app.
///
/// An app numbers its events and log lines from 1 in every run. Adding ``offset`` makes the numbers of later runs
/// follow those already seen.
struct RunNumbering: Sendable {
    /// The highest valid number, which no app reaches.
    static let limit: UInt64 = 1 << 53

    private(set) var offset: UInt64 = 0
    private var newest: UInt64 = 0
    private(set) var instance: String?

    mutating func begin(_ instance: String) {
        guard self.instance != instance else { return }
        self.instance = instance
        offset = newest
    }

    func continued(_ number: UInt64) -> UInt64 { offset + min(number, Self.limit) }

    /// Returns the app's own number for a continued number, or 0 if the number belongs to an earlier run.
    func own(_ number: UInt64) -> UInt64 { number > offset ? number - offset : 0 }

    /// Appends the elements of a page, with their numbers in the continued numbering.
    ///
    /// The result is the number after which the next page begins, or `nil` after the last page.
    func append<Element>(
        _ page: Page<Element>, after last: UInt64, _ number: WritableKeyPath<Element, UInt64>, to all: inout [Element]
    ) -> UInt64? {
        var newest: UInt64?
        for var element in page.elements {
            let own = element[keyPath: number]
            // If an app repeats a page, the page counts as the last one. Otherwise, the client would never stop asking.
            guard own > last, own <= Self.limit else { continue }
            element[keyPath: number] = continued(own)
            all.append(element)
            newest = own
        }
        return page.hasMore ? newest : nil
    }

    /// Records the highest number in use, including the offset.
    mutating func recordUse(of number: UInt64) {
        newest = min(max(newest, number), Self.limit)
    }
}
