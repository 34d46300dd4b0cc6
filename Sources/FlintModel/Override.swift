/// What a fact is overridden with.
public struct Override: Codable, Sendable, Hashable {
    /// The value, in the spelling of its kind; see ``FactReference/Kind``.
    public var value: String
    /// The reason, as its author gave it.
    public var reason: String?
    /// When it expires; `nil` for an override that stays until it is removed.
    public var expiry: OverrideExpiry?
    /// Who made it, such as `console`, `command line` or `app`; `nil` for the sender of the command.
    public var source: String?

    /// Creates an override.
    public init(value: String, reason: String? = nil, expiry: OverrideExpiry? = nil, source: String? = nil) {
        self.value = value
        self.reason = reason
        self.expiry = expiry
        self.source = source
    }
}

/// An override with the fact it belongs to, as it is listed, saved and restored.
///
/// Values have the spelling of the command line, so that a saved file can be read and edited by hand.
public struct OverrideRecord: Codable, Sendable, Hashable {
    /// The kind of a fact.
    public typealias Kind = FactReference.Kind

    /// The kind of the fact.
    public var kind: Kind
    /// The product id, permission name, feature id or flag's key; ``FactReference/platformKey`` for the platform.
    public var key: String
    /// What the fact is forced to.
    public var value: String
    /// The reason, as its author gave it.
    public var reason: String?
    /// When it expires; `nil` for an override that stays until it is removed.
    public var expiry: OverrideExpiry?
    /// Who made it, such as `console`, `command line` or `app`; `nil` if that is not known.
    public var source: String?

    /// Creates a record.
    public init(
        kind: Kind, key: String, value: String, reason: String? = nil, expiry: OverrideExpiry? = nil,
        source: String? = nil
    ) {
        self.kind = kind
        self.key = key
        self.value = value
        self.reason = reason
        self.expiry = expiry
        self.source = source
    }

    /// Creates the record of a fact's override.
    public init(_ fact: FactReference, _ override: Override) {
        self.init(
            kind: fact.kind, key: fact.key, value: override.value, reason: override.reason, expiry: override.expiry,
            source: override.source)
    }

    /// The override without the fact.
    public var override: Override { Override(value: value, reason: reason, expiry: expiry, source: source) }
}
