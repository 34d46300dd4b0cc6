// SPDX-License-Identifier: MIT

import FlintLocks

/// An object that detects the members that a feature leaves to their default implementations.
///
/// A member that is misspelled or has the wrong type compiles, but is never called. To detect such mistakes, the
/// default implementations report each call to the probe while it examines a feature. One probe serves all features
/// that are registered together.
final class DeclarationProbe: Sendable {
    struct Members: OptionSet, Sendable {
        let rawValue: UInt8

        static let identifier = Members(rawValue: 1 << 0)
        static let constraints = Members(rawValue: 1 << 1)
        /// `availability`, the condition in the oldest API style.
        static let availability = Members(rawValue: 1 << 2)
        static let isAvailable = Members(rawValue: 1 << 3)
        static let isEnabled = Members(rawValue: 1 << 4)
    }

    private struct Examination {
        let feature: UncheckedSendable<FeatureDefinition.Type>
        let members: Members
        var leftToDefaults: Members = []
    }

    @TaskLocal private static var current: DeclarationProbe?

    private let examination = Protected<Examination?>(nil)
    private let platformReaders = Protected<Set<ObjectIdentifier>>([])

    private init() {}

    static func probing<Result>(_ body: (DeclarationProbe) -> Result) -> Result {
        if let current { return body(current) }
        let probe = DeclarationProbe()
        return $current.withValue(probe) { body(probe) }
    }

    func membersLeftToDefaults(
        _ members: Members, of feature: FeatureDefinition.Type, reading read: () -> Void
    ) -> Members {
        let new = Examination(feature: UncheckedSendable(feature), members: members)
        // A feature's constraints may register other features. The probe examines those features first, and then
        // continues.
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

    /// Records the call of a default implementation, and returns whether the feature is being examined for that member.
    @discardableResult
    static func recordDefault(_ member: Members, of feature: FeatureDefinition.Type) -> Bool {
        guard let current else { return false }
        return current.examination.withLock { examination in
            // A feature may use the members of other features. Their default implementations are not recorded.
            guard examination?.feature.value == feature, examination?.members.contains(member) == true else {
                return false
            }
            examination?.leftToDefaults.insert(member)
            return true
        }
    }

    static func recordPlatformRead() {
        guard let current, let feature = declaringFeature else { return }
        current.platformReaders.withLock { _ = $0.insert(ObjectIdentifier(feature)) }
    }

    func readsPlatform(_ feature: FeatureDefinition.Type) -> Bool {
        platformReaders.withLock { $0.contains(ObjectIdentifier(feature)) }
    }

    static var declaringFeature: FeatureDefinition.Type? {
        current?.examination.withLock { examination in
            examination.flatMap { $0.members.contains(.constraints) ? $0.feature : nil }
        }?.value
    }
}
