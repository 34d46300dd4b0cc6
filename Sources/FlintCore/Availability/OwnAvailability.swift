/// Finds out whether a feature says itself whether it is available, as features of the oldest style do.
final class OwnAvailability: Sendable {
    /// The question that is being asked by whoever is calling.
    @TaskLocal private static var question: OwnAvailability?

    private let feature: ObjectIdentifier
    private let isDefault = Protected(false)

    private init(_ feature: ConditionalFeatureDefinition.Type) {
        self.feature = ObjectIdentifier(feature)
    }

    /// Whether a feature defines `isAvailable` in place of the engine's answer.
    static func isDefined(by feature: ConditionalFeatureDefinition.Type) -> Bool {
        let question = OwnAvailability(feature)
        _ = $question.withValue(question) { feature.isAvailable }
        return question.isDefault.withLock { !$0 }
    }

    /// Called by the engine's answer: whether it was obtained only to find out that there is no other.
    static func isMerelyAsked(of feature: ConditionalFeatureDefinition.Type) -> Bool {
        guard let question, question.feature == ObjectIdentifier(feature) else { return false }
        question.isDefault.withLock { $0 = true }
        return true
    }
}
