// SPDX-License-Identifier: MIT

import FlintWorld

/// A cache of the explanations and usages that the screens show.
///
/// After each event, the state passes the features and facts on the screen to ``want(features:facts:)`` and sends the
/// returned effects. To avoid flicker, an outdated explanation stays on the screen until the new one arrives.
struct DetailBoard: Sendable, Hashable {
    private(set) var features: [String: FeatureSnapshot] = [:]
    private(set) var usages: [FactReference: [String]] = [:]
    private var stale: Set<String> = []
    private var asked: Set<String> = []

    /// The maximum number of entries to keep before entries that are not on the screen are removed.
    private static let capacity = 64

    /// Returns the effects that request missing and outdated entries for the screen.
    ///
    /// If the cache is full, entries that are not on the screen are removed.
    ///
    /// - Parameters:
    ///   - featureIDs: The ids of the features on the screen.
    ///   - facts: The facts whose usages are shown.
    /// - Returns: The effects. An explanation that has already been requested isn't requested again.
    mutating func want(features featureIDs: [String], facts: [FactReference]) -> [ConsoleEffect] {
        if features.count > Self.capacity { features = features.filter { featureIDs.contains($0.key) } }
        if usages.count > Self.capacity { usages = usages.filter { facts.contains($0.key) } }
        let unknown = featureIDs.filter { (features[$0] == nil || stale.contains($0)) && asked.insert($0).inserted }
        return unknown.map(ConsoleEffect.explain) + facts.filter { usages[$0] == nil }.map(ConsoleEffect.findUsage)
    }

    /// Stores an explanation, or removes the feature's entry if the explanation is `nil`.
    mutating func receive(_ feature: FeatureSnapshot?, of id: String) {
        features[id] = feature
        stale.remove(id)
        asked.remove(id)
    }

    mutating func receive(usage ids: [String], of fact: FactReference) {
        usages[fact] = ids
    }

    /// Marks explanations as outdated if changes affect them.
    ///
    /// If features were added, all usages are discarded.
    ///
    /// - Parameters:
    ///   - changes: The changes to the app's model.
    ///   - model: The model after the changes.
    ///   - hasNewFeatures: Whether features were added.
    mutating func receive(_ changes: ModelChanges, in model: AppModel, hasNewFeatures: Bool) {
        if hasNewFeatures { usages = [:] }
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

    /// Marks a feature's explanation as outdated, so that it is requested again before the next step is determined.
    mutating func expire(_ id: String) {
        stale.insert(id)
    }

    /// Marks all explanations as outdated and discards all usages, after a new complete model has arrived.
    mutating func expireAll() {
        stale = Set(features.keys)
        asked = []
        usages = [:]
    }
}

extension [FeatureSummary.State] {
    fileprivate func containsNumber(_ number: Int32) -> Bool {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low < count && self[low].number == number
    }
}

/// A cache of the blocking requirements that the rows of a list show.
///
/// Only visible rows request their reason, so that the cost does not depend on the number of features. A change in the
/// app's state invalidates all reasons. The previous reasons stay on the screen until the new ones arrive.
struct ReasonBoard: Sendable, Hashable {
    /// The sentences by feature id, which are empty until they arrive.
    private(set) var sentences: [String: String] = [:]

    /// The maximum number of entries to keep before entries that are not on the screen are removed.
    private static let capacity = 256

    /// Sets the features that are on the screen.
    ///
    /// - Parameters:
    ///   - ids: The ids of the features whose reasons are shown.
    ///   - isStale: Whether the app's state has changed, so that all reasons must be found again.
    /// - Returns: The ids of the features whose reasons must be found.
    mutating func want(_ ids: [String], isStale: Bool) -> [String] {
        if isStale || sentences.count > Self.capacity {
            let kept = Set(ids)
            sentences = sentences.filter { kept.contains($0.key) }
        }
        let missing = isStale ? ids : ids.filter { sentences[$0] == nil }
        for id in missing where sentences[id] == nil { sentences[id] = "" }
        return missing
    }

    /// Stores reasons, except those of features that are no longer on the screen.
    mutating func receive(_ reasons: [String: String]) {
        for (id, sentence) in reasons where sentences[id] != nil { sentences[id] = sentence }
    }
}

extension Inspector {
    /// Returns the features' blocking requirements as sentences, by feature id.
    func reasons(of featureIDs: [String]) -> [String: String] {
        details(of: featureIDs).reduce(into: [:]) { $0[$1.id] = $1.blockingRequirement?.statement ?? "" }
    }
}

/// A cache of the effects of the commands that the screen offers.
///
/// A change in the app's state invalidates all effects. The previous effects stay on the screen until the new ones
/// arrive.
struct PreviewBoard: Sendable, Hashable {
    /// The commands whose effect is on the screen, in display order.
    private(set) var wanted: [Command] = []
    private(set) var results: [Command: Preview] = [:]

    /// Sets the commands that are on the screen.
    ///
    /// - Parameters:
    ///   - commands: The commands whose effects are shown.
    ///   - isStale: Whether the app's state has changed, so that all effects must be computed again.
    /// - Returns: The commands whose effects must be computed.
    mutating func want(_ commands: [Command], isStale: Bool) -> [Command] {
        guard isStale || commands != wanted else { return [] }
        wanted = commands
        // To avoid flicker, known effects stay on the screen until the new ones arrive.
        results = results.filter { commands.contains($0.key) }
        return isStale ? commands : commands.filter { results[$0] == nil }
    }

    /// Stores the effect of a command unless the command is no longer on the screen.
    mutating func receive(_ preview: Preview, of command: Command) {
        guard wanted.contains(command) else { return }
        results[command] = preview
    }
}
