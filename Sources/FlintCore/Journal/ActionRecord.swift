/// What the journal keeps of one performed action.
///
/// Shared by the events of its beginning and its end and by its action stack. The names are those of now.
public final class ActionRecord: Sendable, Hashable {
    /// The number of the request, unique within the runtime.
    public let requestID: UInt
    /// The name of the session.
    public let sessionName: String
    /// Whether a person asked for it.
    public let userInitiated: Bool
    /// Where the request came from.
    public let source: ActionSource
    /// The input in words, or `nil` if the action takes none.
    public let inputDescription: String?
    /// The input's parts by name, if it has any.
    public let inputInfo: [String: String]?

    /// What is known of the action.
    let action: ActionMetadata
    /// The number of the action stack that lists it; `nil` if stacks are not kept.
    let stackID: UInt64?

    init(
        requestID: UInt, action: ActionMetadata, sessionName: String, userInitiated: Bool, source: ActionSource,
        inputDescription: String?, inputInfo: [String: String]?, stackID: UInt64?
    ) {
        self.requestID = requestID
        self.action = action
        self.sessionName = sessionName
        self.userInitiated = userInitiated
        self.source = source
        self.inputDescription = inputDescription
        self.inputInfo = inputInfo
        self.stackID = stackID
    }

    /// The path of the feature.
    public var feature: FeaturePath { action.feature.path }

    /// The feature's name for people.
    public var featureName: String { action.feature.name }

    /// The action's type name.
    public var actionID: String { action.id }

    /// The action's name for people.
    public var actionName: String { action.name }

    /// The action's completion as the subject of an advisory.
    var completionTitle: String { "The completion of \(actionID) in \(feature)" }

    /// The record of the same request.
    public static func == (lhs: ActionRecord, rhs: ActionRecord) -> Bool { lhs === rhs }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
