/// What the journal keeps of a request that was not granted.
///
/// It keeps the values of the feature's facts at that moment. The explanation is made from them whenever it is read, so
/// that a denied request costs little more than a granted one.
public struct RequestDenial: Sendable {
    /// The reason as it was recorded.
    enum Reason: Sendable {
        /// The feature was not registered.
        case notRegistered(FeaturePath)
        /// The feature's requirements, with the values of the facts they are about.
        case facts(ExplanationBasis, values: [Fact?])
    }

    /// The name of the session, if the request was made through one.
    public let sessionName: String?
    private let types: UncheckedSendable<(feature: FeatureDefinition.Type, action: any Action.Type)>
    private let reason: Reason

    /// Records a denial.
    init(feature: FeatureDefinition.Type, action: any Action.Type, sessionName: String?, reason: Reason) {
        // Metatypes are immutable and safe to use from any thread.
        types = UncheckedSendable((feature, action))
        self.sessionName = sessionName
        self.reason = reason
    }

    /// The path of the feature.
    public var feature: FeaturePath {
        switch reason {
        case .notRegistered(let path): path
        case .facts(let basis, _): basis.path
        }
    }

    /// The feature's name for people.
    public var featureName: String { types.value.feature.name }

    /// The action's type name.
    public var actionID: String { TypeNames.short(types.value.action) }

    /// The action's name for people.
    public var actionName: String { types.value.action.name }

    /// Why, requirement by requirement, as it was at that moment; made anew each time.
    public var explanation: AvailabilityExplanation {
        switch reason {
        case .notRegistered: .notRegistered(featureName)
        case .facts(let basis, let values): ExplanationBuilder(basis, values: values).build()
        }
    }
}
