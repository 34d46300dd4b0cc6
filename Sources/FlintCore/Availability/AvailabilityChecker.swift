import FeatureGating

/// Knows whether conditional features are available.
///
/// The engine has a single way to find out, which ``DefaultAvailabilityChecker`` stands for; another checker does not
/// change what requests are granted. The protocol is for code that is given one, such as a view model under test.
public protocol AvailabilityChecker {
    /// Whether a feature is available: yes, no, or `nil` for not known yet.
    func isAvailable(_ feature: ConditionalFeatureDefinition.Type) -> Bool?

    /// Asks every source of facts again.
    func invalidate()
}

/// Answers for a runtime whether its features are available.
///
/// ```swift
/// Flint.availabilityChecker.isAvailable(SmartPlaylistsFeature.self)  // true, false or nil
/// ```
///
/// It may be used from any thread.
public struct DefaultAvailabilityChecker: AvailabilityChecker, Sendable {
    private let runtime: FlintRuntime

    /// Creates a checker for a runtime.
    ///
    /// - Parameter runtime: The runtime to ask; by default, the current one.
    public init(runtime: FlintRuntime = .current) {
        self.runtime = runtime
    }

    /// Whether a feature is available; one that is not registered is not.
    public func isAvailable(_ feature: ConditionalFeatureDefinition.Type) -> Bool? {
        runtime.availability(of: feature).boolValue
    }

    /// Reads every fact again that some feature depends on, from every source.
    ///
    /// It is needed only if a source declares that it announces changes and does not.
    public func invalidate() {
        runtime.requireSetUp()
        runtime.readAllFacts()
    }
}

/// A source of answers that features depend on, which declares whether it announces changes.
///
/// The engine keeps the answers of a source that announces changes, so that a request costs a lookup. It asks any other
/// source at every use: whenever a feature that depends on the answer is requested, performed or explained.
///
/// ```swift
/// final class LicenceTracker: PurchaseTracker {
///     let announcesChanges = true
///     // ...
/// }
/// ```
public protocol ChangeAnnouncing {
    /// Whether the source announces every change of an answer, whatever caused it; `false` by default.
    ///
    /// The engine reads it once, at setup. A source that wraps another one returns what the other does.
    var announcesChanges: Bool { get }
}

extension ChangeAnnouncing {
    /// Not every change is announced unless the source declares that.
    public var announcesChanges: Bool { false }
}
