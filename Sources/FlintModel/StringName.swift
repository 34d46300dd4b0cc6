/// A name that consists of one string, such as a flag's key or the cause of a change.
///
/// Values are written as literals and compared as strings.
public protocol StringName: RawRepresentable<String>, Hashable, Sendable, Codable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    /// Creates a name from its string.
    init(rawValue: String)
}

extension StringName {
    /// Creates a name from a literal.
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    /// The string.
    public var description: String { rawValue }
}
