// SPDX-License-Identifier: MIT

public import FeatureGating

/// An asynchronous sequence of a feature's availability, which starts with the current value.
///
/// ```swift
/// for await availability in DownloadsFeature.availabilityUpdates {
///     button.isEnabled = availability == .true
/// }
/// ```
///
/// Consecutive elements always differ. A loop that is slower than the changes receives only the latest value. The
/// sequence ends when its task is canceled, and when the runtime is reset or released. It does not retain the runtime.
///
/// The feature may be registered, and the runtime set up, after the iteration begins. Until then, the feature is
/// unavailable. Facts whose sources do not announce changes are reread for each element. A change of such a fact
/// produces an element only when the fact is read elsewhere, for example by a request or by `Flint.purchasesChanged()`.
///
/// The sequence can be used from any thread and iterated more than once. Each iterator is a separate observation. Use
/// the elements to update the user interface. A request always evaluates the availability itself.
public struct AvailabilityUpdates: AsyncSequence, @unchecked Sendable {
    // A metatype is immutable and safe to use from any thread, although the compiler cannot verify it.
    private let feature: FeatureDefinition.Type
    private let home: RuntimeReference

    init(of feature: FeatureDefinition.Type, in runtime: FlintRuntime) {
        self.feature = feature
        home = RuntimeReference(to: runtime)
    }

    /// Starts an observation, which ends when the iterator is released.
    public func makeAsyncIterator() -> Iterator {
        Iterator(FeatureStateSignals(of: feature, includesFacts: false, in: home), feature: feature)
    }

    /// The iterator of an availability sequence, for use by one task at a time.
    public struct Iterator: AsyncIteratorProtocol {
        private var signals: FeatureStateSignals?
        private let feature: FeatureDefinition.Type
        private var last: Truth?

        init(_ signals: FeatureStateSignals, feature: FeatureDefinition.Type) {
            self.signals = signals
            self.feature = feature
        }

        /// Waits for the next element.
        ///
        /// - Returns: The current availability on the first call, then each new value, and `nil` at the end of the
        ///   sequence.
        public mutating func next() async -> Truth? {
            await next(isolation: #isolation)
        }

        /// Waits for the next element.
        ///
        /// - Parameter actor: The actor on which to read the availability.
        /// - Returns: The current availability on the first call, then each new value, and `nil` at the end of the
        ///   sequence.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Truth? {
            while let runtime = await signals?.next(isolation: actor) {
                let availability = runtime.availabilityIfRegistered(of: feature)
                // A signal can be spurious, so equal values are skipped.
                guard availability != last else { continue }
                last = availability
                return availability
            }
            signals = nil
            return nil
        }
    }
}

/// A series of signals, each sent when a feature's availability or explanation may have changed.
///
/// The first signal is available immediately. Each signal provides the runtime from which to read the feature's state.
/// The observation does not retain the runtime.
package struct FeatureStateSignals: Sendable {
    private let observation: (signal: FeatureSignal, token: ObservationToken)?
    private let home: RuntimeReference

    init(of feature: FeatureDefinition.Type, includesFacts: Bool, in home: RuntimeReference) {
        self.home = home
        observation = home.runtime.map { $0.featureObservers.add(feature, includesFacts: includesFacts, in: $0) }
    }

    package func next(isolation actor: isolated (any Actor)? = #isolation) async -> FlintRuntime? {
        guard let observation, await observation.signal.wait(isolation: actor) else {
            observation?.token.cancel()
            return nil
        }
        return home.runtime
    }
}

extension FlintRuntime {
    /// Returns an asynchronous sequence of a feature's availability, which starts with the current value.
    ///
    /// - Parameter feature: The feature, which may be registered later.
    /// - Returns: The sequence, which does not retain the runtime.
    public func availabilityUpdates(of feature: FeatureDefinition.Type) -> AvailabilityUpdates {
        AvailabilityUpdates(of: feature, in: self)
    }

    package func stateSignals(of feature: FeatureDefinition.Type) -> FeatureStateSignals {
        FeatureStateSignals(of: feature, includesFacts: true, in: RuntimeReference(to: self))
    }
}

extension ConditionalFeatureDefinition {
    /// An asynchronous sequence of the feature's availability in the current runtime.
    ///
    /// The sequence starts with the current value.
    ///
    /// ```swift
    /// for await availability in DownloadsFeature.availabilityUpdates { show(availability == .true) }
    /// ```
    public static var availabilityUpdates: AvailabilityUpdates {
        FlintRuntime.current.availabilityUpdates(of: self)
    }
}
