// SPDX-License-Identifier: MIT

/// A source that knows whether its answers come from memory.
///
/// If they do, the first answers are read on the thread of the registration.
package protocol ImmediateSource {
    var answersImmediately: Bool { get }
}

func isImmediate(_ source: Any?) -> Bool { (source as? any ImmediateSource)?.answersImmediately ?? false }

extension DefaultPermissionChecker: ImmediateSource {
    package var answersImmediately: Bool { adapters.values.allSatisfy { isImmediate($0) } }
}

extension DebugPurchaseTracker: ImmediateSource {
    package var answersImmediately: Bool { target.map { isImmediate($0) } ?? true }
}

extension DebugFeatureFlagProvider: ImmediateSource {
    package var answersImmediately: Bool { isImmediate(store) }
}

extension ReleaseFeatureFlagProvider: ImmediateSource {
    package var answersImmediately: Bool { true }
}

extension TestFeatureFlagProvider: ImmediateSource {
    package var answersImmediately: Bool { true }
}

extension RemoteFeatureFlagProvider: ImmediateSource {
    package var answersImmediately: Bool { source == nil }
}

extension StoredFeatureToggles: ImmediateSource {
    package var answersImmediately: Bool {
        // A subclass may answer in another way.
        type(of: self) == StoredFeatureToggles.self && isImmediate(store)
    }
}

extension InMemoryKeyValueStore: ImmediateSource {
    package var answersImmediately: Bool { true }
}

extension FileKeyValueStore: ImmediateSource {
    package var answersImmediately: Bool { true }
}
