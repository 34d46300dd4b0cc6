import FeatureGating

/// The availability of every feature, brought up to date as facts change.
///
/// It maps each fact to the answers that depend on it, and the answers to the features whose requirements mention
/// them, so that a change costs its dependants. It is a value that the fact store keeps beside the facts, under the
/// same lock: a new fact is never seen with an old verdict. Facts are passed to it, because it keeps none.
struct AvailabilityIndex {
    typealias Facts = [FactKey: Fact]

    /// The answers that a change of a fact's value can change.
    private var dependants: [FactKey: AnswerList] = [:]
    /// The answers that only overriding a fact, or removing its override, can change.
    private var overrideDependants: [FactKey: AnswerList] = [:]
    private(set) var graph = AvailabilityGraph<ConditionAnswer>()
    /// The path of each node of the graph, by number, for observers.
    private(set) var paths: [FeaturePath] = []
    /// Whether anything was ever known of past purchases.
    private(set) var hasPastPurchases = false
    /// The facts whose past purchases unlock something, which are few.
    private var unlockingPastPurchases: Set<FactKey> = []
    /// How many overridden facts each feature depends on; `nil` until a front end asks, and again after a feature was
    /// added or moved.
    private var overrideCounts: OverrideCounts?
    /// The verdicts once more, for reading without the lock.
    private let published: PublishedVerdicts

    /// Creates the index of no features.
    ///
    /// - Parameter published: Where every verdict is published.
    init(published: PublishedVerdicts) {
        self.published = published
    }

    // MARK: Features

    /// Adds a feature as a dependant of the facts its requirement mentions.
    ///
    /// - Parameters:
    ///   - parent: The node of the group above it.
    ///   - path: Its path.
    ///   - facts: All facts.
    ///   - requirement: What it requires; must not run code of the app.
    /// - Returns: Its node.
    mutating func addNode(
        parent: NodeID?, path: FeaturePath, facts: Facts, requirement: FactStore.RequirementOfFeature
    ) -> NodeID {
        let requirement = requirement { numbered($0, facts) }
        paths.append(path)
        let node = graph.addNode(numbered: requirement, parent: parent)
        overrideCounts = nil
        published.publish(graph.verdict(node), of: node)
        return node
    }

    /// Replaces what a feature depends on, after it has moved in the hierarchy.
    mutating func moveNode(
        _ node: NodeID, parent: NodeID?, path: FeaturePath, facts: Facts, requirement: FactStore.RequirementOfFeature
    ) {
        let requirement = requirement { numbered($0, facts) }
        paths[node.index] = path
        overrideCounts = nil
        published.publish(graph.setRequirement(numbered: requirement, of: node))
        published.publish(graph.setParent(parent, of: node))
        published.countChange()
    }

    /// Returns whether a feature is available; one whose node was forgotten in a reset is not.
    func verdict(_ node: NodeID) -> Truth {
        node.index < graph.count ? graph.verdict(node) : .false
    }

    // MARK: Changes of facts

    /// Brings the features that depend on a fact up to date.
    ///
    /// - Parameters:
    ///   - key: The fact.
    ///   - before: The fact as it was.
    ///   - after: The fact as it is.
    ///   - facts: All facts, this one as it is.
    /// - Returns: The verdicts that changed.
    mutating func update(_ key: FactKey, before: Fact?, after: Fact, facts: Facts) -> [VerdictChange] {
        if case .pastPurchases = key {
            hasPastPurchases = true
            if after.effective.truth == .true {
                unlockingPastPurchases.insert(key)
            } else {
                unlockingPastPurchases.remove(key)
            }
        }
        let isOverriddenOrRestored = (before?.override != nil) != (after.override != nil)
        if isOverriddenOrRestored { countOverride(of: key, isAdded: after.override != nil) }
        // Some answers make a difference between an override and an actual value that are the same.
        let isOther = before?.effective != after.effective || before?.override?.value != after.override?.value
        let affected = isOther ? dependants[key] : nil
        // Past purchases mostly unlock nothing, and then it does not matter what stands in their way.
        let further = isOverriddenOrRestored && !unlockingPastPurchases.isEmpty ? overrideDependants[key] : nil
        defer { published.countChange() }
        let changes: [VerdictChange]
        switch (affected, further) {
        case (nil, nil):
            return []
        case (let list?, nil) where list.only != nil:
            changes = list.only.map { graph.set(truth(of: $0, in: facts), at: $0) } ?? []
        default:
            let answers = (affected?.all ?? []) + (further?.all ?? [])
            changes = graph.set(answers.map { ($0, truth(of: $0, in: facts)) })
        }
        published.publish(changes)
        return changes
    }

    /// Notes that what is known under one key is known under another one, because a feature has another path.
    mutating func rename(_ old: FactKey, to new: FactKey) {
        overrideCounts = nil
        if unlockingPastPurchases.remove(old) != nil { unlockingPastPurchases.insert(new) }
        published.countChange()
    }

    /// Returns what other facts would change.
    ///
    /// - Parameters:
    ///   - changed: The facts that would be other ones.
    ///   - facts: All facts as they are.
    /// - Returns: The features whose availability would change, in the order of registration.
    mutating func preview(_ changed: Facts, facts: Facts) -> [AvailabilityChange] {
        AvailabilityChange.list(changes(with: changed, facts: facts), paths: paths)
    }

