// SPDX-License-Identifier: MIT

import FeatureGating
import FlintCore
import FlintWorld

extension RuntimeInspector {
    /// Reads the current values of everything that has changed.
    ///
    /// The cost is proportional to the number of changes. Unchanged values are read only if a list may have lost
    /// elements, in which case the complete list is read.
    func modelChanges(_ news: ChangeLog.Changes) -> ModelChanges {
        var changes = ModelChanges(revision: news.revision)
        guard !news.changes.isEmpty || !news.parts.isEmpty else { return changes }
        var nodes: [NodeID] = []
        var keys: Set<FactKey> = []
        var registered: [FeatureMetadata] = []
        var products: Set<String> = []
        var flags: Set<FeatureKey> = []
        for change in news.changes {
            switch change {
            case .fact(let key, let verdicts, let isOverrideNewOrRemoved):
                keys.insert(key)
                nodes += verdicts.lazy.map(\.node)
                // Front ends do not list facts about past purchases, so a change to such a fact is reported as a
                // change to the features that depend on it.
                if isOverrideNewOrRemoved || FactReference(key) == nil {
                    nodes += runtime.facts.nodes(dependingOn: key)
                }
                if case .purchase(let productID) = key { products.insert(productID) }
                if case .featureFlag(let flag) = key { flags.insert(flag) }
            case .feature(let metadata):
                registered.append(metadata)
                products.formUnion(metadata.constraints.products.map(\.productID))
                flags.formUnion(metadata.constraints.mentionedFlags)
                keys.formUnion(metadata.constraints.mentionedFacts.map { .own($0) })
            case .product(let productID): products.insert(productID)
            case .flag(let key): flags.insert(key)
            }
        }
        let reader = FeatureReader(runtime: runtime)
        // The model inserts features in order of registration.
        changes.registered = reader.summaries(of: registered)
        changes.states = reader.states(of: Self.distinct(nodes))
        readFacts(keys, into: &changes)
        if news.parts.contains(.products) {
            changes.allProducts = productSnapshots
        } else {
            changes.products = products.sorted().compactMap(productSnapshot)
        }
        // A flag that no feature requires may have disappeared from its provider.
        let mayBeGone = flags.contains { runtime.features(requiring: .featureFlag($0)).isEmpty }
        if mayBeGone || news.parts.contains(.flags) {
            changes.allFlags = runtime.flagSnapshots
        } else {
            changes.flags = flags.sorted { $0.rawValue < $1.rawValue }
                .map { runtime.flagSnapshot(of: runtime.resolution(of: $0)) }
        }
        if news.parts.contains(.status) { changes.status = readStatus() }
        if news.parts.contains(.permissions) { changes.permissions = permissionSnapshots }
        changes.stacksChanged = news.parts.contains(.stacks)
        return changes
    }

    private static func distinct(_ nodes: [NodeID]) -> [NodeID] {
        var distinct: [NodeID] = []
        distinct.reserveCapacity(nodes.count)
        for node in nodes.sorted() where node != distinct.last { distinct.append(node) }
        return distinct
    }

    private func readFacts(_ keys: Set<FactKey>, into changes: inout ModelChanges) {
        for key in keys {
            if let fact = runtime.facts[key] ?? (key.kind.isOwn ? .unreported(key) : nil) {
                changes.facts.append(FactRecord(key: key, fact: fact))
            }
            guard let reference = FactReference(key) else { continue }
            if let override = runtime.facts.overrideRecord(of: key) {
                changes.overrides.append(override)
            } else {
                changes.removedOverrides.append(reference)
            }
        }
    }
}

extension ChangeLog.Change {
    init(_ change: FactChange) {
        self = .fact(
            change.key, verdicts: change.verdicts,
            isOverrideNewOrRemoved: (change.before?.override != nil) != (change.after.override != nil))
    }

    static func changes(for event: JournalEvent) -> [ChangeLog.Change] {
        guard case .storeEvent(let event) = event.kind, let productID = event.productID else { return [] }
        return [.product(productID)]
    }

    /// Returns the changes that a signal announces, or `nil` if front ends must request a new list.
    static func news(_ signal: RuntimeSignal) -> (changes: [ChangeLog.Change], parts: [ChangeLog.Part])? {
        switch signal {
        case .purchasesAnnounced(let products?): (products.map(ChangeLog.Change.product), [])
        case .purchasesAnnounced(nil): ([], [.products])
        case .flagsAnnounced(let keys?): (keys.map(ChangeLog.Change.flag), [])
        case .flagsAnnounced(nil): ([], [.flags])
        case .permissionAnnounced: ([], [.permissions])
        case .featureRegistered(let metadata):
            ([.feature(metadata)], metadata.constraints.mentionedPermissions.isEmpty ? [] : [.permissions])
        case .featuresMoved: nil
        }
    }
}
