// SPDX-License-Identifier: MIT

/// An optional value that JSON represents as `null` instead of omitting its key.
///
/// An explicit `null` lets a reader distinguish an unknown value from a missing value, and lets a schema require the
/// key. Decoding also accepts a missing key. Without this wrapper, the key of a `nil` value is omitted.
///
/// ```swift
/// struct Answer: Encodable {
///     @NullWhenAbsent var available: Bool?  // {"available":null} while the availability is unknown
/// }
/// ```
@propertyWrapper
package struct NullWhenAbsent<Value> {
    package var wrappedValue: Value?

    package init(wrappedValue: Value?) {
        self.wrappedValue = wrappedValue
    }
}

extension NullWhenAbsent: Equatable where Value: Equatable {}
extension NullWhenAbsent: Hashable where Value: Hashable {}
extension NullWhenAbsent: Sendable where Value: Sendable {}

extension NullWhenAbsent: Encodable where Value: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension NullWhenAbsent: Decodable where Value: Decodable {
    package init(from decoder: any Decoder) throws {
        wrappedValue = try decoder.singleValueContainer().decode(Value?.self)
    }
}

extension KeyedDecodingContainer {
    /// The compiler's synthesized decoding of wrapped properties calls this method.
    package func decode<Value: Decodable>(
        _ type: NullWhenAbsent<Value>.Type, forKey key: Key
    ) throws -> NullWhenAbsent<Value> {
        NullWhenAbsent(wrappedValue: try decodeIfPresent(Value.self, forKey: key))
    }
}
