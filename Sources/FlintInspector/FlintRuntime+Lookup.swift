// SPDX-License-Identifier: MIT

import FeatureGating
import FlintCore
import FlintFoundation
import FlintWorld

extension FlintRuntime {
    func feature(withID id: String) throws(CommandError) -> FeatureMetadata {
        if let metadata = metadata(at: TopicPath(stringLiteral: id)) { return metadata }
        throw CommandError("There is no feature \(id).")
    }

    func mutableUserSettings() throws(CommandError) -> any MutableUserFeatureToggles {
        if let toggles = dependencies.userFeatureToggles as? any MutableUserFeatureToggles { return toggles }
        throw CommandError("The app manages its user settings itself; change the setting in the app, or override it.")
    }
}

extension FlintRuntime {
    func effect(of changes: [AvailabilityChange]) -> CommandEffect? {
        CommandEffect(changes) { (name(of: $0.feature), $0.after.boolValue) }
    }

    /// Performs a change of the system, the store, or a setting, and returns its effect.
    ///
    /// The effect is not forecast, because the app's own tracker, checker, or provider may follow other rules than
    /// the system or store behind it. `keys` are the facts that are read afterward if their sources do not announce
    /// changes.
    func perform<Failure>(
        reading keys: [FactKey], _ change: () throws(Failure) -> Void
    ) throws(Failure) -> CommandEffect? {
        effect(
            of: try facts.availabilityChanges { () throws(Failure) in
                try change()
                readUnannouncedFacts(of: [], and: keys, waitsForSlowSources: false)
            })
    }
}

extension FactStore {
    /// Sets the override of a fact, or removes it for `nil`.
    ///
    /// The result is `nil` if the override is the same as before. `since` is the date of a saved override, or `nil`
    /// for the current date.
    @discardableResult
    func set(_ override: FactOverride?, of key: FactKey, since: Date? = nil, cause: Cause) -> FactChange? {
        setOverride(
            override?.value, for: key, reason: override?.reason, expiry: override?.expiry, source: override?.cause,
            since: since, cause: cause)
    }

    var overrideRecords: [OverrideRecord] {
        overrides.compactMap { OverrideRecord(key: $0.key, override: $0.value) }
    }

    func overrideRecord(of key: FactKey) -> OverrideRecord? {
        self[key]?.override.flatMap { OverrideRecord(key: key, override: $0) }
    }
}
