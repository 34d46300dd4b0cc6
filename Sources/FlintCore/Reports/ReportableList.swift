/// Who has something to say in the reports of one runtime.
final class ReportableList: Sendable {
    /// An entry that does not keep its reportable alive, so that one may remove itself when it is released.
    private struct Entry: @unchecked Sendable {
        weak var reportable: (any DebugReportable)?
    }

    private let entries = Protected<[Entry]>([])

    /// Adds somebody, once.
    func add(_ reportable: any DebugReportable) {
        entries.withLock { entries in
            entries.removeAll { $0.reportable == nil || $0.reportable === reportable }
            entries.append(Entry(reportable: reportable))
        }
    }

    /// Removes somebody.
    func remove(_ reportable: any DebugReportable) {
        entries.withLock { entries in
            entries.removeAll { $0.reportable == nil || $0.reportable === reportable }
        }
    }

    /// Those who still exist, in the order in which they were added.
    var all: [any DebugReportable] {
        let alive = entries.withLock { entries in entries.map { UncheckedSendable($0.reportable) } }
        return alive.compactMap(\.value)
    }

    /// Removes everybody.
    func reset() {
        entries.withLock { $0.removeAll() }
    }
}
