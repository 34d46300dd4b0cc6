/// A system permission with its real and its effective status.
package struct PermissionSnapshot: Codable, Sendable, Hashable, Identifiable {
    /// The permission's name, such as `location-when-in-use`.
    package var permission: String
    /// The name for people, such as "Location when in use".
    package var title: String
    /// Why the app wants it, in the words of the system's prompt; empty if the app does not say.
    package var usage: String
    /// The system's own status.
    package var status: PermissionStatus
    /// What the status has been overridden with, if it has.
    @NullWhenAbsent package var override: PermissionStatus?
    /// What the features see.
    package var effective: PermissionStatus
    /// The ids of the features that need it; `nil` in lists, see ``Inspector/usage(of:)``.
    @NullWhenAbsent package var features: [String]?
    /// Whether some feature needs it.
    package var isRequired: Bool

    /// The identity of the permission.
    package var id: String { permission }

    /// Creates a permission's snapshot from its parts.
    package init(
        permission: String, title: String, usage: String, status: PermissionStatus, override: PermissionStatus?,
        effective: PermissionStatus, features: [String]?, isRequired: Bool? = nil
    ) {
        self.permission = permission
        self.title = title
        self.usage = usage
        self.status = status
        self.override = override
        self.effective = effective
        self.features = features
        self.isRequired = isRequired ?? (features?.isEmpty == false)
    }
}

/// An authorization flow at one moment: which permissions it asks for, how far it has come, what it waits for.
package struct FlowSnapshot: Codable, Sendable, Hashable {
    /// What the flow waits for.
    package enum Stage: String, Codable, Sendable, Hashable, CaseIterable {
        /// The app's own card, before the system asks: continue, ask later, or cancel all.
        case card
        /// The system's prompt: allow, allow once, or don't allow.
        case prompt
        /// The answer to one prompt: continue with the next permission, or stop here.
        case outcome
        /// The end: what was authorized, what is outstanding, and whether the action was tried again.
        case summary
    }

    /// How far the flow has come with one permission.
    package enum Progress: String, Codable, Sendable, Hashable, CaseIterable {
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
    package struct Item: Codable, Sendable, Hashable {
        /// The permission's name, such as `location-when-in-use`.
        package var permission: String
        /// The name for people.
        package var title: String
        /// What the app would like to do, as the system's prompt puts it, such as "access the microphone".
        package var requestedAccess: String
        /// Why the app wants it.
        package var usage: String
        /// Its effective status now.
        package var status: PermissionStatus
        /// How far the flow has come with it.
        package var progress: Progress

        /// Creates one permission of a flow.
        package init(
            permission: String, title: String, requestedAccess: String, usage: String, status: PermissionStatus,
            progress: Progress
        ) {
            self.permission = permission
            self.title = title
            self.requestedAccess = requestedAccess
            self.usage = usage
            self.status = status
            self.progress = progress
        }
    }

    /// The id of the feature the permissions are for.
    package var featureID: String
    /// The feature's name for people.
    package var featureName: String
    /// The name of the action that will be tried again at the end, if one was requested.
    package var actionName: String?
    /// What the flow waits for.
    package var stage: Stage
    /// The permission the flow is at; `nil` in the summary.
    package var current: String?
    /// Every permission of the feature that was not authorized at the beginning, in order of declaration.
    package var permissions: [Item]
    /// The names of the permissions that are not authorized; final in the summary.
    package var outstanding: [String]
    /// Whether the flow was cancelled.
    package var cancelled: Bool
    /// The result of trying the action again, as people read it; `nil` if it was not tried.
    package var retryMessage: String?
    /// Whether the action succeeded when it was tried again; `nil` if it was not tried.
    package var retryStatus: CommandResult.Status?

    /// Creates a flow's snapshot from its parts.
    package init(
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
    package var currentItem: Item? {
        guard let current else { return nil }
        return permissions.first { $0.permission == current }
    }
}

/// What a person can say to an authorization flow at one of its stages.
package enum FlowAnswer: String, Codable, Sendable, Hashable, CaseIterable {
    /// At the card: show the system's prompt.
    case proceed = "continue"
    /// At the card: skip this permission and continue with the next.
    case askLater = "ask-later"
    /// At the card: stop asking.
    case cancelAll = "cancel-all"
    /// At the prompt: allow.
    case allow
    /// At the prompt: allow until the app is started again.
    case allowOnce = "allow-once"
    /// At the prompt: don't allow.
    case deny
    /// At the outcome: continue with the next permission.
    case next
    /// At the outcome: stop here.
    case stop
    /// At the summary: close the flow.
    case dismiss
    /// Before the summary: end the flow, whatever it waits for.
    case abandon

    /// The stage at which the answer means something; `nil` if that is any before the summary.
    package var stage: FlowSnapshot.Stage? {
        switch self {
        case .proceed, .askLater, .cancelAll: .card
        case .allow, .allowOnce, .deny: .prompt
        case .next, .stop: .outcome
        case .dismiss: .summary
        case .abandon: nil
        }
    }
}
