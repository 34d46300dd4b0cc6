/// Finds out which features say themselves whether they are available, as features of the oldest style do.
///
/// A feature is asked, and if it is the engine that answers, the feature has no answer of its own. One survey serves
/// all features that are registered together.
final class OwnAvailability: Sendable {
    /// The survey that whoever is calling is part of.
    @TaskLocal private static var survey: OwnAvailability?

    /// The feature that is being asked, until the engine is asked in its place.
    private let asked = Protected<ObjectIdentifier?>(nil)

    private init() {}

    /// Runs a body in which features are asked, with one survey for all of them.
    static func survey(_ body: (OwnAvailability) -> Void) {
        if let survey { return body(survey) }
        let survey = OwnAvailability()
        $survey.withValue(survey) { body(survey) }
    }

    /// Whether a feature defines `isAvailable` in place of the engine's answer, in the survey.
    func isDefined(by feature: ConditionalFeatureDefinition.Type) -> Bool {
        asked.withLock { $0 = ObjectIdentifier(feature) }
        _ = feature.isAvailable
        return asked.withLock { asked in
            defer { asked = nil }
            return asked != nil
        }
    }

    /// Called by the engine's answer: whether it was obtained only to find out that there is no other.
    static func isMerelyAsked(of feature: ConditionalFeatureDefinition.Type) -> Bool {
        guard let survey else { return false }
        return survey.asked.withLock { asked in
            guard asked == ObjectIdentifier(feature) else { return false }
            asked = nil
            return true
        }
    }
}
