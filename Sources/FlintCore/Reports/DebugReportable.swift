#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Has something to say in a report.
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
    /// Writes what it has to say.
    ///
    /// Called on the thread that gathers the report, with the runtime as the current one and no lock held.
    ///
    /// - Parameters:
    ///   - folder: An existing folder for files; those of others may be in it.
    ///   - options: What is wanted.
    /// - Throws: What kept it from that; the report then says so, and goes on.
    func copyReport(to folder: URL, options: Set<DebugReportOption>) throws
}
