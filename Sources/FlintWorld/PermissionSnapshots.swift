// SPDX-License-Identifier: MIT

/// A system permission with its actual status, override, and effective status.
///
/// Features use the effective status. Lists contain all known permissions, whether or not a feature requires them.
package struct PermissionSnapshot: Codable, Sendable, Hashable, Identifiable {
    /// The permission's name, such as `location-when-in-use`.
    package var permission: String
    package var title: String
    /// The reason that the system's prompt displays, or an empty string without a reason.
    package var usage: String
    package var status: PermissionStatus
    @NullWhenAbsent package var override: PermissionStatus?
    package var effective: PermissionStatus
    @NullWhenAbsent package var features: [String]?
    package var isRequired: Bool
    package var attributes: [PermissionAttribute]?

    package var id: String { permission }

    package init(
        permission: String, title: String, usage: String, status: PermissionStatus, override: PermissionStatus?,
        effective: PermissionStatus, features: [String]?, isRequired: Bool? = nil,
        attributes: [PermissionAttribute] = []
    ) {
        self.permission = permission
        self.title = title
        self.usage = usage
        self.status = status
        self.override = override
        self.effective = effective
        self.features = features
        self.isRequired = isRequired ?? (features?.isEmpty == false)
        self.attributes = attributes.isEmpty ? nil : attributes
    }

    package var statusText: String { status.displayText(with: attributes) }

    package var effectiveText: String { effective.displayText(with: override == nil ? attributes : nil) }
}

/// An authorization flow at one moment: its permissions, its progress, and its stage.
///
/// A flow requests a feature's undetermined permissions one at a time. Each request passes through three stages: card,
/// prompt, and outcome. The flow ends with a summary. If all permissions are granted, the flow also retries the
/// requested action.
package struct FlowSnapshot: Codable, Sendable, Hashable {
    package enum Stage: String, Codable, Sendable, Hashable, CaseIterable {
        /// The app's own card before the prompt. The user can continue, be asked later, or cancel all requests.
        case card
        /// The system's prompt. The user can allow access, allow it once, or deny it.
        case prompt
        /// The result of one prompt. The flow can continue or stop.
        case outcome
        /// The end of the flow, with the authorized and outstanding permissions and the result of the retried action.
        case summary

        package var answers: [FlowAnswer] { FlowAnswer.allCases.filter { $0.stage == self } }
    }

    package enum Progress: String, Codable, Sendable, Hashable, CaseIterable {
        case waiting
        case current
        /// The user answered a prompt for the permission, or the permission did not require a prompt.
        case answered
        case skipped
        case cancelled
    }

    package struct Item: Codable, Sendable, Hashable {
        package var permission: String
        package var title: String
        package var requestedAccess: String
        package var usage: String
        package var status: PermissionStatus
        package var progress: Progress

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

    package var featureID: String
    package var featureName: String
    package var actionName: String?
    package var stage: Stage
    package var current: String?
    /// The permissions that were not authorized when the flow started, in order of declaration.
    package var permissions: [Item]
    /// The names of the permissions that are not authorized.
    ///
    /// The list is final at the summary stage.
    package var outstanding: [String] = []
    package var cancelled = false
    package var retryMessage: String?
    package var retryStatus: CommandResult.Status?
    /// The answers that the flow accepts now, or `nil` if the app's version does not report them.
    package var answers: [FlowAnswer]?

    package init(
        featureID: String, featureName: String, actionName: String? = nil, stage: Stage, current: String?,
        permissions: [Item]
    ) {
        (self.featureID, self.featureName, self.actionName) = (featureID, featureName, actionName)
        (self.stage, self.current, self.permissions) = (stage, current, permissions)
    }

    package var offeredAnswers: [FlowAnswer] { answers ?? stage.answers }

    package var currentItem: Item? {
        guard let current else { return nil }
        return permissions.first { $0.permission == current }
    }
}

/// An answer to an authorization flow.
///
/// Front ends send it with ``Command/answerFlow(_:)``. Each answer is valid at one ``stage``, except ``abandon``, which
/// ends the flow at any stage before the summary.
package enum FlowAnswer: String, Codable, Sendable, Hashable, CaseIterable {
    case proceed = "continue"
    case askLater = "ask-later"
    case cancelAll = "cancel-all"
    case allow
    /// In the prompt, allows access until the app restarts.
    case allowOnce = "allow-once"
    case deny
    case next
    case stop
    case dismiss
    case abandon

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
