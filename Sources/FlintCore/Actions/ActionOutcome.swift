/// The outcome of an action, as its caller receives it.
public enum ActionOutcome: Sendable, Equatable {
    /// The action succeeded.
    case success
    /// The action failed.
    case failure(error: any Error)

    /// Whether the action succeeded.
    public var isSuccess: Bool {
        switch self {
        case .success: true
        case .failure: false
        }
    }

    /// Two failures are equal if their errors are of the same type and read the same.
    public static func == (lhs: ActionOutcome, rhs: ActionOutcome) -> Bool {
        switch (lhs, rhs) {
        case (.success, .success): true
        case (.failure(let left), .failure(let right)):
            type(of: left) == type(of: right) && String(reflecting: left) == String(reflecting: right)
        default: false
        }
    }
}

/// The outcome with which an action completes.
public enum ActionPerformOutcome: Sendable, CustomStringConvertible {
    /// The action succeeded.
    case success
    /// The action succeeded and ended the use of the feature.
    case successWithFeatureTermination
    /// The action failed.
    case failure(error: any Error)
    /// The action failed and ended the use of the feature.
    case failureWithFeatureTermination(error: any Error)

    /// Whether the action succeeded.
    public var isSuccess: Bool {
        switch self {
        case .success, .successWithFeatureTermination: true
        case .failure, .failureWithFeatureTermination: false
        }
    }

    /// Whether the action ended the use of the feature.
    public var endsFeature: Bool {
        switch self {
        case .successWithFeatureTermination, .failureWithFeatureTermination: true
        case .success, .failure: false
        }
    }

    /// The outcome that the caller of the action receives.
    public var simplifiedOutcome: ActionOutcome {
        switch self {
        case .success, .successWithFeatureTermination: .success
        case .failure(let error), .failureWithFeatureTermination(let error): .failure(error: error)
        }
    }

    /// A textual description of the outcome.
    public var description: String {
        switch self {
        case .success: "success"
        case .successWithFeatureTermination: "success, feature ended"
        case .failure(let error): "failure: \(error)"
        case .failureWithFeatureTermination(let error): "failure, feature ended: \(error)"
        }
    }
}

/// Why an action was not performed.
///
/// A type is not formally `Sendable`, but a class's metatype is immutable and safe to use from any thread.
public enum ActionPerformError: Error, @unchecked Sendable, CustomStringConvertible {
    /// The conditional feature is not available, or no longer is since the request was granted.
    case requiredFeatureNotAvailable(feature: ConditionalFeatureDefinition.Type)
    /// A feature above this one is not available.
    case ancestorNotAvailable(feature: FeatureDefinition.Type)
    /// The feature was never registered.
    case featureNotRegistered(feature: FeatureDefinition.Type)
    /// The feature does not declare the action in its `prepare(actions:)`.
    case actionNotDeclared(action: String, feature: FeatureDefinition.Type)
    /// The action has no default session, and none was given.
    case noSession(action: String)
    /// The action returned a status that belongs to another completion, so it cannot be known when it ends.
    case foreignStatus(action: String)

    /// The problem and its remedy.
    public var description: String {
        switch self {
        case .requiredFeatureNotAvailable(let feature):
            "\(feature.name) is not available; request the action again to learn why."
        case .ancestorNotAvailable(let feature):
            "\(feature.name) is not available, because a feature above it is not."
        case .featureNotRegistered(let feature):
            "\(feature.name) is not registered; add it to a feature group or pass it to Flint.register."
        case .actionNotDeclared(let action, let feature):
            "\(feature.name) does not declare \(action); declare it in prepare(actions:)."
        case .noSession(let action):
            "\(action) has no default session; perform it through an ActionSession."
        case .foreignStatus(let action):
            "\(action) returned a status that is not its own completion's; return what the completion gave it."
        }
    }
}
