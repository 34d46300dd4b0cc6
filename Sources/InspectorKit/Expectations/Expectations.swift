/// What must be available to whom: the contract of an app's gating, for CI.
///
/// People write it as JSON5, and ``text(of:program:)`` does. What it does not name is not checked.
///
/// ```json5
/// {
///   flint: "expectations",
///   version: 2,
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
    /// Whether a feature can be used.
    package enum Availability: String, Codable, Sendable, Hashable, CaseIterable {
        /// It can.
        case available
        /// It cannot.
        case unavailable
        /// It is not known yet.
        case undetermined

        /// Creates the availability that front ends know; `nil` is not known yet.
        package init(_ isAvailable: Bool?) {
            self = isAvailable.map { $0 ? .available : .unavailable } ?? .undetermined
        }
    }

    /// What is expected of a feature.
    package struct Feature: Sendable, Hashable {
        /// Whether it can be used.
        package var availability: Availability
        /// The requirements that keep it from being available, such as `purchase podcasts.premium`, all of them in
        /// alphabetical order; `nil` if any do.
        package var because: [String]?

        /// Creates an expectation.
        package init(_ availability: Availability, because: [String]? = nil) {
            self.availability = availability
            self.because = because?.sorted()
        }
    }

    /// What is expected of the app in one state.
    package struct State: Sendable, Hashable {
        /// The platform it is decided for, such as `iOS 17.2`; `nil` for any.
        package var platform: String?
        /// What is expected of features, by id.
        package var features: [String: Feature]

        /// Creates what is expected of a state.
        package init(platform: String? = nil, features: [String: Feature] = [:]) {
            self.platform = platform
            self.features = features
        }
    }

    /// The name of the state in which the app is.
    package static let presentState = "now"
    /// The name of this kind of file.
    package static let kind = "expectations"
    /// The version of the format.
    package static let version = 2

    /// What is expected, by the name of the state: ``presentState``, or that of a persona.
    package var states: [String: State]

    /// Creates expectations.
    package init(states: [String: State] = [:]) {
        self.states = states
    }

    /// The names of the states: the present one, and the others in alphabetical order.
    package var names: [String] {
        let others = states.keys.filter { $0 != Self.presentState }.sorted()
        return (states[Self.presentState] == nil ? [] : [Self.presentState]) + others
    }

    /// How many expectations there are.
    package var count: Int { states.values.map { $0.features.count + ($0.platform == nil ? 0 : 1) }.reduce(0, +) }
}

// A name that is not known is an error, because a contract that is misspelt would hold nothing.
extension Expectations: Decodable {
    private static let names = ["flint", "version", "states"]

    /// Decodes a file.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: NamedKey.self)
        let kind = try container.decode(String.self, forKey: "flint")
        guard kind == Self.kind else {
            throw NamedKey.fault(container.codingPath, "\"flint\" is \"\(kind)\" and not \"\(Self.kind)\"")
        }
        let version = try container.decode(Int.self, forKey: "version")
        guard (1...Self.version).contains(version) else {
            throw NamedKey.fault(
                container.codingPath,
                "its version is \(version), and this program reads versions up to \(Self.version)")
        }
        try NamedKey.check(container, Self.names)
        states = try container.decode([String: State].self, forKey: "states")
    }
}

extension Expectations.State: Decodable {
    /// Decodes a state.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: NamedKey.self)
        try NamedKey.check(container, ["platform", "features"])
        platform = try container.decodeIfPresent(String.self, forKey: "platform")
        features = try container.decodeIfPresent([String: Expectations.Feature].self, forKey: "features") ?? [:]
    }
}

extension Expectations.Feature: Decodable {
    /// Decodes an availability, or one with the reason.
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
            throw NamedKey.fault(decoder.codingPath, "\"because\" is for a feature that is not available")
        }
        self.init(availability, because: because)
    }

    private static func availability(
        _ text: String, at path: [any CodingKey]
    ) throws -> Expectations.Availability {
        if let availability = Expectations.Availability(rawValue: text) { return availability }
        let words = Expectations.Availability.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        throw NamedKey.fault(path, "\"\(text.prefix(60))\" is none of \(words)")
    }
}

/// A key of an object whose names are looked at.
private struct NamedKey: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init(stringLiteral value: String) {
        stringValue = value
    }

    init?(intValue: Int) {
        nil
    }

    /// Refuses an object with other names than are known.
    static func check(_ container: KeyedDecodingContainer<NamedKey>, _ known: [String]) throws {
        let names = container.allKeys.map(\.stringValue).sorted()
        guard let name = names.first(where: { !known.contains($0) }) else { return }
        let list = known.map { "\"\($0)\"" }.joined(separator: ", ")
        throw fault(container.codingPath, "there is no \"\(name.prefix(60))\" here, only \(list)")
    }

    /// The error for what is wrong at a place.
    static func fault(_ path: [any CodingKey], _ reason: String) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: path, debugDescription: reason))
    }
}

extension DecodingError {
    /// Where a document does not have what it should, and what is wrong there, without a full stop.
    package var placeAndReason: String {
        let (context, reason): (Context, String?) =
            switch self {
            case .keyNotFound(let key, let context): (context, "\"\(key.stringValue)\" is missing")
            case .typeMismatch(let type, let context): (context, "it is no \(Self.name(of: type))")
            case .valueNotFound(_, let context): (context, "it is null")
            case .dataCorrupted(let context): (context, nil)
            @unknown default: (Context(codingPath: [], debugDescription: "it cannot be read"), nil)
            }
        let place = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? String($0.stringValue.prefix(100)) }
        return (place.isEmpty ? "" : place.joined(separator: " > ") + ": ") + (reason ?? context.debugDescription)
    }

    private static func name(of type: Any.Type) -> String {
        switch type {
        case is String.Type: "text"
        case is any BinaryInteger.Type: "number"
        case is any Collection.Type: "list or object"
        default: "object"
        }
    }
}
