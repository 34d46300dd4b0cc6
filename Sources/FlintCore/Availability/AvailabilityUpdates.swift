public import FeatureGating

/// The availability of a feature as it changes: the current one first, then each other one.
///
/// ```swift
/// for await availability in DownloadsFeature.availabilityUpdates {
///     button.isEnabled = availability == .true
/// }
/// ```
///
/// Two elements in a row are never the same, and a loop that takes longer than the changes gets only the newest. The
/// sequence ends when its task is cancelled, and when the runtime is reset or released, which it does not keep alive.
///
/// A feature that is not registered is not available; it may be registered later, and setup may follow. Facts that no
/// source announces are read again for every element, and a change of one of them counts when something reads it, such
/// as a request or `Flint.purchasesChanged()`.
///
/// It may be used from any thread and iterated more than once. Each iterator is one observation, which ends with it.
/// What a loop shows is information for people: a request decides for itself, at its moment.
public struct AvailabilityUpdates: AsyncSequence, @unchecked Sendable {
    // A metatype is immutable and safe to use from any thread, although the compiler cannot know it.
    private let feature: FeatureDefinition.Type
    private let home: RuntimeReference

    init(of feature: FeatureDefinition.Type, in runtime: FlintRuntime) {
        self.feature = feature
        home = RuntimeReference(to: runtime)
    }

    /// Begins an observation, which ends with the iterator.
    public func makeAsyncIterator() -> Iterator {
        Iterator(FeatureStateSignals(of: feature, includesFacts: false, in: home), feature: feature)
    }

    /// Waits for one element after another; for use by one task at a time.
    public struct Iterator: AsyncIteratorProtocol {
        private var signals: FeatureStateSignals?
        private let feature: FeatureDefinition.Type
        private var last: Truth?

        init(_ signals: FeatureStateSignals, feature: FeatureDefinition.Type) {
            self.signals = signals
            self.feature = feature
        }

        /// Waits for the next availability.
        ///
        /// - Returns: The current availability at the first call, and later one that differs from the one before;
        ///   `nil` at the end.
        public mutating func next() async -> Truth? {
            await next(isolation: #isolation)
        }

        /// Waits for the next availability.
        ///
        /// - Parameter actor: The actor that the elements are read on.
        /// - Returns: The current availability at the first call, and later one that differs from the one before;
        ///   `nil` at the end.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Truth? {
            while let runtime = await signals?.next(isolation: actor) {
                let availability = runtime.availabilityIfRegistered(of: feature)
                guard availability != last else { continue }
                last = availability
                return availability
            }
            signals = nil
            return nil
        }
    }
}

/// The moments at which the availability of a feature, or what explains it, may have changed; the first one is now.
///
/// The elements are the runtime to read the feature's state from, which is kept alive only meanwhile.
package struct FeatureStateSignals: Sendable {
    private let observation: (signal: FeatureSignal, token: ObservationToken)?
    private let home: RuntimeReference

    /// Begins an observation, which ends with this value.
    ///
    /// - Parameters:
    ///   - feature: The feature.
    ///   - includesFacts: Whether changes of facts count that leave its availability as it is.
    ///   - home: The runtime.
    init(of feature: FeatureDefinition.Type, includesFacts: Bool, in home: RuntimeReference) {
        self.home = home
        observation = home.runtime.map { $0.featureObservers.add(feature, includesFacts: includesFacts, in: $0) }
    }

    /// Waits for the next moment.
    ///
    /// - Parameter actor: The actor of the caller.
    /// - Returns: The runtime, or `nil` at the end.
    package func next(isolation actor: isolated (any Actor)? = #isolation) async -> FlintRuntime? {
        guard let observation, await observation.signal.wait(isolation: actor) else {
            observation?.token.cancel()
            return nil
        }
        return home.runtime
    }
}

extension FlintRuntime {
    /// The availability of a feature as it changes: the current one first, then each other one.
    ///
    /// - Parameter feature: The feature, which need not be registered yet.
    /// - Returns: The sequence, which does not keep the runtime alive.
    public func availabilityUpdates(of feature: FeatureDefinition.Type) -> AvailabilityUpdates {
        AvailabilityUpdates(of: feature, in: self)
    }

    /// Returns the moments at which the availability of a feature, or what explains it, may have changed.
    package func stateSignals(of feature: FeatureDefinition.Type) -> FeatureStateSignals {
        FeatureStateSignals(of: feature, includesFacts: true, in: RuntimeReference(to: self))
    }
}

extension ConditionalFeatureDefinition {
    /// The feature's availability in the current runtime as it changes: the current one first, then each other one.
    ///
    /// ```swift
    /// for await availability in DownloadsFeature.availabilityUpdates { show(availability == .true) }
    /// ```
    public static var availabilityUpdates: AvailabilityUpdates {
        FlintRuntime.current.availabilityUpdates(of: self)
    }
}
