extension Optional: RouteParametersDecodable where Wrapped: RouteParametersDecodable {
    /// Makes the input; without any values there is none, and that is fine.
    public init?(from parameters: RouteParameters?, mapping: URLMapping) {
        if let parameters, !parameters.isEmpty {
            guard let wrapped = Wrapped(from: parameters, mapping: mapping) else { return nil }
            self = .some(wrapped)
        } else {
            self = Wrapped(from: parameters, mapping: mapping)
        }
    }

    /// The values the wrapped input is made from, none of which is required.
    public static var inputFields: [InputField] {
        Wrapped.inputFields.map {
            InputField($0.name, description: $0.description, isRequired: false, isSensitive: $0.isSensitive)
        }
    }
}

extension Optional: RouteParametersEncodable where Wrapped: RouteParametersEncodable {
    /// Writes the wrapped input, or no values if there is none.
    public func encodeAsRouteParameters(for mapping: URLMapping) -> RouteParameters? {
        guard let self else { return [:] }
        return self.encodeAsRouteParameters(for: mapping)
    }
}
