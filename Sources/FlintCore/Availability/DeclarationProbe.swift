/// Finds out which members a feature leaves to the engine's default implementations.
///
/// The language cannot detect it: a member that is misspelt or has another type compiles and is never called. So the
/// default implementations report that they were reached while a feature is examined. One probe serves all features
/// that are registered together.
final class DeclarationProbe: Sendable {
    /// Members that have default implementations.
    struct Members: OptionSet, Sendable {
        let rawValue: UInt8

        /// `identifier`, which features with stored choices fix.
        static let identifier = Members(rawValue: 1 << 0)
        /// `constraints(requirements:)`.
        static let constraints = Members(rawValue: 1 << 1)
        /// `availability`, the condition of the oldest style.
        static let availability = Members(rawValue: 1 << 2)
        /// `isAvailable`, which features of the oldest style define.
        static let isAvailable = Members(rawValue: 1 << 3)
        /// `isEnabled`.
        static let isEnabled = Members(rawValue: 1 << 4)
    }

    /// What is being found out of one feature.
    private struct Examination {
        let feature: UncheckedSendable<FeatureDefinition.Type>
        let members: Members
        var leftToDefaults: Members = []
    }

    /// The probe of the registration that the caller is part of.
    @TaskLocal private static var current: DeclarationProbe?

    private let examination = Protected<Examination?>(nil)

    private init() {}

    /// Runs a body in which features are examined, with one probe for all of them.
    static func probing(_ body: (DeclarationProbe) -> Void) {
        if let current { return body(current) }
        let probe = DeclarationProbe()
        $current.withValue(probe) { body(probe) }
    }

    /// Returns which members a feature leaves to their default implementations.
    ///
    /// - Parameters:
    ///   - members: The members in question; others are not examined.
    ///   - feature: The feature.
    ///   - read: Reads or calls those members of the feature.
    /// - Returns: Those of the members whose default implementation was reached.
    func membersLeftToDefaults(
        _ members: Members, of feature: FeatureDefinition.Type, reading read: () -> Void
    ) -> Members {
        let new = Examination(feature: UncheckedSendable(feature), members: members)
        // Constraints may register other features, which are examined in between.
        let outer = examination.withLock { current in
            defer { current = new }
            return current
        }
        read()
        return examination.withLock { current in
            defer { current = outer }
            return current?.leftToDefaults ?? []
        }
    }

    /// Records that a default implementation was reached, and returns whether the feature is being examined for it.
    @discardableResult
    static func isExamining(_ member: Members, of feature: FeatureDefinition.Type) -> Bool {
        guard let current else { return false }
        return current.examination.withLock { examination in
            guard examination?.feature.value == feature, examination?.members.contains(member) == true else {
                return false
            }
            examination?.leftToDefaults.insert(member)
            return true
        }
    }

    /// The feature whose constraints are being declared by the caller, if one is.
    static var declaringFeature: FeatureDefinition.Type? {
        current?.examination.withLock { examination in
            examination.flatMap { $0.members.contains(.constraints) ? $0.feature : nil }
        }?.value
    }
}
