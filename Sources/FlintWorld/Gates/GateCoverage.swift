// SPDX-License-Identifier: MIT

internal import FeatureGating

/// A fact that differs from the previous state, with `nil` for a fact that is no longer known.
package typealias FactUpdate = (key: FactKey, fact: Fact?)

/// The obligations of an app's gates that were met in states of the app.
///
/// The obligations are the same as for ``World/cover(of:startingFrom:)``: every feature is available at least once, and
/// every requirement is at least once the only reason that its feature is not available. The cost of a state is
/// proportional to the number of features that depend on facts that differ from the previous state.
///
/// ```swift
/// var coverage = GateCoverage(of: inspector.world(of: nil))
/// coverage.begin(.journal, named: "journal.jsonl")
/// try recording.readMoments(of: coverage.keys) { coverage.observe($1, at: .event($0)) }
/// print(coverage.report.percent)
/// ```
package struct GateCoverage: Sendable {
    package enum Place: Sendable, Hashable {
        /// The state after an event, or at the start for event 0.
        case event(UInt64)
        case state(String)
    }

    private struct Gate {
        let id: String
        /// The feature's own requirement over indices of ``leaves``.
        let requirement: Requirement<Int>
        /// The conditions of the requirement, each with the condition index of its obligation.
        let leaves: [(condition: Condition, obligation: Int?)]
        let parent: Int?
        var children: [Int] = []
        /// The indices of the gate's obligations.
        ///
        /// The first obligation is that the feature is available.
        var obligations = 0..<0
        var own = Truth.unknown
        var full = Truth.unknown
    }

    private let world: World
    private let obligations: GateObligations
    private var gates: [Gate]
    private var dependents: [FactKey: [Int]] = [:]
    private var facts: [FactKey: Fact] = [:]
    private var sightings: [CoverageReport.Sighting?]
    private var sources: [CoverageReport.Source] = []
    private var isStarted = false
    package private(set) var evaluationCount = 0

    package init(of world: World, _ isIncluded: (DeclaredFeature) -> Bool = { !$0.belongsToFramework }) {
        let (circuit, included) = world.circuit(of: isIncluded, preferring: [])
        self.world = world
        obligations = GateObligations(circuit, gates: included)
        sightings = obligations.all.map { _ in nil }
        gates = circuit.gates.map { gate in
            let conditions = gate.feature.requirement.facts
            let indices = Dictionary(uniqueKeysWithValues: conditions.enumerated().map { ($1, $0) })
            let leaves = conditions.map { condition in
                (condition, gate.conditions.firstIndex { $0.condition.hasSameGate(as: condition) })
            }
            return Gate(
                id: gate.feature.id, requirement: gate.feature.requirement.map { indices[$0] ?? 0 }, leaves: leaves,
                parent: gate.parent)
        }
        for (index, obligation) in obligations.all.enumerated() {
            let known = gates[obligation.gate].obligations
            gates[obligation.gate].obligations = (known.isEmpty ? index : known.lowerBound)..<index + 1
        }
        for index in gates.indices {
            if let parent = gates[index].parent { gates[parent].children.append(index) }
            for key in Set(gates[index].leaves.flatMap(\.condition.factKeys)) {
                dependents[key, default: []].append(index)
            }
        }
    }

    package var keys: Set<FactKey> { Set(dependents.keys) }

    // MARK: States

    package mutating func begin(_ kind: CoverageReport.Source.Kind, named name: String) {
        sources.append(CoverageReport.Source(kind: kind, name: name))
    }

    package mutating func observe(_ state: World, of features: Set<String>, at place: Place) {
        _ = update(dependents.keys.map { ($0, state.facts[$0]) })
        recordSightings(of: gates.indices.filter { features.contains(gates[$0].id) }, at: place)
    }

    /// Records the obligations that a state meets.
    ///
    /// The updates are the facts that differ from the previous state, or all facts of the first state.
    package mutating func observe(_ updates: [FactUpdate], at place: Place) {
        recordSightings(of: update(updates), at: place)
    }

    /// Records the obligations that the app's states meet.
    ///
    /// These are the states after the retained events. A past moment and an app with simulated commands have only one
    /// state.
    package mutating func observe(
        _ inspector: any Inspector, at world: World, after whatIf: WhatIf? = nil
    ) throws(MissingAnswer) {
        begin(.app, named: world.model.status.appName)
        let known = try whatIf == nil ? inspector.factHistory() : nil
        let history = known ?? FactHistory(oldest: .max, changes: [])
        history.readMoments(of: keys, upTo: world.facts, events: try inspector.events(after: 0).map(\.id)) {
            observe($1, at: .event($0))
        }
    }

    private mutating func update(_ updates: [FactUpdate]) -> Set<Int> {
        // The first state evaluates every gate.
        var affected: Set<Int> = isStarted ? [] : Set(gates.indices)
        isStarted = true
        for (key, fact) in updates {
            guard let gates = dependents[key], !Fact.haveSameValues(facts[key], fact) else { continue }
            facts[key] = fact
            affected.formUnion(gates)
        }
        for gate in affected {
            evaluationCount += 1
            gates[gate].own = gates[gate].requirement.evaluate { gates[gate].leaves[$0].condition.truth { facts[$0] } }
        }
        // Groups precede their members, so smaller indices are processed first.
        var pending = affected.sorted(by: >)
        while let gate = pending.popLast() {
            affected.insert(gate)
            let full = gates[gate].own && (gates[gate].parent.map { gates[$0].full } ?? .true)
            guard full != gates[gate].full else { continue }
            gates[gate].full = full
            pending += gates[gate].children
        }
        return affected
    }

    private mutating func recordSightings(of candidates: some Sequence<Int>, at place: Place) {
        guard let source = sources.indices.last else { return }
        sources[source].stateCount += 1
        for gate in candidates {
            for index in newlyMetObligations(of: gates[gate]) {
                sightings[index] = CoverageReport.Sighting(source: sources[source].name, place)
                sources[source].firstSeenCount += 1
            }
        }
    }

    private mutating func newlyMetObligations(of gate: Gate) -> [Int] {
        guard let available = gate.obligations.first else { return [] }
        // An available feature has no denial.
        if gate.full == .true { return sightings[available] == nil ? [available] : [] }
        // A denial counts only if the groups above the feature are available.
        guard gate.own == .false, gate.parent.map({ gates[$0].full == .true }) != false else { return [] }
        let unseen = gate.obligations.dropFirst().filter { sightings[$0] == nil }
        guard !unseen.isEmpty else { return [] }
        let truths = gate.leaves.map { $0.condition.truth { facts[$0] } }
        let unmet = Set(zip(gate.leaves, truths).compactMap { $1 == .false ? $0.obligation : nil })
        return unseen.filter { index in
            guard let condition = obligations.all[index].condition, unmet.contains(condition) else { return false }
            evaluationCount += 1
            // Because requirements have no negation, meeting this condition meets the requirement only if the condition
            // alone denies it.
            return gate.requirement.evaluate { gate.leaves[$0].obligation == condition ? .true : truths[$0] } == .true
        }
    }

    // MARK: Report

    /// The result for all states observed so far.
    ///
    /// Creating the report includes a search for states that meet the unseen obligations, which can take a long
    /// time in a large app.
    package var report: CoverageReport {
        var search = GateSearch(obligations.circuit)
        var seen: [CoverageReport.Seen] = []
        var unseen: [PersonaCover.Obligation] = []
        var impossible: [PersonaCover.Unmet] = []
        for (obligation, sighting) in zip(obligations.all, sightings) {
            let coverObligation = world.coverObligation(for: obligation, in: obligations.circuit)
            if let sighting {
                seen.append(CoverageReport.Seen(obligation: coverObligation, sighting: sighting))
            } else if let obstacle = obligations.obstacle(to: obligation, &search), obstacle.isProved {
                impossible.append(
                    PersonaCover.Unmet(
                        obligation: coverObligation, reason: world.reason(for: obstacle, in: obligations.circuit)))
            } else {
                unseen.append(coverObligation)
            }
        }
        return CoverageReport(seen: seen, unseen: unseen, impossible: impossible, sources: sources)
    }
}

