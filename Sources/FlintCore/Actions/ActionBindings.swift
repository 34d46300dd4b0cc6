/// An action bound to a feature, whether it can be performed at once or must be requested first.
public protocol ActionBinding<FeatureType, ActionType> {
    /// The feature.
    associatedtype FeatureType: FeatureDefinition
    /// The action.
    associatedtype ActionType: Action
}

extension ActionBinding {
    /// The topic of the action: the feature's path, then `#` and the action's type.
    public var logTopicPath: TopicPath {
        FeatureType.identifier.appending("#" + TypeNames.short(ActionType.self))
    }

    /// A text for debuggers.
    public var debugDescription: String {
        "\(TypeNames.short(ActionType.self)) of \(TypeNames.short(FeatureType.self))"
    }
}

/// An action of a feature that can be performed: bound to a feature that is always available, or granted on request.
///
/// ``StaticActionBinding`` and ``VerifiedActionBinding`` conform; a ``ConditionalActionBinding`` must be requested
/// first. Both are `Sendable`, but the protocol is not: a feature that belongs to the main actor could not be
/// performed there.
public protocol PerformableActionBinding<FeatureType, ActionType>: ActionBinding {
    /// Runs a body with the runtime as the current one in which the action is performed.
    func withRuntime<Result>(_ body: () throws -> Result) rethrows -> Result
}

/// An action bound to a feature that is always available, ready to be performed.
public struct StaticActionBinding<FeatureType: FeatureDefinition, ActionType: Action>: PerformableActionBinding,
    Sendable, CustomDebugStringConvertible
{
    init() {}

    /// Runs a body in the current runtime.
    @inlinable
    public func withRuntime<Result>(_ body: () throws -> Result) rethrows -> Result {
        try body()
    }
}

/// An action bound to a conditional feature, which must be requested before it can be performed.
public struct ConditionalActionBinding<FeatureType: ConditionalFeatureDefinition, ActionType: Action>: ActionBinding,
    Sendable, CustomDebugStringConvertible
{
    init() {}
}

extension ConditionalActionBinding where FeatureType: ConditionalFeature {
    /// Asks to perform the action.
    ///
    /// Only a certain yes is granted. A denial is recorded in the journal with the whole explanation. A feature that has
    /// its own ``ConditionalFeature/request(_:)`` decides there; within it, this is the engine's decision.
    ///
    /// - Returns: A binding that can be performed, or `nil` if the feature is unavailable or not known to be
    ///   available. Callable from any thread.
    public func request() -> VerifiedActionBinding<FeatureType, ActionType>? {
        guard let bound = TaskScope.boundRuntime else {
            let isOpen = FlintRuntime.processGates.areOpen(feature: FeatureType.self, action: ActionType.self)
            guard isOpen || FlintRuntime.process.grantsAfterAsking(FeatureType.self, action: ActionType.self) else {
                return nil
            }
            return VerifiedActionBinding(actionBinding: self, bound: nil)
        }
        let isOpen = bound.gates.areOpen(feature: FeatureType.self, action: ActionType.self)
        guard isOpen || bound.grantsAfterAsking(FeatureType.self, action: ActionType.self) else { return nil }
        return VerifiedActionBinding(actionBinding: self, bound: bound)
    }
}

/// An action of a conditional feature whose request has been granted.
///
/// The grant is checked again when the action is performed: if the feature has become unavailable meanwhile, nothing
/// runs and the outcome is ``ActionPerformError/requiredFeatureNotAvailable(feature:)``.
public struct VerifiedActionBinding<FeatureType: ConditionalFeatureDefinition, ActionType: Action>:
    PerformableActionBinding, Sendable
{
    /// The binding the request was made with.
    public let actionBinding: ConditionalActionBinding<FeatureType, ActionType>

    /// The runtime the request was granted in, where the action will be performed wherever that happens; `nil` for
    /// that of the process, references to which need not be counted.
    private let bound: FlintRuntime?

    fileprivate init(actionBinding: ConditionalActionBinding<FeatureType, ActionType>, bound: FlintRuntime?) {
        self.actionBinding = actionBinding
        self.bound = bound
    }

    /// Runs a body in the runtime the request was granted in.
    public func withRuntime<Result>(_ body: () throws -> Result) rethrows -> Result {
        try (bound ?? .process).bind(body)
    }
}
