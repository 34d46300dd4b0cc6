// SPDX-License-Identifier: MIT

/// The outcome of an action, as delivered to its caller.
///
/// An action completes with an ``ActionPerformOutcome``. The caller receives its
/// ``ActionPerformOutcome/simplifiedOutcome``.
public enum ActionOutcome: Sendable, Equatable {
    /// The action completed without an error.
    case success
    /// The action completed with an error.
    case failure(error: any Error)

    /// Whether the action succeeded.
    public var isSuccess: Bool {
        switch self {
        case .success: true
        case .failure: false
        }
    }

    /// Returns whether two outcomes are equal.
    ///
    /// Two failures are equal if their errors have the same type and the same debug description.
    public static func == (lhs: ActionOutcome, rhs: ActionOutcome) -> Bool {
        switch (lhs, rhs) {
        case (.success, .success): true
        case (.failure(let left), .failure(let right)):
            type(of: left) == type(of: right) && String(reflecting: left) == String(reflecting: right)
        default: false
        }
    }
}

/// The outcome of an action.
///
/// The cases with feature termination also close the feature's action stack.
public enum ActionPerformOutcome: Sendable, CustomStringConvertible {
    /// The action succeeded.
    case success
    /// The action succeeded and ended the use of the feature.
    case successWithFeatureTermination
    /// The action failed.
    case failure(error: any Error)
    /// The action failed and ended the use of the feature.
    case failureWithFeatureTermination(error: any Error)

    /// Whether the action succeeded, regardless of whether it ended the use of the feature.
    public var isSuccess: Bool {
        switch self {
        case .success, .successWithFeatureTermination: true
        case .failure, .failureWithFeatureTermination: false
        }
    }

    /// Whether the action ended the use of the feature, regardless of whether it succeeded.
    public var endsFeature: Bool {
        switch self {
        case .successWithFeatureTermination, .failureWithFeatureTermination: true
        case .success, .failure: false
        }
    }

    /// The outcome to deliver to the caller of the action.
    public var simplifiedOutcome: ActionOutcome {
        switch self {
        case .success, .successWithFeatureTermination: .success
        case .failure(let error), .failureWithFeatureTermination(let error): .failure(error: error)
        }
    }

    /// A description of the outcome, such as `success, feature ended`.
    public var description: String {
        switch self {
        case .success: "success"
        case .successWithFeatureTermination: "success, feature ended"
        case .failure(let error): "failure: \(error)"
        case .failureWithFeatureTermination(let error): "failure, feature ended: \(error)"
        }
    }
}

/// An error that explains why an action was not performed, or why its outcome is unknown.
///
/// The action's outcome is then a failure with this error. If the feature is unavailable or not registered, the journal
/// also records the denial.
///
/// The associated metatypes are not formally `Sendable`, but a class's metatype is immutable and safe to use from any
/// thread.
public enum ActionPerformError: Error, @unchecked Sendable, CustomStringConvertible {
    /// The conditional feature is unavailable, or became unavailable after the request was granted.
    case requiredFeatureNotAvailable(feature: ConditionalFeatureDefinition.Type)
    /// The feature is unavailable because one of its ancestors is unavailable.
    case ancestorNotAvailable(feature: FeatureDefinition.Type)
    /// The feature is not registered.
    case featureNotRegistered(feature: FeatureDefinition.Type)
    /// The feature does not declare the action in its `prepare(actions:)`.
    case actionNotDeclared(action: String, feature: FeatureDefinition.Type)
    /// The action has no default session, and no session was specified.
    case noSession(action: String)
    /// The action returned the status of another completion, so the engine cannot determine its outcome.
    case foreignStatus(action: String)

    /// A sentence that describes the problem and, for most cases, the remedy.
    public var description: String {
        switch self {
        case .requiredFeatureNotAvailable(let feature):
            "\(feature.name) is not available; request the action again to learn why."
        case .ancestorNotAvailable(let feature):
            "\(feature.name) is not available, because one of its ancestors is not."
        case .featureNotRegistered(let feature):
            "\(feature.name) is not registered; add it to a feature group or pass it to Flint.register."
        case .actionNotDeclared(let action, let feature):
            "\(feature.name) does not declare \(action); declare it in prepare(actions:)."
        case .noSession(let action):
            "\(action) has no default session; perform it through an ActionSession."
        case .foreignStatus(let action):
            "\(action) returned the status of another completion; return the status of its own completion."
        }
    }
}
