#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Gathers diagnostic reports on the current runtime.
public enum DebugReporting {
    /// Registers a contributor to reports; it is held weakly.
    public static func add(_ reportable: any DebugReportable) {
        FlintRuntime.current.reportables.add(reportable)
    }

    /// Removes a contributor to reports.
    public static func remove(_ reportable: any DebugReportable) {
        FlintRuntime.current.reportables.remove(reportable)
    }

    /// Calls a closure with every contributor that still exists.
    public static func eachReportable(_ body: (any DebugReportable) throws -> Void) rethrows {
        for reportable in FlintRuntime.current.reportables.all { try body(reportable) }
    }

    /// Gathers a report into a zip file in a temporary folder of its own.
    ///
    /// - Parameter options: What is wanted.
    /// - Returns: The file, which only its owner may read; delete its folder when it has served.
    /// - Throws: ``DebugReportError``.
    public static func gatherReportZip(options: Set<DebugReportOption> = []) throws -> URL {
        try FlintRuntime.current.gatherReportZip(options: options)
    }
}

/// A contributor to a report.
///
/// ```swift
/// final class SyncState: DebugReportable {
///     func copyReport(to folder: URL, options: Set<DebugReportOption>) throws {
///         try description.write(to: folder.appending(path: "sync.txt"), atomically: true, encoding: .utf8)
///     }
/// }
/// DebugReporting.add(syncState)
/// ```
public protocol DebugReportable: AnyObject {
    /// Writes its part of the report.
    ///
    /// Called on the thread that gathers the report, with the runtime as the current one and no lock held.
    ///
    /// - Parameters:
    ///   - folder: An existing folder for files, which may contain those of other contributors.
    ///   - options: What is wanted.
    /// - Throws: The error that prevented it, which the report then lists; the other parts are still written.
    func copyReport(to folder: URL, options: Set<DebugReportOption>) throws
}

/// What a report of a runtime should be like.
public enum DebugReportOption: Sendable, Hashable, CaseIterable {
    /// Only what the user initiated: other actions, lines about them, and log files, which do not distinguish the
    /// two, are left out.
    case userInitiatedOnly
    /// Written for programs, as JSON, where there is a choice.
    case machineReadableFormat
}

/// Why there is no report.
public enum DebugReportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A file or folder cannot be made or read.
    case unwritable(path: String, reason: String)
    /// The report's archive cannot hold so much.
    case tooLarge(reason: String)

    /// What is wrong, where, and what to do.
    public var description: String {
        switch self {
        case .unwritable(let path, let reason):
            "The report cannot be made, because of \(path): \(reason). Make room there, or name another folder."
        case .tooLarge(let reason):
            "The report does not fit into an archive: \(reason). Gather it into a folder instead."
        }
    }
}

extension Flint {
    /// Gathers a report on the current runtime into a zip file in a temporary folder of its own.
    ///
    /// It holds the timeline, the availability of every feature with the reasons, the log, the files of log outputs,
    /// and what the contributors registered with ``DebugReporting`` write.
    ///
    /// - Parameter options: What is wanted.
    /// - Returns: The file, which only its owner may read; delete its folder when it has served.
    /// - Throws: ``DebugReportError``.
    public static func gatherReportZip(options: Set<DebugReportOption>) throws -> URL {
        try FlintRuntime.current.gatherReportZip(options: options)
    }
}

/// The contributors to the reports of one runtime.
final class ReportableList: Sendable {
    /// An entry that does not keep its reportable alive, so that one may remove itself when it is released.
    private struct Entry: @unchecked Sendable {
        weak var reportable: (any DebugReportable)?
    }

    private let entries = Protected<[Entry]>([])

    /// Adds a contributor, once.
    func add(_ reportable: any DebugReportable) {
        entries.withLock { entries in
            entries.removeAll { $0.reportable == nil || $0.reportable === reportable }
            entries.append(Entry(reportable: reportable))
        }
    }

    /// Removes a contributor.
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

    /// Removes every contributor.
    func reset() {
        entries.withLock { $0.removeAll() }
    }
}