extension GateObligations.Obstacle {
    fileprivate var isProved: Bool {
        switch self {
        case .neverAvailable, .alwaysMet, .impliedByGroup, .impliedByOthers, .neverDecides: true
        case .gaveUp: false
        }
    }
}

package struct CoverageReport: Sendable, Hashable, Encodable {
    package struct Source: Sendable, Hashable, Encodable {
        package enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
            case journal
            case report
            case expectations
            case app
        }

        package let kind: Kind
        package let name: String
        package internal(set) var stateCount = 0
        package internal(set) var firstSeenCount = 0
    }

    package struct Sighting: Sendable, Hashable, Encodable {
        package let source: String
        /// The number of the event before the state, or `nil` for an expectations file.
        @NullWhenAbsent package var event: UInt64?
        @NullWhenAbsent package var state: String?

        init(source: String, _ place: GateCoverage.Place) {
            self.source = source
            switch place {
            case .event(let number): event = number
            case .state(let name): state = name
            }
        }
    }

    package struct Seen: Sendable, Hashable, Encodable {
        package let obligation: PersonaCover.Obligation
        package let sighting: Sighting
    }

    /// The percentage of possible obligations that were seen, rounded down.
    package let percent: Int
    package let seen: [Seen]
    package let unseen: [PersonaCover.Obligation]
    package let impossible: [PersonaCover.Unmet]
    package let sources: [Source]

    init(seen: [Seen], unseen: [PersonaCover.Obligation], impossible: [PersonaCover.Unmet], sources: [Source]) {
        (self.seen, self.unseen, self.impossible, self.sources) = (seen, unseen, impossible, sources)
        let total = seen.count + unseen.count
        percent = total == 0 ? 100 : seen.count * 100 / total
    }

    /// A feature with obligations that were not seen, as parts of a sentence.
    ///
    /// For example, "available" and "denied only by Camera; Photos".
    package typealias UnseenFeature = (id: String, name: String, parts: [String])

    package var unseenFeatures: [UnseenFeature] {
        var features: [UnseenFeature] = []
        var rest = unseen[...]
        while let first = rest.first {
            let same = rest.prefix { $0.featureID == first.featureID }
            rest = rest.dropFirst(same.count)
            let denials = same.compactMap(\.requirement).joined(separator: "; ")
            let parts =
                (first.requirement == nil ? ["available"] : []) + (denials.isEmpty ? [] : ["denied only by \(denials)"])
            features.append((first.featureID, first.featureName, parts))
        }
        return features
    }

    package func counts(available: Bool) -> (seen: Int, all: Int) {
        let seen = seen.count { ($0.obligation.fact == nil) == available }
        return (seen, seen + unseen.count { ($0.fact == nil) == available })
    }
}
