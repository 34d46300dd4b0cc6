import InspectorKit

/// Explanations and usages of the features and facts on screen, kept until something they depend on changes.
struct DetailBoard: Sendable, Hashable {
    /// The features that are explained, by id.
    private(set) var features: [String: FeatureSnapshot] = [:]
    /// The ids of the features that require a fact.
    private(set) var usages: [FactReference: [String]] = [:]
    /// The features whose explanation is out of date; it stays on the screen until the new one is there.
    private var stale: Set<String> = []
    /// The features that were requested and have not been explained yet.
    private var asked: Set<String> = []

    /// How many features and facts are kept besides those that are looked at.
    private static let capacity = 64

    /// Chooses what is looked at.
    ///
    /// - Parameters:
    ///   - featureIDs: The features.
    ///   - facts: The facts.
    /// - Returns: The effects that ask for what is not known.
    mutating func want(features featureIDs: [String], facts: [FactReference]) -> [ConsoleEffect] {
        if features.count > Self.capacity { features = features.filter { featureIDs.contains($0.key) } }
        if usages.count > Self.capacity { usages = usages.filter { facts.contains($0.key) } }
        let unknown = featureIDs.filter { (features[$0] == nil || stale.contains($0)) && asked.insert($0).inserted }
        return unknown.map(ConsoleEffect.explain) + facts.filter { usages[$0] == nil }.map(ConsoleEffect.findUsage)
    }

    /// Keeps an explanation; without one, the feature is no longer there.
    mutating func receive(_ feature: FeatureSnapshot?, of id: String) {
        features[id] = feature
        stale.remove(id)
        asked.remove(id)
    }

    /// Keeps who requires a fact.
    mutating func receive(usage ids: [String], of fact: FactReference) {
        usages[fact] = ids
    }

    /// Finds what has become out of date.
    ///
    /// - Parameters:
    ///   - changes: What has changed.
    ///   - model: The model that the changes were applied to.
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

    /// Has a feature explained anew, because what happens next depends on the present moment.
    mutating func expire(_ id: String) {
        stale.insert(id)
    }

    /// Forgets everything, after a list that may have nothing in common with what was known.
    mutating func expireAll() {
        stale = Set(features.keys)
        asked = []
        usages = [:]
    }
}

extension [FeatureSummary.State] {
    /// Whether a feature is among them; they are in order of their numbers.
    fileprivate func containsNumber(_ number: Int32) -> Bool {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low < count && self[low].number == number
    }
}

/// What the commands that could be given next would change.
struct PreviewBoard: Sendable, Hashable {
    /// The commands whose effect is on the screen, in the order in which they are shown.
    private(set) var wanted: [Command] = []
    /// The effects that have been worked out.
    private(set) var results: [Command: Preview] = [:]

    /// Chooses the commands whose effect is to be known.
    ///
    /// - Parameters:
    ///   - commands: The commands.
    ///   - isStale: Whether the world has changed, so that all effects must be worked out again.
    /// - Returns: The commands to work out.
    mutating func want(_ commands: [Command], isStale: Bool) -> [Command] {
        guard isStale || commands != wanted else { return [] }
        wanted = commands
        // What was known stays on the screen until the new answer is there, so that nothing flickers.
        results = results.filter { commands.contains($0.key) }
        return isStale ? commands : commands.filter { results[$0] == nil }
    }

    /// Keeps an effect that was worked out; one that is no longer wanted is dropped.
    mutating func receive(_ preview: Preview, of command: Command) {
        guard wanted.contains(command) else { return }
        results[command] = preview
    }
}
