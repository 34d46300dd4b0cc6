// SPDX-License-Identifier: MIT

/// A three-valued truth value: true, false, or unknown.
///
/// The operators follow Kleene's strong three-valued logic. A conjunction is false as soon as one part is false,
/// regardless of the other parts. A feature on an unsupported platform is therefore unavailable even while a permission
/// has not been requested.
///
/// Two bits encode the value: bit 0 means "could be true" and bit 1 means "certainly true". With this encoding,
/// conjunction and disjunction are a single bitwise instruction each.
///
/// ```swift
/// Truth.unknown && .false   // .false
/// Truth.unknown && .true    // .unknown
/// Truth.unknown || .true    // .true
/// ```
public enum Truth: UInt8, Sendable, Hashable, Codable, CaseIterable {
    /// Certainly false.
    case `false` = 0b00
    /// Not determined.
    ///
    /// The value can turn out to be true or false.
    case unknown = 0b01
    /// Certainly true.
    case `true` = 0b11

    /// Creates a truth value from an optional Boolean value, where `nil` means unknown.
    @inlinable
    public init(_ value: Bool?) {
        switch value {
        case true?: self = .true
        case false?: self = .false
        case nil: self = .unknown
        }
    }

    /// The value as an optional Boolean value, where `nil` means unknown.
    @inlinable
    public var boolValue: Bool? {
        switch self {
        case .true: true
        case .false: false
        case .unknown: nil
        }
    }

    /// Returns the conjunction of two truth values.
    ///
    /// The result is false if either operand is false, otherwise unknown if either operand is unknown, otherwise true.
    @inlinable
    public static func && (lhs: Truth, rhs: Truth) -> Truth {
        // A bitwise AND of two valid encodings is a valid encoding, so the lookup always succeeds.
        Truth(rawValue: lhs.rawValue & rhs.rawValue) ?? .unknown
    }

    /// Returns the disjunction of two truth values.
    ///
    /// The result is true if either operand is true, otherwise unknown if either operand is unknown, otherwise false.
    @inlinable
    public static func || (lhs: Truth, rhs: Truth) -> Truth {
        Truth(rawValue: lhs.rawValue | rhs.rawValue) ?? .unknown
    }

    /// Returns the negation: swaps true and false, and leaves unknown unchanged.
    @inlinable
    public static prefix func ! (operand: Truth) -> Truth {
        switch operand {
        case .true: .false
        case .false: .true
        case .unknown: .unknown
        }
    }
}
