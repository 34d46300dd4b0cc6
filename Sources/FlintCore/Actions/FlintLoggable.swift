// SPDX-License-Identifier: MIT

import FlintFoundation

/// A value that can be recorded in the journal and in logs.
///
/// Conform the input type of an action to this protocol to record the input's content. All members have default
/// implementations. The standard library's numbers, strings, and collections conform, and so do `Date`, `UUID`, `Data`,
/// and `URL`. A collection's description contains at most ten elements.
public protocol FlintLoggable {
    /// The textual description to record.
    var loggingDescription: String { get }

    /// The descriptions of the value's parts by name, or `nil` to record only the description.
    var loggingInfo: [String: String]? { get }

    /// Whether values of the type never change; `true` by default.
    ///
    /// This property is informational. The engine describes every input when the action is requested.
    static var isImmutableForLogging: Bool { get }

    /// Whether values of the type must never be recorded or displayed; `false` by default.
    static var isSensitiveForLogging: Bool { get }
}

extension FlintLoggable {
    /// The debug description of the value.
    public var loggingDescription: String { String(reflecting: self) }

    /// By default, a value has no parts.
    public var loggingInfo: [String: String]? { nil }

    /// By default, values are considered immutable.
    public static var isImmutableForLogging: Bool { true }

    /// By default, values may be recorded and displayed.
    public static var isSensitiveForLogging: Bool { false }
}

extension String: FlintLoggable {
    /// The string itself.
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

    /// The parts of the wrapped value.
    public var loggingInfo: [String: String]? { self?.loggingInfo }

    /// Whether the wrapped type is immutable.
    public static var isImmutableForLogging: Bool { Wrapped.isImmutableForLogging }

    /// Whether the wrapped type is sensitive.
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
    /// The substring itself.
    public var loggingDescription: String { String(self) }
}

extension Date: FlintLoggable {
    /// The date in ISO 8601 format, such as `2024-05-01T12:30:00Z`.
    public var loggingDescription: String { formatted(.iso8601) }
}

extension UUID: FlintLoggable {
    /// The UUID string.
    public var loggingDescription: String { uuidString }
}

extension Data: FlintLoggable {
    /// The number of bytes, such as "12 bytes".
    public var loggingDescription: String { count.counted("byte") }
}

// The maximum number of elements in a description, so that a long collection does not fill the journal.
private let maxDescribedElements = 10

private func joinedElements(_ texts: some Collection<String>, omitting more: Int) -> String {
    let shown = texts.joined(separator: ", ")
    return more > 0 ? "[\(shown), and \(more) more]" : "[\(shown)]"
}

extension Array: FlintLoggable where Element: FlintLoggable {
    /// The first ten elements, and the number of omitted elements.
    public var loggingDescription: String {
        joinedElements(prefix(maxDescribedElements).map(\.loggingDescription), omitting: count - maxDescribedElements)
    }

    /// Whether the elements are immutable.
    public static var isImmutableForLogging: Bool { Element.isImmutableForLogging }

    /// Whether the elements are sensitive.
    public static var isSensitiveForLogging: Bool { Element.isSensitiveForLogging }
}

extension Set: FlintLoggable where Element: FlintLoggable {
    /// The first ten elements, sorted by description, and the number of omitted elements.
    public var loggingDescription: String {
        joinedElements(
            map(\.loggingDescription).sorted().prefix(maxDescribedElements), omitting: count - maxDescribedElements)
    }

    /// Whether the elements are immutable.
    public static var isImmutableForLogging: Bool { Element.isImmutableForLogging }

    /// Whether the elements are sensitive.
    public static var isSensitiveForLogging: Bool { Element.isSensitiveForLogging }
}

extension Dictionary: FlintLoggable where Key: FlintLoggable, Value: FlintLoggable {
    /// The first ten pairs, sorted by the keys' descriptions, and the number of omitted pairs.
    public var loggingDescription: String {
        let pairs = map { ($0.loggingDescription, $1.loggingDescription) }.sorted { $0.0 < $1.0 }
        return joinedElements(
            pairs.prefix(maxDescribedElements).map { "\($0): \($1)" }, omitting: count - maxDescribedElements)
    }

    /// The values' descriptions by the keys' descriptions, or `nil` for an empty dictionary.
    public var loggingInfo: [String: String]? {
        guard !isEmpty else { return nil }
        let pairs = map { ($0.loggingDescription, $1.loggingDescription) }
        return [String: String](pairs, uniquingKeysWith: { first, _ in first })
    }

    /// Whether both keys and values are immutable.
    public static var isImmutableForLogging: Bool { Key.isImmutableForLogging && Value.isImmutableForLogging }

    /// Whether the keys or the values are sensitive.
    public static var isSensitiveForLogging: Bool { Key.isSensitiveForLogging || Value.isSensitiveForLogging }
}

extension URL: FlintLoggable {
    /// The absolute string of the URL.
    public var loggingDescription: String { absoluteString }
}
