// SPDX-License-Identifier: MIT

/// Named strings from which an input is decoded, such as URL parameters, command-line arguments or form fields.
public typealias RouteParameters = [String: String]

/// An input that can be decoded from named strings.
///
/// ```swift
/// extension PlaylistName: RouteParametersDecodable {
///     init?(from parameters: RouteParameters?, mapping: URLMapping) {
///         guard let name = parameters?["name"], !name.isEmpty else { return nil }
///         self.name = name
///     }
/// }
/// ```
///
/// To make an action available through URLs, conform its input type to this protocol.
public protocol RouteParametersDecodable {
    /// Decodes the input, or returns `nil` if the parameters do not describe an input.
    ///
    /// - Parameters:
    ///   - parameters: The values by name, or `nil` if no values were passed.
    ///   - mapping: The mapping through which the values were received.
    init?(from parameters: RouteParameters?, mapping: URLMapping)

    /// The fields from which the input is decoded, so that a form can show them.
    ///
    /// The default is an empty array.
    static var inputFields: [InputField] { get }
}

extension RouteParametersDecodable {
    /// The default value, an empty array.
    public static var inputFields: [InputField] { [] }
}

/// An input that can be encoded as named strings, for example to create links to an action.
public protocol RouteParametersEncodable {
    /// Encodes the input as values from which ``RouteParametersDecodable`` decodes an equal input.
    ///
    /// - Parameter mapping: The mapping through which the values will be received.
    /// - Returns: The values by name, or `nil` if the mapping cannot represent the input.
    func encodeAsRouteParameters(for mapping: URLMapping) -> RouteParameters?
}

/// An input that can be decoded from and encoded as named strings.
public typealias RouteParametersCodable = RouteParametersDecodable & RouteParametersEncodable

/// A named value from which an action's input is decoded.
///
/// Forms and command-line tools use an input's fields to prompt the user for values.
public struct InputField: Hashable, Sendable {
    /// The key of the value in the ``RouteParameters``.
    public let name: String
    /// A short description of the value, which is displayed to the user.
    public let description: String
    /// Whether the value is required.
    public let isRequired: Bool
    /// Whether the value is hidden while the user types it, and never recorded.
    public let isSensitive: Bool

    /// Creates a field for a named value.
    public init(_ name: String, description: String, isRequired: Bool = true, isSensitive: Bool = false) {
        self.name = name
        self.description = description
        self.isRequired = isRequired
        self.isSensitive = isSensitive
    }
}

extension Optional: RouteParametersDecodable where Wrapped: RouteParametersDecodable {
    /// Decodes the wrapped input.
    ///
    /// Without parameters, decoding always succeeds: the result is an optional that contains `nil` if the wrapped input
    /// cannot be decoded.
    public init?(from parameters: RouteParameters?, mapping: URLMapping) {
        if let parameters, !parameters.isEmpty {
            guard let wrapped = Wrapped(from: parameters, mapping: mapping) else { return nil }
            self = .some(wrapped)
        } else {
            self = Wrapped(from: parameters, mapping: mapping)
        }
    }

    /// The fields of the wrapped input, which are all optional.
    public static var inputFields: [InputField] {
        Wrapped.inputFields.map {
            InputField($0.name, description: $0.description, isRequired: false, isSensitive: $0.isSensitive)
        }
    }
}

extension Optional: RouteParametersEncodable where Wrapped: RouteParametersEncodable {
    /// Encodes the wrapped input, or encodes `nil` as an empty dictionary.
    public func encodeAsRouteParameters(for mapping: URLMapping) -> RouteParameters? {
        guard let self else { return [:] }
        return self.encodeAsRouteParameters(for: mapping)
    }
}
