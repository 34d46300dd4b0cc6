// SPDX-License-Identifier: MIT

import FeatureGating
import FlintLocks

final class AdoptedFlagProvider: DetailedFeatureFlagProvider, Sendable {
    let name: String
    let type: FeatureFlagProviderType
    let priority: Int
    let knownFeatures: [FeatureKey]
    private let read: @Sendable (FeatureKey) -> FlagEvaluation?

    init(
        name: String, type: FeatureFlagProviderType, priority: Int, knownFeatures: [FeatureKey],
        read: @escaping @Sendable (FeatureKey) -> FlagEvaluation?
    ) {
        (self.name, self.type, self.priority, self.knownFeatures, self.read) = (
            name, type, priority, knownFeatures, read
        )
    }

    func hasFeature(_ featureKey: FeatureKey) -> Bool { read(featureKey) != nil }

    func isFeatureEnabled(_ featureKey: FeatureKey) -> Bool { read(featureKey)?.value ?? false }

    func evaluation(of featureKey: FeatureKey) -> FlagEvaluation? { read(featureKey) }

    func observeChanges(_ handler: @escaping @Sendable (_ keys: [FeatureKey]?) -> Void) -> ObservationToken {
        ObservationToken {}
    }
}

/// An app's own store of overrides, which is kept synchronized with the runtime's overrides.
final class AdoptedOverrideStore: Sendable {
    private struct Entry {
        var value: Bool?
        /// The number of writes that have begun plus the number that have ended.
        ///
        /// A value may be outdated if this number changes while the value is read.
        var writeCount = 0
    }

    let name: String
    let keys: [FeatureKey]
    private let read: @Sendable (FeatureKey) -> Bool?
    private let write: @Sendable (FeatureKey, Bool?) -> Void
    private let entries: Protected<[FeatureKey: Entry]>

    init(
        name: String, keys: [FeatureKey], read: @escaping @Sendable (FeatureKey) -> Bool?,
        write: @escaping @Sendable (FeatureKey, Bool?) -> Void
    ) {
        (self.name, self.keys, self.read, self.write) = (name, keys, read, write)
        entries = Protected(Dictionary(uniqueKeysWithValues: keys.map { ($0, Entry()) }))
    }

    /// A provider that only reads the store, for a build that refuses overrides.
    var provider: AdoptedFlagProvider {
        // The overrides of an adopted enumeration precede its rules, unlike the values of other debug providers.
        AdoptedFlagProvider(
            name: name, type: .debug, priority: FeaturePriority.maxPriority + 2, knownFeatures: keys
        ) { [read] key in
            read(key).map { FlagEvaluation(value: $0) }
        }
    }

    func value(of key: FeatureKey) -> Bool? { read(key) }

    /// Applies a flag's stored value as an override, if the value has changed since the last reading or write.
    func applyStoredValue(of key: FeatureKey, to facts: FactStore) {
        let count = entries.withLock { $0[key]?.writeCount }
        let value = read(key)
        let isChanged = entries.withLock { entries in
            // A value that was read before or during a write may be outdated.
            guard entries[key]?.writeCount == count, entries[key]?.value != value else { return false }
            entries[key]?.value = value
            return true
        }
        guard isChanged else { return }
        Cause.withCause(.app) {
            _ = facts.setOverride(value.map { .truth(Truth($0)) }, for: .featureFlag(key), cause: .app)
        }
    }

    func writeOverride(of key: FeatureKey, from facts: FactStore) {
        while true {
            let value = facts[.featureFlag(key)]?.override?.value.truth.boolValue
            let isNew = entries.withLock { entries in
                guard let entry = entries[key], entry.value != value else { return false }
                entries[key]?.value = value
                entries[key]?.writeCount += 1
                return true
            }
            // If another thread changes the override during the write, the loop also writes the new value.
            guard isNew else { return }
            write(key, value)
            entries.withLock { $0[key]?.writeCount += 1 }
        }
    }
}

extension FlintRuntime {
    /// Returns whether the value of a flag in the app's own store of overrides differs from an expected value.
    ///
    /// The expected value is `nil` for a flag without a stored value. The result is `false` if the app has no store for
    /// the flag.
    package func storedOverride(of flag: FeatureKey, differsFrom isOn: Bool?) -> Bool {
        guard let store = sources?.overrideStores[flag] else { return false }
        return bind { store.value(of: flag) != isOn }
    }

    /// Rereads a flag's override from the app's own store, and returns whether the store reverted it.
    package func revertsOverride(of flag: FeatureKey) -> Bool {
        guard let sources, let store = sources.overrideStores[flag] else { return false }
        let isOn = facts[.featureFlag(flag)]?.override?.value.truth.boolValue
        bind { store.applyStoredValue(of: flag, to: facts) }
        return facts[.featureFlag(flag)]?.override?.value.truth.boolValue != isOn
    }

    /// Declares and reads the flags of the adopted enumerations, and the app's own facts that closures read.
    ///
    /// Front ends show them even if no feature requires them.
    func readAdoptedFacts(of dependencies: Flint.Dependencies, from sources: FactSources) {
        let declarations = dependencies.adoptedFlags.flatMap(\.declarations)
        catalog.add(declarations)
        let descriptions = dependencies.factSources.values.compactMap(\.readFact).sorted {
            ($0.kind.rawValue, $0.key) < ($1.kind.rawValue, $1.key)
        }
        for description in descriptions { catalog.add(description) }
        for (key, store) in sources.overrideStores { store.applyStoredValue(of: key, to: facts) }
        let read = declarations.map { SourcedFact.featureFlag($0.key) } + descriptions.map { .own($0) }
        guard !read.isEmpty else { return }
        catalog.addUnannounced(read)
        sources.readFirst(read)
    }
}
