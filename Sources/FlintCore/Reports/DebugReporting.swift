// SPDX-License-Identifier: MIT

import FlintFoundation

/// A namespace for creating diagnostic reports about the current runtime.
///
/// Register a ``DebugReportable`` to add its files to each report. To create a report, call
/// ``gatherReportZip(options:)``.
public enum DebugReporting {
    /// Registers a contributor to future reports.
    ///
    /// The contributor is referenced weakly. Registering it again moves it to the end of the list.
    public static func add(_ reportable: any DebugReportable) {
        let reportables = FlintRuntime.current.reportables
        // Without the removal, the list would keep the earlier position.
        reportables.remove(reportable)
        reportables.add(reportable)
    }

    /// Removes a contributor from future reports.
    public static func remove(_ reportable: any DebugReportable) {
        FlintRuntime.current.reportables.remove(reportable)
    }

    /// Calls a closure with every contributor that has not been released, in registration order.
    public static func eachReportable(_ body: (any DebugReportable) throws -> Void) rethrows {
        for reportable in FlintRuntime.current.reportables.all { try body(reportable) }
    }

    /// Creates a report as a zip file in a new temporary folder.
    ///
    /// - Parameter options: The options of the report.
    /// - Returns: The URL of the file, which only its owner can read. Delete its folder when it is no longer needed.
    /// - Throws: ``DebugReportError`` if the report cannot be written or is too large for a zip file.
    public static func gatherReportZip(options: Set<DebugReportOption> = []) throws -> URL {
        try FlintRuntime.current.gatherReportZip(options: options)
    }
}

/// A contributor to diagnostic reports.
///
/// ```swift
/// final class SyncState: DebugReportable {
///     func copyReport(to folder: URL, options: Set<DebugReportOption>) throws {
///         try description.write(to: folder.appending(path: "sync.txt"), atomically: true, encoding: .utf8)
///     }
/// }
/// DebugReporting.add(syncState)
/// ```
public protocol DebugReportable: AnyObject, SendableMetatype {
    /// Writes the contributor's part of the report.
    ///
    /// The method is called on the thread that creates the report, with the report's runtime as the current runtime and
    /// no lock held, so a contributor cannot be isolated to an actor.
    ///
    /// - Parameters:
    ///   - folder: An existing folder for the files, which all contributors share.
    ///   - options: The options of the report.
    /// - Throws: Any error, which the report then lists. The other contributors still write their parts.
    func copyReport(to folder: URL, options: Set<DebugReportOption>) throws
}

/// An option of a diagnostic report.
public enum DebugReportOption: Sendable, Hashable, CaseIterable {
    /// Omits actions that the user did not initiate, and all log lines except the lines of user-initiated actions.
    ///
    /// Log files are also omitted, because they do not record the initiator.
    case userInitiatedOnly
    /// Writes files as JSON if a machine-readable format is available.
    case machineReadableFormat
}

/// An error that prevents a report from being created.
public enum DebugReportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A file or folder cannot be created, written or read.
    case unwritable(path: String, reason: String)
    /// The report exceeds a limit of the zip format.
    case tooLarge(reason: String)

    /// A sentence that describes the problem and its remedy.
    public var description: String {
        switch self {
        case .unwritable(let path, let reason):
            "The report cannot be created at \(path): \(reason). Free disk space, or specify another folder."
        case .tooLarge(let reason):
            "The report does not fit into an archive: \(reason). Gather it into a folder instead."
        }
    }
}

extension Flint {
    /// Creates a diagnostic report about the current runtime as a zip file in a new temporary folder.
    ///
    /// The report contains the timeline, the open action stacks, every feature's availability with the reasons, the
    /// log, the log outputs' files, and the files of contributors registered with ``DebugReporting``.
    ///
    /// - Parameter options: The options of the report.
    /// - Returns: The URL of the file, which only its owner can read. Delete its folder when it is no longer needed.
    /// - Throws: ``DebugReportError`` if the report cannot be written or is too large for a zip file.
    public static func gatherReportZip(options: Set<DebugReportOption>) throws -> URL {
        try FlintRuntime.current.gatherReportZip(options: options)
    }
}
