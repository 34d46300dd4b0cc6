/// An action to perform, by names, with its input as text.
public struct ActionInvocation: Codable, Sendable, Hashable {
    /// The id of the feature.
    public var feature: String
    /// The id of the action within the feature.
    public var action: String
    /// The input as named values, decoded as route parameters.
    public var input: [String: String]

    /// Creates an invocation.
    public init(feature: String, action: String, input: [String: String] = [:]) {
        self.feature = feature
        self.action = action
        self.input = input
    }
}
