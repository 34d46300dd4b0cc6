#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Gathers what there is to say about the current runtime, for whoever has to find out what went wrong.
public enum DebugReporting {
    /// Lets somebody have a say in reports for as long as it exists; it is not kept alive.
    public static func add(_ reportable: any DebugReportable) {
        FlintRuntime.current.reportables.add(reportable)
    }

    /// Lets somebody have no say any more.
    public static func remove(_ reportable: any DebugReportable) {
        FlintRuntime.current.reportables.remove(reportable)
    }

    /// Calls a closure with everybody who was added and still exists.
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
