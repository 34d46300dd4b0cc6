/// Why a flag could not be evaluated, in the words of the OpenFeature specification.
public struct FlagErrorCode: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    /// The word, in capitals as the specification writes it.
    public let rawValue: String

    /// Creates a code; servers may send words the specification does not list.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates a code from a literal.
    public init(stringLiteral value: String) {
        rawValue = value
    }

    /// The provider has not got its values yet.
    public static let providerNotReady: FlagErrorCode = "PROVIDER_NOT_READY"
    /// No provider knows the flag.
    public static let flagNotFound: FlagErrorCode = "FLAG_NOT_FOUND"
    /// What the provider got could not be understood.
    public static let parseError: FlagErrorCode = "PARSE_ERROR"
    /// The flag's value is not a Boolean one.
    public static let typeMismatch: FlagErrorCode = "TYPE_MISMATCH"
    /// The server needs to know who is asking.
    public static let targetingKeyMissing: FlagErrorCode = "TARGETING_KEY_MISSING"
    /// What the server was told about who is asking makes no sense to it.
    public static let invalidContext: FlagErrorCode = "INVALID_CONTEXT"
    /// Something else.
    public static let general: FlagErrorCode = "GENERAL"

    /// The word.
    public var description: String { rawValue }
}
