#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A value that can be recorded in the journal and in logs.
public protocol FlintLoggable {
    /// A textual description of the value.
    var loggingDescription: String { get }

    /// The value's parts by name, or `nil` if it has none worth recording.
    var loggingInfo: [String: String]? { get }

    /// Whether the value never changes, so that it can be described later, when it is read; `true` by default.
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

extension Int8: FlintLoggable {}
extension Int16: FlintLoggable {}
extension Int32: FlintLoggable {}
extension Int64: FlintLoggable {}
extension UInt8: FlintLoggable {}
extension UInt16: FlintLoggable {}
extension UInt32: FlintLoggable {}
extension UInt64: FlintLoggable {}

extension Substring: FlintLoggable {
    /// The text itself.
    public var loggingDescription: String { String(self) }
}

extension Date: FlintLoggable {
    /// The moment in the form of ISO 8601, such as `2024-05-01T12:30:00Z`.
    public var loggingDescription: String { formatted(.iso8601) }
}

extension UUID: FlintLoggable {
    /// The identifier in hexadecimal digits.
    public var loggingDescription: String { uuidString }
}

extension Data: FlintLoggable {
    /// The number of bytes; the bytes themselves are of no use to a reader.
    public var loggingDescription: String { count == 1 ? "1 byte" : "\(count) bytes" }
}

// A list shows at most so many of its elements, so that a long one does not fill the journal.
private let mostShown = 10

/// The first of some texts in brackets, and how many there are besides.
private func list(_ texts: some Collection<String>, besides more: Int) -> String {
    let shown = texts.joined(separator: ", ")
    return more > 0 ? "[\(shown), and \(more) more]" : "[\(shown)]"
}

extension Array: FlintLoggable where Element: FlintLoggable {
    /// The first ten elements, and how many there are besides.
    public var loggingDescription: String {
        list(prefix(mostShown).map(\.loggingDescription), besides: count - mostShown)
    }

    /// As lasting as the elements.
    public static var isImmutableForLogging: Bool { Element.isImmutableForLogging }

    /// As secret as the elements.
    public static var isSensitiveForLogging: Bool { Element.isSensitiveForLogging }
}

extension Set: FlintLoggable where Element: FlintLoggable {
    /// The first ten elements in the order of their texts, and how many there are besides.
    public var loggingDescription: String {
        list(map(\.loggingDescription).sorted().prefix(mostShown), besides: count - mostShown)
    }

    /// As lasting as the elements.
    public static var isImmutableForLogging: Bool { Element.isImmutableForLogging }

    /// As secret as the elements.
    public static var isSensitiveForLogging: Bool { Element.isSensitiveForLogging }
}

extension Dictionary: FlintLoggable where Key: FlintLoggable, Value: FlintLoggable {
    /// The first ten pairs in the order of their keys' texts, and how many there are besides.
    public var loggingDescription: String {
        let pairs = map { ($0.loggingDescription, $1.loggingDescription) }.sorted { $0.0 < $1.0 }
        return list(pairs.prefix(mostShown).map { "\($0): \($1)" }, besides: count - mostShown)
    }

    /// The values by their keys' texts, or `nil` if there are none.
    public var loggingInfo: [String: String]? {
        guard !isEmpty else { return nil }
        let pairs = map { ($0.loggingDescription, $1.loggingDescription) }
        return [String: String](pairs, uniquingKeysWith: { first, _ in first })
    }

    /// As lasting as the keys and the values.
    public static var isImmutableForLogging: Bool { Key.isImmutableForLogging && Value.isImmutableForLogging }

    /// As secret as the keys or the values.
    public static var isSensitiveForLogging: Bool { Key.isSensitiveForLogging || Value.isSensitiveForLogging }
}

extension URL: FlintLoggable {
    /// The URL as it is written.
    public var loggingDescription: String { absoluteString }
}
