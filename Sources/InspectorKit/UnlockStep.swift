/// One thing to do on the way to making a feature available.
public struct UnlockStep: Codable, Sendable, Hashable {
    /// The kind of requirement the step meets.
    public var kind: RequirementKind
    /// The identifier of the fact to change, as in ``RequirementState/key``.
    public var key: String
    /// The step as people read it, such as "buy Premium subscription" or "allow Location when in use".
    public var title: String

    /// Creates a step.
    public init(kind: RequirementKind, key: String, title: String) {
        self.kind = kind
        self.key = key
        self.title = title
    }
}
