/// A value that can be recorded in the journal and in logs.
public protocol FlintLoggable {
    /// The value in words.
    var loggingDescription: String { get }

    /// The value's parts by name, or `nil` if it has none worth recording.
    var loggingInfo: [String: String]? { get }

    /// Whether the value never changes, so that it can be described later, when someone looks; `true` by default.
    static var isImmutableForLogging: Bool { get }

    /// Whether values of the type must never be recorded or shown; `false` by default.
    static var isSensitiveForLogging: Bool { get }
}

extension FlintLoggable {
    /// Describes the value as the debugger would.
    public var loggingDescription: String { String(reflecting: self) }

    /// No parts.
    public var loggingInfo: [String: String]? { nil }

    /// Values are taken not to change.
    public static var isImmutableForLogging: Bool { true }

    /// Values may be shown.
    public static var isSensitiveForLogging: Bool { false }
}

extension String: FlintLoggable {
    /// The text itself.
    public var loggingDescription: String { self }
}

extension Int: FlintLoggable {}
extension UInt: FlintLoggable {}
extension Float: FlintLoggable {}
extension Double: FlintLoggable {}
extension Bool: FlintLoggable {}

extension Optional: FlintLoggable where Wrapped: FlintLoggable {
    /// The wrapped value's description, or "nil".
    public var loggingDescription: String { self?.loggingDescription ?? "nil" }

    /// The wrapped value's parts.
    public var loggingInfo: [String: String]? { self?.loggingInfo }

    /// As lasting as the wrapped type.
    public static var isImmutableForLogging: Bool { Wrapped.isImmutableForLogging }

    /// As secret as the wrapped type.
    public static var isSensitiveForLogging: Bool { Wrapped.isSensitiveForLogging }
}
