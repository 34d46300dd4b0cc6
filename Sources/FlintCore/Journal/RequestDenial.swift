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
        case facts(DeniedFacts)
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
        case .facts(let facts): facts.basis.path
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
        case .facts(let facts): ExplanationBuilder(facts.basis, values: facts.values).build()
        }
    }
}

/// The facts a feature depends on, as they were when it was not available.
///
/// Denials share them for as long as no fact changes, so that a feature that is requested again and again while it is not
/// available does not have its facts looked up each time.
final class DeniedFacts: Sendable {
    /// What the explanation rests on besides the values.
    let basis: ExplanationBasis
    /// The facts that the basis names, in its order.
    let values: [Fact?]
    /// The revision of the fact store at which they are what they are.
    private let revision: UInt64

    /// Keeps the facts of a denial.
    init(_ basis: ExplanationBasis, values: [Fact?], revision: UInt64) {
        self.basis = basis
        self.values = values
        self.revision = revision
    }

    /// Whether they still are what they were at a revision of the fact store, and no feature has moved.
    func isCurrent(at revision: UInt64) -> Bool { revision == self.revision && basis.moves == FeatureMetadata.moves }
}
