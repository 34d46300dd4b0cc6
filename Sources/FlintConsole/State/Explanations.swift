// SPDX-License-Identifier: MIT

import FlintWorld

/// The explanations and usages that the screens show.
///
/// After each event, the state finds the explanations of the features on the screen in its world. An outdated
/// explanation stays on the screen until the world contains the declarations that the new one requires.
struct Explanations: Sendable, Hashable {
    private(set) var features: [String: FeatureSnapshot] = [:]
    /// The blocking requirement as a sentence, for each feature whose row shows it.
    private(set) var reasons: [String: String] = [:]
    /// The ids of the features that require a fact, in order of registration.
    private(set) var usages: [FactReference: [String]] = [:]
    private var stale: Set<String> = []
    private var staleReasons: Set<String> = []
    /// The features whose declarations were requested and have not arrived.
    private var requested: Set<String> = []
    /// The facts whose dependents were requested and have not arrived.
    private var requestedFacts: Set<FactReference> = []

    /// The number of explanations or usages above which the ones that are not on the screen are removed.
    private static let capacity = 64
    private static let reasonCapacity = 256

    /// Finds the missing and outdated explanations of features, and returns the ids of the explained features.
    mutating func find(_ ids: [String], in world: World) -> [String] {
        if features.count > Self.capacity { features = features.filter { ids.contains($0.key) } }
        let found = ids.filter { (features[$0] == nil || stale.contains($0)) && world.declares($0) }
        for id in found { store(world.explanation(of: id), of: id) }
        return found
    }

    /// Finds the missing reasons of rows, or all of them if the app's state has changed.
    mutating func findReasons(of ids: [String], in world: World, isStale: Bool) {
        if isStale || reasons.count > Self.reasonCapacity {
            let kept = Set(ids)
            reasons = reasons.filter { kept.contains($0.key) }
            staleReasons = isStale ? Set(reasons.keys) : staleReasons.intersection(kept)
        }
        for id in ids where (reasons[id] == nil || staleReasons.contains(id)) && world.declares(id) {
            // The empty string marks a feature without a reason, so that the reason is not looked up again.
            reasons[id] = world.detail(of: id)?.blockingRequirement?.statement ?? ""
            staleReasons.remove(id)
        }
    }

    mutating func findUsages(of facts: [FactReference], in world: World) {
        if usages.count > Self.capacity { usages = usages.filter { facts.contains($0.key) } }
        for fact in facts where usages[fact] == nil {
            guard let key = FactKey(fact), world.declaresDependents(of: key) else { continue }
            usages[fact] = world.featuresRequiring(fact)
        }
    }

    /// Returns the declarations that the world does not contain and that have not been requested before.
    ///
    /// Features are requested with the groups above them.
    mutating func request(_ ids: [String], dependents facts: [FactReference], in world: World) -> Sync.Want {
        var want = Sync.Want()
        want.features = ids.flatMap(world.model.lineage)
            .filter { world.feature($0) == nil && requested.insert($0).inserted }
        want.dependents = facts.filter { fact in
            guard let key = FactKey(fact), !world.declaresDependents(of: key) else { return false }
            return requestedFacts.insert(fact).inserted
        }
        return want
    }

    mutating func store(_ feature: FeatureSnapshot?, of id: String) {
        features[id] = feature
        stale.remove(id)
    }

    mutating func removeRequests(answeredBy news: News) {
        requested.subtract(news.declared.features.map(\.id))
        requestedFacts.subtract(news.dependents.map(\.fact))
    }

    mutating func removeRequest(of fact: FactReference) { requestedFacts.remove(fact) }

    mutating func markOutdated(after changes: ModelChanges, in model: AppModel, hasNewFeatures: Bool) {
        // A new feature may require any fact.
        if hasNewFeatures { (usages, requestedFacts) = ([:], []) }
        guard !features.isEmpty else { return }
        for id in features.keys {
            guard let number = model.feature(id)?.number else { continue }
            if changes.states.containsNumber(number) { stale.insert(id) }
        }
        let facts = Set(
            changes.facts.compactMap(\.reference)
                + changes.products.map { FactReference(kind: .purchase, key: $0.productID) })
        let mayAffectPurchases = changes.allProducts != nil
        guard !facts.isEmpty || mayAffectPurchases else { return }
        for (id, feature) in features where !stale.contains(id) {
            let rests = feature.requirements.contains { row in
                guard let fact = row.factReference else { return false }
                return facts.contains(fact) || (mayAffectPurchases && fact.kind == .purchase)
            }
            if rests { stale.insert(id) }
        }
    }

    /// Marks a feature's explanation as outdated, so that it is recomputed before the next step is determined.
    mutating func expire(_ id: String) {
        stale.insert(id)
    }

    /// Marks all explanations as outdated and discards all usages, after a new complete model has arrived.
    mutating func expireAll(in model: AppModel) {
        features = features.filter { model.feature($0.key) != nil }
        stale = Set(features.keys)
        (requested, requestedFacts) = ([], [])
        usages = [:]
    }
}

extension [FeatureSummary.State] {
    fileprivate func containsNumber(_ number: Int32) -> Bool {
        // The states are sorted by number.
        let index = partitioningIndex { $0.number >= number }
        return index < count && self[index].number == number
    }
}
