/// An optional value whose key stands in JSON also when there is none, as `null`.
///
/// A reader then tells what is not known from what it was not told, and a schema can require the key. Reading accepts
/// an absent key too. Keys of optional values without this wrapper are left out when there is no value.
///
/// ```swift
/// struct Answer: Encodable {
///     @NullWhenAbsent var available: Bool?  // {"available":null} while it is not known
/// }
/// ```
@propertyWrapper
package struct NullWhenAbsent<Value> {
    /// The value, or `nil` if there is none.
    package var wrappedValue: Value?

    /// Wraps a value.
    package init(wrappedValue: Value?) {
        self.wrappedValue = wrappedValue
    }
}

extension NullWhenAbsent: Equatable where Value: Equatable {}
extension NullWhenAbsent: Hashable where Value: Hashable {}
extension NullWhenAbsent: Sendable where Value: Sendable {}

extension NullWhenAbsent: Encodable where Value: Encodable {
    /// Encodes the value, or `null`.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension NullWhenAbsent: Decodable where Value: Decodable {
    /// Decodes a value, or `null`.
    package init(from decoder: any Decoder) throws {
        wrappedValue = try decoder.singleValueContainer().decode(Value?.self)
    }
}

extension KeyedDecodingContainer {
    /// Decodes a value that may be absent; the compiler's own decoding of wrapped properties calls it.
    package func decode<Value: Decodable>(
        _ type: NullWhenAbsent<Value>.Type, forKey key: Key
    ) throws -> NullWhenAbsent<Value> {
        NullWhenAbsent(wrappedValue: try decodeIfPresent(Value.self, forKey: key))
    }
}
