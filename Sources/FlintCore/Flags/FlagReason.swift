/// Why a flag has the value it has, in the words of the OpenFeature specification.
public struct FlagReason: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    /// The word, in capitals as the specification writes it.
    public let rawValue: String

    /// Creates a reason; servers may send words the specification does not list.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates a reason from a literal.
    public init(stringLiteral value: String) {
        rawValue = value
    }

    /// The value is fixed and depends on nothing.
    public static let `static`: FlagReason = "STATIC"
    /// The flag has a default and nothing else was said.
    public static let `default`: FlagReason = "DEFAULT"
    /// The value follows from who or what is asking.
    public static let targetingMatch: FlagReason = "TARGETING_MATCH"
    /// The value follows from a share of users drawn by lot.
    public static let split: FlagReason = "SPLIT"
    /// The value was kept from an earlier answer.
    public static let cached: FlagReason = "CACHED"
    /// The flag is switched off where it is managed.
    public static let disabled: FlagReason = "DISABLED"
    /// Nobody says why.
    public static let unknown: FlagReason = "UNKNOWN"
    /// The value was kept from an earlier answer, and may no longer be right.
    public static let stale: FlagReason = "STALE"
    /// The flag could not be evaluated; see ``FlagEvaluation/errorCode``.
    public static let error: FlagReason = "ERROR"

    /// The word.
    public var description: String { rawValue }
}
