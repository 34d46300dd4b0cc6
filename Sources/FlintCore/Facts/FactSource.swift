/// Who a fact's actual value comes from, as people read it.
public struct FactSource: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The word people read.
    public let rawValue: String

    /// Creates a source from the word people read.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates a source from a literal.
    public init(stringLiteral value: String) {
        rawValue = value
    }

    /// The purchase tracker.
    public static let store: FactSource = "store"
    /// The operating system, or what stands in for it.
    public static let system: FactSource = "system"
    /// A choice the user has made.
    public static let user: FactSource = "user"
    /// The default the feature declares, because the user has made no choice.
    public static let declaredDefault: FactSource = "default"
    /// The program, through `isEnabled`.
    public static let program: FactSource = "program"
    /// The value was never reported.
    public static let nobody: FactSource = "unknown"
}
