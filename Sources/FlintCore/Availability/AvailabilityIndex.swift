// SPDX-License-Identifier: MIT

import FeatureGating

/// The availability of every feature, updated incrementally as facts change.
///
/// The index maps each fact to the elementary conditions, or answers, that depend on it, and each answer to the
/// features whose requirements mention it. The cost of a change is therefore proportional to the number of its
/// dependents.
///
/// The fact store holds the index alongside the facts and protects both with one lock, so a reader never sees a new
/// fact with an old verdict. The index does not store facts. Its methods receive them as arguments.
struct AvailabilityIndex {
    typealias Facts = [FactKey: Fact]

    private var dependents: [FactKey: AnswerList] = [:]
    /// The answers that depend only on whether the fact is overridden.
    private var overrideDependents: [FactKey: AnswerList] = [:]
    private(set) var graph = AvailabilityGraph<Condition>()
    private(set) var paths: [FeaturePath] = []
    private(set) var hasPastPurchases = false
    /// The facts about past purchases that currently unlock a feature; usually few.
    private var unlockingPastPurchases: Set<FactKey> = []
    /// The number of overridden facts per feature, or `nil` until a front end requests it.
    ///
    /// Adding or moving a feature resets the counts to `nil`.
    private var overrideCounts: OverrideCounts?
    private let published: PublishedVerdicts

    init(published: PublishedVerdicts) {
        self.published = published
    }

    // MARK: Features

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

    func verdict(_ node: NodeID) -> Truth {
        node.index < graph.count ? graph.verdict(node) : .false
    }

    // MARK: Changes of facts

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
        // Some answers distinguish an override from an equal actual value.
        let hasChanged = before?.effective != after.effective || before?.override?.value != after.override?.value
        let affected = hasChanged ? dependents[key] : nil
        // Overrides affect past purchases only if past purchases unlock a feature. This is rare.
        let overrideAffected = isOverriddenOrRestored && !unlockingPastPurchases.isEmpty ? overrideDependents[key] : nil
        // Counted after the verdicts are published, so that a reader never finds an old verdict with a new revision.
        defer { published.countChange() }
        let changes: [VerdictChange]
        switch (affected, overrideAffected) {
        case (nil, nil):
            return []
        case (let list?, nil) where list.single != nil:
            changes = list.single.map { graph.set(truth(of: $0, in: facts), at: $0) } ?? []
        default:
            let answers = (affected?.all ?? []) + (overrideAffected?.all ?? [])
            changes = graph.set(answers.map { ($0, truth(of: $0, in: facts)) })
        }
        published.publish(changes)
        return changes
    }

    mutating func rename(_ old: FactKey, to new: FactKey) {
        overrideCounts = nil
        if unlockingPastPurchases.remove(old) != nil { unlockingPastPurchases.insert(new) }
        published.countChange()
    }

    mutating func preview(_ changed: Facts, facts: Facts) -> [AvailabilityChange] {
        AvailabilityChange.changes(from: changes(with: changed, facts: facts), paths: paths)
    }

    var verdicts: [Truth] { graph.verdicts }

    func changes(since verdicts: [Truth]) -> [AvailabilityChange] {
        // `zip` omits the features that were registered since.
        zip(paths, zip(verdicts, graph.verdicts)).compactMap { path, verdicts in
            verdicts.0 == verdicts.1
                ? nil : AvailabilityChange(feature: path, before: verdicts.0, after: verdicts.1)
        }
    }

    private mutating func changes(with changed: Facts, facts: Facts) -> [VerdictChange] {
        // An override of a product also affects the past purchases that unlock a feature.
        let countsPastPurchases = !unlockingPastPurchases.isEmpty
        let ids = changed.keys.flatMap { key in
            (dependents[key]?.all ?? []) + (countsPastPurchases ? overrideDependents[key]?.all ?? [] : [])
        }
        // A copy of the graph must not exist here, or the temporary changes in `preview` would duplicate its storage.
        let values = ids.map { id in (id, graph.key(of: id).truth { changed[$0] ?? facts[$0] }) }
        return graph.preview(values)
    }

    // MARK: Answers

    private func truth(of id: FactID, in facts: Facts) -> Truth {
        // `facts` is a parameter, because a closure that read the stored facts would copy the state that it captures.
        graph.key(of: id).truth { facts[$0] }
    }

    private mutating func numbered(_ condition: Condition, _ facts: Facts) -> Requirement<FactID> {
        // Most features support every platform, so they need no answer about the platform.
        if let rule = condition.platformRule, rule.versions.isEmpty { return .always }
        return condition.requirement { number(of: $0, facts) }
    }

    private mutating func number(of answer: Condition, _ facts: Facts) -> FactID {
        if !answer.belongsToSingleFeature, let known = graph.id(of: answer) { return known }
        let id = answer.belongsToSingleFeature ? graph.add(answer) : graph.intern(answer)
        dependents[answer.mainKey, default: AnswerList()].append(id)
        if let key = answer.widerPermissionKey { dependents[key, default: AnswerList()].append(id) }
        if let key = answer.overrideKey { overrideDependents[key, default: AnswerList()].append(id) }
        // No feature depends on a new answer yet, so no verdict changes.
        graph.set(answer.truth { facts[$0] }, at: id)
        return id
    }

    // MARK: Overridden features

    /// Returns the features that depend on a fact, directly or through a group, without duplicates.
    ///
    /// Once the counts exist, the cost is proportional to the size of the result.
    mutating func nodes(dependingOn key: FactKey, overridden: Set<FactKey>) -> [NodeID] {
        makeOverrideCounts(overridden)
        let (nodes, graph) = (nodes(mentioning: key), graph)
        return overrideCounts?.nodesBelow(nodes, in: graph) ?? []
    }

    mutating func states(overridden: Set<FactKey>) -> FeatureStates {
        makeOverrideCounts(overridden)
        return FeatureStates(verdicts: graph.verdicts, overrideCounts: overrideCounts?.counts ?? [])
    }

    /// Returns the features whose own condition mentions a fact, possibly with duplicates.
    private func nodes(mentioning key: FactKey) -> [NodeID] {
        // A feature that depends on past purchases always depends on the product as well.
        (dependents[key]?.all ?? []).flatMap { graph.dependents(at: $0) }
    }

    private mutating func countOverride(of key: FactKey, isAdded: Bool) {
        guard overrideCounts != nil else { return }
        let (nodes, graph) = (nodes(mentioning: key), graph)
        overrideCounts?.add(isAdded ? 1 : -1, below: nodes, in: graph)
    }

    private mutating func makeOverrideCounts(_ overridden: Set<FactKey>) {
        guard overrideCounts == nil else { return }
        var counts = OverrideCounts(nodes: graph.count)
        for key in overridden { counts.add(1, below: nodes(mentioning: key), in: graph) }
        overrideCounts = counts
    }
}

/// The numbers of the answers that depend on one fact.
///
/// Most lists have a single element and need no allocation.
struct AnswerList {
    private var first: FactID?
    private var others: [FactID] = []

    init() {}

    mutating func append(_ answer: FactID) {
        if first == nil { first = answer } else { others.append(answer) }
    }

    var single: FactID? { others.isEmpty ? first : nil }

    var all: [FactID] { first.map { [$0] + others } ?? [] }
}
