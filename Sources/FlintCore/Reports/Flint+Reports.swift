#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Flint {
    /// Gathers a report on the current runtime into a zip file in a temporary folder of its own.
    ///
    /// It holds the timeline, the availability of every feature with the reasons, the log, the files of log outputs, and
    /// what everybody added to ``DebugReporting`` has to say.
    ///
    /// - Parameter options: What is wanted.
    /// - Returns: The file, which only its owner may read; delete its folder when it has served.
    /// - Throws: ``DebugReportError``.
    public static func gatherReportZip(options: Set<DebugReportOption>) throws -> URL {
        try FlintRuntime.current.gatherReportZip(options: options)
    }

    /// Gathers a report on the current runtime into a folder.
    ///
    /// - Parameters:
    ///   - options: What is wanted.
    ///   - folder: Where; made if it is not there, for its owner only. Files of the same names are replaced.
    /// - Throws: ``DebugReportError`` if the folder cannot be written to. What somebody else could not contribute is
    ///   listed in `problems.txt`.
    public static func gatherReport(options: Set<DebugReportOption>, to folder: URL) throws {
        try FlintRuntime.current.gatherReport(options: options, to: folder)
    }
}
