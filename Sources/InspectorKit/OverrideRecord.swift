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
