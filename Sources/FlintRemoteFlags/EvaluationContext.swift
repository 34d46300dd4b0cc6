#if RemoteFlags
    /// What a flag server is told about who is asking, so that it can decide.
    ///
    /// It goes to the server as it is; tell it no more than your flags need.
    public struct EvaluationContext: Sendable, Hashable {
        /// The identifier of one user, device or account; the server assigns percentage rollouts by it.
        public var targetingKey: String?
        /// What else the server's rules may look at.
        public var attributes: [String: ContextValue]

        /// Creates a context.
        ///
        /// - Parameters:
        ///   - targetingKey: The identifier of the user; many servers want one.
        ///   - attributes: What else rules may look at. An attribute called `targetingKey` gives way to the key.
        public init(targetingKey: String? = nil, attributes: [String: ContextValue] = [:]) {
            self.targetingKey = targetingKey
            self.attributes = attributes
        }

        /// The context as the protocol wants it: one object, the key among the attributes.
        var object: [String: ContextValue] {
            var object = attributes
            if let targetingKey { object["targetingKey"] = .string(targetingKey) }
            return object
        }
    }
#endif
