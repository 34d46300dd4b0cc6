// SPDX-License-Identifier: MIT

/// A type that wraps a string name, such as a flag's key or the cause of a change.
///
/// Values can be written as string literals. A value is compared, encoded, and described as its string.
///
/// ```swift
/// extension FeatureKey {
///     static let newPlayer: FeatureKey = "new-player"
/// }
/// ```
public protocol StringName: RawRepresentable<String>, Hashable, Sendable, Codable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    /// Creates a name from its string.
    init(rawValue: String)
}

extension StringName {
    /// Creates a name from a string literal.
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    /// The raw value.
    public var description: String { rawValue }
}
