// SPDX-License-Identifier: MIT

/// The contract of an app's gating: the availability that features must have in each state.
///
/// The contract is stored in a JSON5 file. People write the file by hand, or ``fileText(of:appName:program:)``
/// generates it. A CI job can then check the app against the contract. Features that the file does not list are not
/// checked.
///
/// ```json5
/// {
///   flint: "expectations",
///   version: 2,
///   properties: ['never "Clip sharing" when permission camera denied'],
///   states: {
///     now: { features: { "PodcastFeatures/PlaybackFeature": "available" } },
///     "Child account": {
///       platform: "iOS 17.2",
///       features: { Clips: { is: "unavailable", because: ["permission camera"] } },
///     },
///   },
/// }
/// ```
package struct Expectations: Sendable, Hashable {
    package enum Availability: String, Codable, Sendable, Hashable, CaseIterable {
        case available
        case unavailable
        case undetermined

        package init(_ isAvailable: Bool?) {
            self = isAvailable.map { $0 ? .available : .unavailable } ?? .undetermined
        }
    }

    package struct Feature: Sendable, Hashable {
        package var availability: Availability
        /// The requirements that must keep the feature from being available, such as `purchase podcasts.premium`.
        ///
        /// The list is complete, sorted, and without duplicates. `nil` accepts any reasons.
        package var because: [String]?

        package init(_ availability: Availability, because: [String]? = nil) {
            self.availability = availability
            self.because = because.map { Set($0).sorted() }
        }
    }

    package struct State: Sendable, Hashable {
        /// The expected platform, such as `iOS 17.2`, or `nil` to accept any platform.
        package var platform: String?
        package var features: [String: Feature]

        package init(platform: String? = nil, features: [String: Feature] = [:]) {
            self.platform = platform
            self.features = features
        }
    }

    package static let presentState = "now"
    package static let kind = "expectations"
    package static let version = 2

    /// The expectations by state name, which is ``presentState`` or the name of a persona.
    package var states: [String: State]

    /// The statements that must hold in every state, including those that ``states`` does not list.
    package var properties: [GatingProperty]

    package init(states: [String: State] = [:], properties: [GatingProperty] = []) {
        (self.states, self.properties) = (states, properties)
    }

    package var names: [String] {
        let others = states.keys.filter { $0 != Self.presentState }.sorted()
        return (states[Self.presentState] == nil ? [] : [Self.presentState]) + others
    }

    package var count: Int {
        properties.count + states.values.map { $0.features.count + ($0.platform == nil ? 0 : 1) }.reduce(0, +)
    }
}

// Unknown keys are errors, because a misspelled expectation would have no effect.
extension Expectations: Decodable {
    private static let names = ["flint", "version", "properties", "states"]

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: NamedKey.self)
        try NamedKey.checkHeader(of: container, kind: Self.kind, version: Self.version)
        try NamedKey.check(container, Self.names)
        let texts = try container.decodeIfPresent([String].self, forKey: "properties") ?? []
        properties = try texts.enumerated().map { index, text in
            do {
                return try GatingProperty(text)
            } catch {
                throw NamedKey.fault(
                    decoder.codingPath,
                    "\"\(text.prefix(100))\", number \(index + 1) of \"properties\", is not a property: "
                        + GatingProperty.Malformed.advice)
            }
        }
        states = try container.decodeIfPresent([String: State].self, forKey: "states") ?? [:]
    }
}

extension Expectations.State: Decodable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: NamedKey.self)
        try NamedKey.check(container, ["platform", "features"])
        platform = try container.decodeIfPresent(String.self, forKey: "platform")
        features = try container.decodeIfPresent([String: Expectations.Feature].self, forKey: "features") ?? [:]
    }
}

extension Expectations.Feature: Decodable {
    package init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            self.init(try Self.availability(text, at: decoder.codingPath))
            return
        }
        let container = try decoder.container(keyedBy: NamedKey.self)
        try NamedKey.check(container, ["is", "because"])
        let availability = try Self.availability(container.decode(String.self, forKey: "is"), at: decoder.codingPath)
        let because = try container.decodeIfPresent([String].self, forKey: "because")
        guard because == nil || availability != .available else {
            throw NamedKey.fault(decoder.codingPath, "\"because\" is allowed only for a feature that is not available")
        }
        self.init(availability, because: because?.map(Self.reason))
    }

    /// Returns a reason with its kind in the current spelling.
    ///
    /// Files of versions before 0.2 can contain another spelling.
    private static func reason(_ text: String) -> String {
        let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return ([KindSpelling.current(parts[0])] + parts.dropFirst()).joined(separator: " ")
    }

    private static func availability(
        _ text: String, at path: [any CodingKey]
    ) throws -> Expectations.Availability {
        if let availability = Expectations.Availability(rawValue: text) { return availability }
        let words = Expectations.Availability.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        throw NamedKey.fault(path, "\"\(text.prefix(60))\" is not one of \(words)")
    }
}

extension DecodingError {
    /// The location of the error in the document and the reason, without a period.
    package var placeAndReason: String {
        let (context, reason): (Context, String?) =
            switch self {
            case .keyNotFound(let key, let context): (context, "\"\(key.stringValue)\" is missing")
            case .typeMismatch(let type, let context): (context, "it is not \(Self.name(of: type))")
            case .valueNotFound(_, let context): (context, "it is null")
            case .dataCorrupted(let context): (context, nil)
            @unknown default: (Context(codingPath: [], debugDescription: "it cannot be read"), nil)
            }
        let place = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? String($0.stringValue.prefix(100)) }
        return (place.isEmpty ? "" : place.joined(separator: " > ") + ": ") + (reason ?? context.debugDescription)
    }

    private static func name(of type: Any.Type) -> String {
        switch type {
        case is String.Type: "a string"
        case is any BinaryInteger.Type: "an integer"
        case is any Collection.Type: "a list or an object"
        default: "an object"
        }
    }
}
