// SPDX-License-Identifier: MIT

#if RemoteFlags
    /// Information about a user, device, or account that a flag server uses to evaluate flags.
    ///
    /// The context is sent to the server unchanged. Include only what your flags need.
    ///
    /// ```swift
    /// let context = EvaluationContext(targetingKey: userID, attributes: ["plan": "team", "seats": 12])
    /// ```
    public struct EvaluationContext: Sendable, Hashable {
        /// The identifier of a user, device, or account, which the server uses for percentage rollouts.
        public var targetingKey: String?
        /// Additional attributes for the server's targeting rules.
        public var attributes: [String: ContextValue]

        /// Creates a context.
        ///
        /// - Parameters:
        ///   - targetingKey: The identifier of the user, which many servers require.
        ///   - attributes: Additional attributes. If both are given, the targeting key replaces an attribute named
        ///     `targetingKey`.
        public init(targetingKey: String? = nil, attributes: [String: ContextValue] = [:]) {
            self.targetingKey = targetingKey
            self.attributes = attributes
        }

        var object: [String: ContextValue] {
            var object = attributes
            if let targetingKey { object["targetingKey"] = .string(targetingKey) }
            return object
        }
    }

    /// A JSON value in an evaluation context.
    ///
    /// Values can be written as literals:
    ///
    /// ```swift
    /// ["plan": "team", "seats": 12, "beta": true, "regions": ["eu", "us"]]
    /// ```
    public enum ContextValue: Sendable, Hashable, Codable, ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
        ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByArrayLiteral,
        ExpressibleByDictionaryLiteral
    {
        /// A JSON Boolean.
        case bool(Bool)
        /// A JSON number without a fraction.
        case integer(Int)
        /// Any other JSON number, which must be finite.
        case number(Double)
        /// A JSON string.
        case string(String)
        /// A JSON array.
        case list([ContextValue])
        /// A JSON object.
        case object([String: ContextValue])

        /// Creates a value from a string literal.
        public init(stringLiteral value: String) {
            self = .string(value)
        }

        /// Creates a value from a Boolean literal.
        public init(booleanLiteral value: Bool) {
            self = .bool(value)
        }

        /// Creates a value from an integer literal.
        public init(integerLiteral value: Int) {
            self = .integer(value)
        }

        /// Creates a value from a floating-point literal.
        public init(floatLiteral value: Double) {
            self = .number(value)
        }

        /// Creates a value from an array literal.
        public init(arrayLiteral elements: ContextValue...) {
            self = .list(elements)
        }

        /// Creates a value from a dictionary literal.
        ///
        /// If a key occurs more than once, the last value is used.
        public init(dictionaryLiteral elements: (String, ContextValue)...) {
            self = .object(Dictionary(elements) { _, last in last })
        }

        /// Decodes a JSON value; throws an error for `null`.
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

        /// Encodes the value as JSON.
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
