// SPDX-License-Identifier: MIT

import FeatureGating

/// An object that reports whether conditional features are available.
///
/// The engine itself does not use checkers, so a custom checker has no effect on requests. Use the protocol for code
/// that receives a checker, such as a view model under test. ``DefaultAvailabilityChecker`` returns the engine's
/// results.
public protocol AvailabilityChecker {
    /// Returns whether a feature is available, or `nil` if the availability is undetermined.
    func isAvailable(_ feature: ConditionalFeatureDefinition.Type) -> Bool?

    /// Rereads all facts from their sources.
    func invalidate()
}

/// A checker that returns the availability of features in a runtime.
///
/// ```swift
/// Flint.availabilityChecker.isAvailable(SmartPlaylistsFeature.self)  // true, false or nil
/// ```
///
/// The checker can be used from any thread.
public struct DefaultAvailabilityChecker: AvailabilityChecker, Sendable {
    private let runtime: FlintRuntime

    /// Creates a checker for a runtime, by default the current one.
    public init(runtime: FlintRuntime = .current) {
        self.runtime = runtime
    }

    /// Returns whether a feature is available, or `nil` if the availability is undetermined.
    ///
    /// The result is `false` for a feature that is not registered.
    public func isAvailable(_ feature: ConditionalFeatureDefinition.Type) -> Bool? {
        runtime.availability(of: feature).boolValue
    }

    /// Rereads all facts on which features depend.
    ///
    /// Call this method only if a source declares that it announces changes, but does not announce all of them.
    public func invalidate() {
        runtime.requireSetUp()
        runtime.readAllFacts()
    }
}

/// A source of facts that declares whether it announces changes.
///
/// The engine caches the answers of a source that announces changes, so a request costs only a lookup. It queries any
/// other source on each use: whenever an action of a feature that depends on the answer is requested or performed, and
/// whenever the feature's availability is read or explained.
///
/// Sources are queried on any thread, so a conforming type cannot be isolated to an actor. In a module whose default
/// isolation is the main actor, it is `nonisolated` without the keyword.
///
/// ```swift
/// final class LicenceTracker: PurchaseTracker {
///     let announcesChanges = true
///     // ...
/// }
/// ```
public protocol ChangeAnnouncing: SendableMetatype {
    /// Whether the source announces every change of its answers, regardless of the cause; `false` by default.
    ///
    /// The engine reads the property once, at setup. A source that wraps another source should return the wrapped
    /// source's value.
    var announcesChanges: Bool { get }
}

extension ChangeAnnouncing {
    /// By default, a source does not announce every change.
    public var announcesChanges: Bool { false }
}
