/// What an activity may be used for.
public enum ActivityEligibility: String, Sendable, Hashable, Codable, CaseIterable {
    /// It can be continued here.
    case perform
    /// It can be continued on another device.
    case handoff
    /// It can be found on this device.
    case search
    /// It can be found by everybody.
    case publicIndexing
    /// The system may suggest it, for which it must be found as well.
    case prediction
}
