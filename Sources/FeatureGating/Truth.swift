/// A three-valued answer: yes, no, or not known yet.
///
/// The algebra is Kleene's strong logic of indeterminacy. A conjunction is false as soon as one part is false, whatever
/// the other parts are, so a feature whose platform is unsupported is unavailable even while a permission has not been
/// requested.
///
/// Two bits carry the value: bit 0 means "could be true", bit 1 means "is certainly true". With this encoding
/// conjunction and disjunction are a single bitwise instruction each.
///
/// ```swift
/// Truth.unknown && .false   // .false
/// Truth.unknown && .true    // .unknown
/// Truth.unknown || .true    // .true
/// ```
public enum Truth: UInt8, Sendable, Hashable, Codable, CaseIterable {
    /// Certainly not.
    case `false` = 0b00
    /// Not determined: it may turn out either way.
    case unknown = 0b01
    /// Certainly so.
    case `true` = 0b11

    /// Creates a truth from an optional Boolean, where `nil` means unknown.
    @inlinable
    public init(_ value: Bool?) {
        switch value {
        case true?: self = .true
        case false?: self = .false
        case nil: self = .unknown
        }
    }

    /// The value as an optional Boolean, where `nil` means unknown.
    @inlinable
    public var boolValue: Bool? {
        switch self {
        case .true: true
        case .false: false
        case .unknown: nil
        }
    }

    /// Conjunction: false if either is false, else unknown if either is unknown, else true.
    @inlinable
    public static func && (lhs: Truth, rhs: Truth) -> Truth {
        // Every AND of two valid encodings is a valid encoding, so the lookup below always succeeds.
        Truth(rawValue: lhs.rawValue & rhs.rawValue) ?? .unknown
    }

    /// Disjunction: true if either is true, else unknown if either is unknown, else false.
    @inlinable
    public static func || (lhs: Truth, rhs: Truth) -> Truth {
        Truth(rawValue: lhs.rawValue | rhs.rawValue) ?? .unknown
    }

    /// Negation: swaps true and false and leaves unknown alone.
    @inlinable
    public static prefix func ! (operand: Truth) -> Truth {
        switch operand {
        case .true: .false
        case .false: .true
        case .unknown: .unknown
        }
    }
}
