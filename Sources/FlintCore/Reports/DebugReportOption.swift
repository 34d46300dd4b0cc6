/// What a report of a runtime should be like.
public enum DebugReportOption: Sendable, Hashable, CaseIterable {
    /// Only what a person asked for: other actions, lines about them, and log files, which do not tell the two apart,
    /// are left out.
    case userInitiatedOnly
    /// Written for programs, as JSON, where there is a choice.
    case machineReadableFormat
}
