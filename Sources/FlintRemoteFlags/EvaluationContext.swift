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

    /// A value of an evaluation context: anything JSON can say.
    ///
    /// ```swift
    /// ["plan": "team", "seats": 12, "beta": true, "regions": ["eu", "us"]]
    /// ```
    public enum ContextValue: Sendable, Hashable, Codable, ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
        ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByArrayLiteral,
        ExpressibleByDictionaryLiteral
    {
        /// True or false.
        case bool(Bool)
        /// A whole number.
        case integer(Int)
        /// Any other finite number.
        case number(Double)
        /// A text.
        case string(String)
        /// Values in an order.
        case list([ContextValue])
        /// Values by name.
        case object([String: ContextValue])

        /// Creates a text.
        public init(stringLiteral value: String) {
            self = .string(value)
        }

        /// Creates a truth value.
        public init(booleanLiteral value: Bool) {
            self = .bool(value)
        }

        /// Creates a whole number.
        public init(integerLiteral value: Int) {
            self = .integer(value)
        }

        /// Creates a number.
        public init(floatLiteral value: Double) {
            self = .number(value)
        }

        /// Creates a list.
        public init(arrayLiteral elements: ContextValue...) {
            self = .list(elements)
        }

        /// Creates an object; of a name given twice, the last value counts.
        public init(dictionaryLiteral elements: (String, ContextValue)...) {
            self = .object(Dictionary(elements) { _, last in last })
        }

        /// Reads a value from JSON; `null` is not one.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let value = try? container.decode(Bool.self) {
                self = .bool(value)
            } else if let value = try? container.decode(String.self) {
                self = .string(value)
            } else if let value = try? container.decode(Int.self) {
                self = .integer(value)
            } else if let value = try? container.decode(Double.self) {
                self = .number(value)
            } else if let value = try? container.decode([ContextValue].self) {
                self = .list(value)
            } else {
                self = .object(try container.decode([String: ContextValue].self))
            }
        }

        /// Writes the value as JSON.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .bool(let value): try container.encode(value)
            case .integer(let value): try container.encode(value)
            case .number(let value): try container.encode(value)
            case .string(let value): try container.encode(value)
            case .list(let value): try container.encode(value)
            case .object(let value): try container.encode(value)
            }
        }
    }
#endif
