// SPDX-License-Identifier: MIT

import FlintLocks

/// A request that a feature's own `request(_:)` is deciding.
///
/// While that method runs, the engine decides further requests for the same action, so that the method can ask for the
/// engine's decision without recursion. The first request for each action also detects whether the feature implements
/// the method at all: the default implementation calls ``recordDefault(of:action:)``.
///
/// Requests can be nested. The innermost request is a task-local value, and each request refers to the one that
/// encloses it.
final class RequestInProgress: Sendable {
    @TaskLocal static var current: RequestInProgress?

    private let type: UncheckedSendable<ConditionalFeatureDefinition.Type>
    private let requestedFeature: ObjectIdentifier
    private let action: ObjectIdentifier
    let instance: String?
    private let outer = RequestInProgress.current
    private let refusalFlag = Atomic(false)

    init<FeatureType: ConditionalFeature>(_ feature: FeatureType.Type, action: any Action.Type, on instance: String?) {
        // Metatypes are immutable and safe to use from any thread.
        type = UncheckedSendable(feature)
        requestedFeature = ObjectIdentifier(FeatureType.RequestedFeature.self)
        self.action = ObjectIdentifier(action)
        self.instance = instance
    }

    var feature: ConditionalFeatureDefinition.Type { type.value }

    var isRefused: Bool { refusalFlag.load(ordering: .relaxed) }

    func markRefused() { refusalFlag.store(true, ordering: .relaxed) }

    static func find(feature: Any.Type, action: any Action.Type) -> RequestInProgress? {
        let (feature, action) = (ObjectIdentifier(feature), ObjectIdentifier(action))
        var request = current
        while let found = request {
            if found.action == action, found.requestedFeature == feature || ObjectIdentifier(found.feature) == feature {
                return found
            }
            request = found.outer
        }
        return nil
    }

    /// Records that a feature does not implement `request(_:)`, so that later requests skip the call.
    ///
    /// Reports an advisory if the class inherits the method from a superclass, because an implementation in the class
    /// itself would never be called. Returns `true` if the action is requested for a particular instance. In that case,
    /// the engine decides after the call.
    static func recordDefault<FeatureType: ConditionalFeature>(
        of feature: FeatureType.Type, action: any Action.Type
    ) -> Bool {
        guard let current, ObjectIdentifier(current.feature) == ObjectIdentifier(feature),
            current.action == ObjectIdentifier(action)
        else { return false }
        let isForThing = current.instance != nil
        let runtime = FlintRuntime.current
        guard let metadata = runtime.catalog.actions.metadata(feature: feature, action: action) else {
            return isForThing
        }
        let isFirst = !metadata.usesDefaultRequest.exchange(true, ordering: .relaxed)
        guard isFirst, FeatureType.RequestedFeature.self != feature else { return isForThing }
        let (name, superclass) = (feature.name, FeatureType.RequestedFeature.self)
        runtime.advise(
            "A request(_:) in \(TypeNames.qualified(feature)) would not be called, because the class inherits one "
                + "from \(TypeNames.qualified(superclass)). Declare it there as a class func, and override it in "
                + "\(name).")
        return isForThing
    }
}
