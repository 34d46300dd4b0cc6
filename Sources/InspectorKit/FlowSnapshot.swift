/// An authorisation flow at one moment: which permissions it asks for, how far it has come, what it waits for.
public struct FlowSnapshot: Codable, Sendable, Hashable {
    /// What the flow waits for.
    public enum Stage: String, Codable, Sendable, Hashable, CaseIterable {
        /// The app's own card, before the system asks: continue, ask later, or cancel all.
        case card
        /// The system's prompt: allow, allow once, or don't allow.
        case prompt
        /// The answer to one prompt: continue with the next permission, or stop here.
        case outcome
        /// The end: what was authorised, what is outstanding, and whether the action was tried again.
        case summary
    }

    /// How far the flow has come with one permission.
    public enum Progress: String, Codable, Sendable, Hashable, CaseIterable {
        /// Not reached yet.
        case waiting
        /// The one the flow is at.
        case current
        /// Asked and answered, or determined without a prompt.
        case answered
        /// Skipped with "ask later".
        case skipped
        /// Never reached, because the flow was cancelled.
        case cancelled
    }

    /// One permission of the flow.
    public struct Item: Codable, Sendable, Hashable {
        /// The permission's name, such as `location-when-in-use`.
        public var permission: String
        /// The name for people.
        public var title: String
        /// Why the app wants it.
        public var usage: String
        /// Its effective status now.
        public var status: PermissionStatus
        /// How far the flow has come with it.
        public var progress: Progress

        /// Creates one permission of a flow.
        public init(permission: String, title: String, usage: String, status: PermissionStatus, progress: Progress) {
            self.permission = permission
            self.title = title
            self.usage = usage
            self.status = status
            self.progress = progress
        }
    }

    /// The id of the feature the permissions are for.
    public var featureID: String
    /// The feature's name for people.
    public var featureName: String
    /// The name of the action that will be tried again at the end, if one was requested.
    public var actionName: String?
    /// What the flow waits for.
    public var stage: Stage
    /// The permission the flow is at; `nil` in the summary.
    public var current: String?
    /// Every permission of the feature that was not authorised at the beginning, in order of declaration.
    public var permissions: [Item]
    /// The names of the permissions that are not authorised; final in the summary.
    public var outstanding: [String]
    /// Whether the flow was cancelled.
    public var cancelled: Bool
    /// The result of trying the action again, as people read it; `nil` if it was not tried.
    public var retryMessage: String?
    /// Whether the action succeeded when it was tried again; `nil` if it was not tried.
    public var retryStatus: CommandResult.Status?

    /// Creates a flow's snapshot from its parts.
    public init(
        featureID: String, featureName: String, actionName: String?, stage: Stage, current: String?,
        permissions: [Item], outstanding: [String], cancelled: Bool, retryMessage: String?,
        retryStatus: CommandResult.Status? = nil
    ) {
        self.featureID = featureID
        self.featureName = featureName
        self.actionName = actionName
        self.stage = stage
        self.current = current
        self.permissions = permissions
        self.outstanding = outstanding
        self.cancelled = cancelled
        self.retryMessage = retryMessage
        self.retryStatus = retryStatus
    }

    /// The permission the flow is at, if it is at one.
    public var currentItem: Item? {
        guard let current else { return nil }
        return permissions.first { $0.permission == current }
    }
}
