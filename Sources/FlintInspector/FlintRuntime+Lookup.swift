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

    /// Returns the storage of user settings, or throws an error if commands cannot change it.
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
    /// The effect isn't forecast, because the app's own tracker, checker, or provider may answer by other rules than the
    /// system or store behind it.
    ///
    /// - Parameters:
    ///   - keys: The facts that are read afterward if their sources do not announce changes.
    ///   - change: A closure that performs the change.
    /// - Returns: The effect, or `nil` if no feature's availability differs.
    /// - Throws: The closure's error.
    func effect<Failure>(
        reading keys: [FactKey], of change: () throws(Failure) -> Void
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
    /// - Parameters:
    ///   - override: The override.
    ///   - key: The fact.
    ///   - since: The date of a saved override, or `nil` for the current date.
    ///   - cause: The initiator of the change.
    /// - Returns: The change, or `nil` if the override is the same as before.
    @discardableResult
    func set(_ override: FactOverride?, of key: FactKey, since: Date? = nil, cause: Cause) -> FactChange? {
        setOverride(
            override?.value, for: key, reason: override?.reason, expiry: override?.expiry, source: override?.cause,
            since: since, cause: cause)
    }

    /// The overrides of all facts that front ends show, in no particular order.
    var overrideRecords: [OverrideRecord] {
        overrides.compactMap { OverrideRecord(key: $0.key, override: $0.value) }
    }

    func overrideRecord(of key: FactKey) -> OverrideRecord? {
        self[key]?.override.flatMap { OverrideRecord(key: key, override: $0) }
    }
}
