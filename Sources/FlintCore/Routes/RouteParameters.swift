/// Named text values from which an input is decoded, such as URL parameters, command line arguments or form fields.
public typealias RouteParameters = [String: String]

/// An input that can be decoded from named text values.
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
/// Conform the input type of an action to this protocol to make the action available through URLs.
public protocol RouteParametersDecodable {
    /// Decodes the input, or returns `nil` if the parameters do not describe an input.
    ///
    /// - Parameters:
    ///   - parameters: The values by name, or `nil` if no values were passed.
    ///   - mapping: The mapping by which the values arrived.
    init?(from parameters: RouteParameters?, mapping: URLMapping)

    /// The values from which the input is decoded, so that a form can ask for them. The default is an empty array.
    static var inputFields: [InputField] { get }
}

extension RouteParametersDecodable {
    /// Returns an empty array by default.
    public static var inputFields: [InputField] { [] }
}

/// An input that can be encoded as named text values, so that links to it can be created.
public protocol RouteParametersEncodable {
    /// Encodes the input as values from which ``RouteParametersDecodable`` decodes an equal input.
    ///
    /// - Parameter mapping: The mapping by which the values will arrive.
    /// - Returns: The values by name, or `nil` if the mapping cannot represent the input.
    func encodeAsRouteParameters(for mapping: URLMapping) -> RouteParameters?
}

/// An input that can be decoded from and encoded as named text values.
public typealias RouteParametersCodable = RouteParametersDecodable & RouteParametersEncodable

/// A named value from which an action's input is decoded.
///
/// Forms and command lines use the fields of an input to ask the user for values.
public struct InputField: Hashable, Sendable {
    /// The name of the parameter.
    public let name: String
    /// A short description of the value.
    public let description: String
    /// Whether the value is required.
    public let isRequired: Bool
    /// Whether the value is hidden during input and never recorded.
    public let isSensitive: Bool

    /// Creates a field.
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
    /// Without parameters, decoding always succeeds, but the input may be `nil`.
    public init?(from parameters: RouteParameters?, mapping: URLMapping) {
        if let parameters, !parameters.isEmpty {
            guard let wrapped = Wrapped(from: parameters, mapping: mapping) else { return nil }
            self = .some(wrapped)
        } else {
            self = Wrapped(from: parameters, mapping: mapping)
        }
    }

    /// The fields of the wrapped input, all of them optional.
    public static var inputFields: [InputField] {
        Wrapped.inputFields.map {
            InputField($0.name, description: $0.description, isRequired: false, isSensitive: $0.isSensitive)
        }
    }
}

extension Optional: RouteParametersEncodable where Wrapped: RouteParametersEncodable {
    /// Encodes the wrapped input.
    ///
    /// The result for `nil` is an empty dictionary.
    public func encodeAsRouteParameters(for mapping: URLMapping) -> RouteParameters? {
        guard let self else { return [:] }
        return self.encodeAsRouteParameters(for: mapping)
    }
}
