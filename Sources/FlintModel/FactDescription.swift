// SPDX-License-Identifier: MIT

/// The description of an app's own fact: its title, its values, and who can change it.
///
/// A description identifies its fact: two descriptions with the same kind, name, and instance are equal.
public final class FactDescription: Sendable {
    /// The kind of the fact, which is `fact` unless the app specifies another.
    public let kind: FactKind
    /// The name, which is unique among facts of the same kind.
    public let name: String
    /// The object that the fact belongs to, such as a server, or `nil` for a fact of the app as a whole.
    public let instance: String?
    /// The title for people, such as "Server version".
    public let title: String
    /// The way to change the fact, or `nil` if the values state their own.
    public let remedy: Remedy?
    package let domain: FactDomain
    package let declaration: Declaration
    private let hash: Int

    package init(
        kind: FactKind, name: String, instance: String? = nil, title: String, domain: FactDomain, remedy: Remedy? = nil,
        declaration: Declaration = .unspecified
    ) {
        (self.kind, self.name, self.instance) = (kind, name, instance)
        (self.title, self.domain, self.remedy, self.declaration) = (title, domain, remedy, declaration)
        var hasher = Hasher()
        hasher.combine(name)
        hasher.combine(instance)
        hash = hasher.finalize()
    }

    package func of(_ instance: String?) -> FactDescription {
        FactDescription(
            kind: kind, name: name, instance: instance, title: title, domain: domain, remedy: remedy,
            declaration: declaration)
    }

    package func accepts(_ value: FactValue) -> Bool { domain.accepts(value) }

    /// The name and the instance, such as `server-version@home`.
    package var key: String { instance.map { "\(name)@\($0)" } ?? name }
}

extension FactDescription: Hashable {
    /// Returns whether two descriptions describe the same fact.
    public static func == (lhs: FactDescription, rhs: FactDescription) -> Bool {
        lhs === rhs
            || lhs.hash == rhs.hash && lhs.name == rhs.name && lhs.instance == rhs.instance && lhs.kind == rhs.kind
    }

    /// Hashes the identity of the fact.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(hash)
    }
}

extension FactDescription: Codable {
    private enum CodingKeys: CodingKey {
        case kind, name, instance, title, type, values, remedy, declaration
    }

    private enum ValueType: String, Codable {
        case yesNo = "yes-no"
        case choice, ordered, number, version, date
    }

    private struct Value: Codable {
        let name: String
        let title: String
        var remedy: Remedy?
    }

    /// Decodes the representation that ``encode(to:)`` writes.
    public convenience init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let values = try container.decodeIfPresent([Value].self, forKey: .values) ?? []
        let kind = try container.decode(FactKind.self, forKey: .kind)
        let type = try container.decode(ValueType.self, forKey: .type)
        let isChoice = type == .choice || type == .ordered
        guard kind.isFree, Set(values.map(\.name)).count == values.count, values.isEmpty != isChoice else {
            throw DecodingError.dataCorruptedError(
                forKey: .values, in: container, debugDescription: "The description of a fact is malformed.")
        }
        let choices = values.map { FactChoice(.choice($0.name), id: $0.name, words: $0.title, remedy: $0.remedy) }
        let domain: FactDomain =
            switch type {
            case .yesNo: .yesNo
            case .choice: .choices(choices)
            case .ordered: .ordered(choices)
            case .number: .number
            case .version: .version
            case .date: .date
            }
        self.init(
            kind: kind,
            name: try container.decode(String.self, forKey: .name),
            instance: try container.decodeIfPresent(String.self, forKey: .instance),
            title: try container.decode(String.self, forKey: .title), domain: domain,
            remedy: try container.decodeIfPresent(Remedy.self, forKey: .remedy),
            declaration: try container.decodeIfPresent(Declaration.self, forKey: .declaration) ?? .unspecified)
    }

    /// Encodes the description, with the type of the values and, for a choice, each value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind, forKey: .kind)
        try container.encode(name, forKey: .name)
        try container.encodeIfPresent(instance, forKey: .instance)
        try container.encode(title, forKey: .title)
        let type: ValueType =
            switch domain {
            case .choices where domain == .yesNo: .yesNo
            case .choices: .choice
            case .ordered: .ordered
            case .number: .number
            case .version: .version
            case .date, .platforms: .date
            }
        try container.encode(type, forKey: .type)
        if type == .choice || type == .ordered {
            let values = domain.choices.map { Value(name: $0.id, title: $0.words, remedy: $0.remedy) }
            try container.encode(values, forKey: .values)
        }
        try container.encodeIfPresent(remedy, forKey: .remedy)
        if declaration != .unspecified { try container.encode(declaration, forKey: .declaration) }
    }
}

/// A way to change a fact, and the person who can.
public struct Remedy: Codable, Sendable, Hashable {
    /// The person who can change a fact.
    public enum Actor: String, Codable, Sendable, Hashable, CaseIterable {
        /// The user of the app.
        case user
        /// The operator of a service that the app uses, such as the administrator of a server.
        case `operator`
        /// The developer of the app.
        case developer
        /// No one; the sentence is the reason.
        case nobody
    }

    /// The person who can change the fact.
    public let actor: Actor
    /// An instruction without a period, such as "Update the server".
    public let sentence: String

    private init(_ actor: Actor, _ sentence: String) {
        (self.actor, self.sentence) = (actor, sentence)
    }

    static let notSold = nobody("The store does not sell it")

    func leading(to words: String?) -> Remedy {
        guard actor != .nobody, let words else { return self }
        return Remedy(actor, "\(sentence) to \(words)")
    }

    /// Returns an instruction to the user.
    public static func user(_ sentence: String) -> Remedy { Remedy(.user, sentence) }

    /// Returns an instruction to the operator of a service.
    public static func `operator`(_ sentence: String) -> Remedy { Remedy(.operator, sentence) }

    /// Returns an instruction to the app's developer.
    public static func developer(_ sentence: String) -> Remedy { Remedy(.developer, sentence) }

    /// Returns a remedy that states why no one can change the fact.
    public static func nobody(_ reason: String) -> Remedy { Remedy(.nobody, reason) }
}
