/// What a fact is overridden with.
public struct Override: Codable, Sendable, Hashable {
    /// The value, in the words of its kind; see ``FactReference/Kind``.
    public var value: String
    /// The reason, as its author gave it.
    public var reason: String?
    /// When it expires; `nil` for never.
    public var limit: OverrideLimit?
    /// Who made it, such as `console`, `command line` or `app`; `nil` for the sender of the command.
    public var source: String?

    /// Creates an override.
    public init(value: String, reason: String? = nil, limit: OverrideLimit? = nil, source: String? = nil) {
        self.value = value
        self.reason = reason
        self.limit = limit
        self.source = source
    }
}

/// One override as it is kept and given back: which fact, and what it is forced to.
///
/// Values are the same words people type, so that a saved file can be read and edited by hand.
public struct OverrideRecord: Codable, Sendable, Hashable {
    /// The kind of a fact.
    public typealias Kind = FactReference.Kind

    /// The sort of fact.
    public var kind: Kind
    /// The product id, permission name, feature id or flag's key; `current` for the platform.
    public var key: String
    /// What the fact is forced to.
    public var value: String
    /// Why, in the words of whoever forced it, if they said.
    public var reason: String?
    /// How long it lasts; `nil` for until somebody drops it.
    public var limit: OverrideLimit?
    /// Who made it, such as `console`, `command line` or `app`; `nil` if that is not known.
    public var source: String?

    /// Creates the record of a fact's override.
    public init(_ fact: FactReference, _ override: Override) {
        self.init(
            kind: fact.kind, key: fact.key, value: override.value, reason: override.reason, limit: override.limit,
            source: override.source)
    }

    /// The override without the fact.
    public var override: Override { Override(value: value, reason: reason, limit: limit, source: source) }

    /// Creates a record.
    public init(
        kind: Kind, key: String, value: String, reason: String? = nil, limit: OverrideLimit? = nil,
        source: String? = nil
    ) {
        self.kind = kind
        self.key = key
        self.value = value
        self.reason = reason
        self.limit = limit
        self.source = source
    }
}
