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

        /// `identifier`, which a feature with stored values should define.
        static let identifier = Members(rawValue: 1 << 0)
        static let constraints = Members(rawValue: 1 << 1)
        /// `availability`, the condition in the oldest API style.
        static let availability = Members(rawValue: 1 << 2)
        /// `isAvailable`, which features in the oldest API style define.
        static let isAvailable = Members(rawValue: 1 << 3)
        static let isEnabled = Members(rawValue: 1 << 4)
    }

    private struct Examination {
        let feature: UncheckedSendable<FeatureDefinition.Type>
        let members: Members
        var leftToDefaults: Members = []
    }

    /// The probe of the registration that is in progress on the current task.
    @TaskLocal private static var current: DeclarationProbe?

    private let examination = Protected<Examination?>(nil)
    /// The features whose constraints have read the current platform.
    private let platformReaders = Protected<Set<ObjectIdentifier>>([])

    private init() {}

    /// Runs a closure with the current probe, or with a new one.
    static func probing<Result>(_ body: (DeclarationProbe) -> Result) -> Result {
        if let current { return body(current) }
        let probe = DeclarationProbe()
        return $current.withValue(probe) { body(probe) }
    }

    /// Returns the members that a feature leaves to their default implementations.
    ///
    /// - Parameters:
    ///   - members: The members to examine.
    ///   - feature: The feature.
    ///   - read: A closure that reads or calls the members.
    /// - Returns: The members whose default implementation was called.
    func membersLeftToDefaults(
        _ members: Members, of feature: FeatureDefinition.Type, reading read: () -> Void
    ) -> Members {
        let new = Examination(feature: UncheckedSendable(feature), members: members)
        // A feature's constraints may register other features, which are examined in between.
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
            guard examination?.feature.value == feature, examination?.members.contains(member) == true else {
                return false
            }
            examination?.leftToDefaults.insert(member)
            return true
        }
    }

    /// Records a read of the current platform, on which the constraints that are being declared then depend.
    static func recordPlatform() {
        guard let current, let feature = declaringFeature else { return }
        current.platformReaders.withLock { _ = $0.insert(ObjectIdentifier(feature)) }
    }

    /// Returns whether a feature's constraints have read the current platform.
    func readsPlatform(_ feature: FeatureDefinition.Type) -> Bool {
        platformReaders.withLock { $0.contains(ObjectIdentifier(feature)) }
    }

    /// The feature whose constraints are currently being declared, or `nil`.
    static var declaringFeature: FeatureDefinition.Type? {
        current?.examination.withLock { examination in
            examination.flatMap { $0.members.contains(.constraints) ? $0.feature : nil }
        }?.value
    }
}
