import Synchronization

/// A request that a feature's `request(_:)` is answering.
///
/// Within that function the engine answers requests for the same action, so that the function can ask for the engine's
/// decision. The first request of each action also finds out whether the feature has such a function at all.
final class RequestInProgress: Sendable {
    /// The request that is being answered here, the innermost one first.
    @TaskLocal static var current: RequestInProgress?

    private let type: UncheckedSendable<ConditionalFeatureDefinition.Type>
    private let requestedFeature: ObjectIdentifier
    private let action: ObjectIdentifier
    private let outer = RequestInProgress.current
    private let refused = Atomic(false)

    /// Begins a request.
    init<FeatureType: ConditionalFeature>(_ feature: FeatureType.Type, action: any Action.Type) {
        // Metatypes are immutable and safe to use from any thread.
        type = UncheckedSendable(feature)
        requestedFeature = ObjectIdentifier(FeatureType.RequestedFeature.self)
        self.action = ObjectIdentifier(action)
    }

    /// The feature whose action is requested.
    var feature: ConditionalFeatureDefinition.Type { type.value }

    /// Whether the engine has refused, and recorded, the request.
    var isRefused: Bool { refused.load(ordering: .relaxed) }

    /// Notes that the engine has refused, and recorded, the request.
    func noteRefusal() { refused.store(true, ordering: .relaxed) }

    /// Returns the request for an action that is being answered here.
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

    /// Notes that a feature has no `request(_:)` of its own, so that it need not be asked again.
    static func noteDefault<FeatureType: ConditionalFeature>(of feature: FeatureType.Type, action: any Action.Type) {
        guard let current, ObjectIdentifier(current.feature) == ObjectIdentifier(feature),
            current.action == ObjectIdentifier(action)
        else { return }
        let runtime = FlintRuntime.current
        guard let metadata = runtime.catalog.actions.metadata(feature: feature, action: action) else { return }
        let isFirst = !metadata.leavesRequestsToEngine.exchange(true, ordering: .relaxed)
        guard isFirst, FeatureType.RequestedFeature.self != feature else { return }
        let (name, superclass) = (feature.name, FeatureType.RequestedFeature.self)
        runtime.advise(
            "A request(_:) of \(TypeNames.qualified(feature)) would not be called, because the class inherits that of "
                + "\(TypeNames.qualified(superclass)). Declare it there as a class func, and override it in \(name).")
    }
}
