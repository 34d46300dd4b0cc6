import FeatureGating

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