    /// Returns the verdict of every feature if facts were other ones.
    ///
    /// - Parameters:
    ///   - changed: The facts that would be other ones.
    ///   - facts: All facts as they are.
    /// - Returns: The verdicts by node; it costs a byte for each feature besides what the facts change.
    mutating func verdicts(with changed: Facts, facts: Facts) -> [Truth] {
        let changes = changes(with: changed, facts: facts)
        var verdicts = graph.verdicts
        for change in changes { verdicts[change.node.index] = change.after }
        return verdicts
    }

    private mutating func changes(with changed: Facts, facts: Facts) -> [VerdictChange] {
        // An override of a product counts for past purchases too, if there are any that unlock something.
        let countsPastPurchases = !unlockingPastPurchases.isEmpty
        let ids = changed.keys.flatMap { key in
            (dependants[key]?.all ?? []) + (countsPastPurchases ? overrideDependants[key]?.all ?? [] : [])
        }
        // No copy of the graph may be left, or what is set for a moment would be set in another one.
        let values = ids.map { id in (id, graph.key(of: id).truth { changed[$0] ?? facts[$0] }) }
        return graph.preview(values)
    }

    // MARK: Answers

    /// Returns an answer given facts, which are passed on because a closure would copy everything else here too.
    private func truth(of id: FactID, in facts: Facts) -> Truth {
        graph.key(of: id).truth { facts[$0] }
    }

    /// Returns a condition in terms of the answers the graph keeps, by their numbers.
    private mutating func numbered(_ condition: Condition, _ facts: Facts) -> Requirement<FactID> {
        // The rule of most features: wherever the app runs, they are supported.
        if case .platform(let rule) = condition, rule.versions.isEmpty { return .always }
        return condition.requirement { number(of: $0, facts) }
    }

    /// Returns the number of an answer; a new one becomes known to the facts it is about, so that their changes reach
    /// it.
    private mutating func number(of answer: ConditionAnswer, _ facts: Facts) -> FactID {
        if !answer.isOfOneFeature, let known = graph.id(of: answer) { return known }
        let id = answer.isOfOneFeature ? graph.add(answer) : graph.intern(answer)
        dependants[answer.mainKey, default: AnswerList()].append(id)
        if let key = answer.furtherKey { dependants[key, default: AnswerList()].append(id) }
        if let key = answer.overrideKey { overrideDependants[key, default: AnswerList()].append(id) }
        // Nothing depends on it yet, so nothing changes.
        graph.set(answer.truth { facts[$0] }, at: id)
        return id
    }

    // MARK: Overridden features

    /// Returns the features that depend on a fact, through themselves or a group above, each once.
    ///
    /// - Parameters:
    ///   - key: The fact.
    ///   - overridden: The facts that are overridden.
    /// - Returns: Their nodes, at the cost of these only once the counts are made.
    mutating func nodes(dependingOn key: FactKey, overridden: Set<FactKey>) -> [NodeID] {
        makeOverrideCounts(overridden)
        let (nodes, graph) = (nodes(mentioning: key), graph)
        return overrideCounts?.nodesBelow(nodes, in: graph) ?? []
    }

    /// Returns the availability of all features now.
    ///
    /// - Parameter overridden: The facts that are overridden.
    /// - Returns: The verdict of every feature, and whether it depends on one of these facts.
    mutating func states(overridden: Set<FactKey>) -> FeatureStates {
        makeOverrideCounts(overridden)
        return FeatureStates(verdicts: graph.verdicts, overrideCounts: overrideCounts?.counts ?? [])
    }

    /// The features whose own condition mentions a fact, some of them several times.
    private func nodes(mentioning key: FactKey) -> [NodeID] {
        // Features that ask about past purchases in place of a product ask about the product too.
        (dependants[key]?.all ?? []).flatMap { graph.dependants(at: $0) }
    }

    /// Takes an override that was applied or removed into account.
    private mutating func countOverride(of key: FactKey, isAdded: Bool) {
        guard overrideCounts != nil else { return }
        let (nodes, graph) = (nodes(mentioning: key), graph)
        overrideCounts?.add(isAdded ? 1 : -1, below: nodes, in: graph)
    }

    /// Makes the counts, unless they are there and the hierarchy has not changed since.
    private mutating func makeOverrideCounts(_ overridden: Set<FactKey>) {
        guard overrideCounts == nil else { return }
        var counts = OverrideCounts(nodes: graph.count)
        for key in overridden { counts.add(1, below: nodes(mentioning: key), in: graph) }
        overrideCounts = counts
    }
}

/// The numbers of answers that depend on one fact: mostly a single one, which takes no memory of its own.
struct AnswerList {
    private var first: FactID?
    private var others: [FactID] = []

    /// Creates a list without answers.
    init() {}

    /// Adds an answer.
    mutating func append(_ answer: FactID) {
        if first == nil { first = answer } else { others.append(answer) }
    }

    /// The only answer; `nil` if there are several or none.
    var only: FactID? { others.isEmpty ? first : nil }

    /// The answers in the order in which they were added.
    var all: [FactID] { first.map { [$0] + others } ?? [] }
}
