// SPDX-License-Identifier: MIT

internal import FeatureGating

/// A proof for each feature of two versions of an app that no state loses or gains it, or a state that does.
///
/// A state loses a feature if the feature is available in the old version and not in the new one. The result holds for
/// all combinations of values of facts, including undetermined values: requirements have no negation, so a feature that
/// is available while a fact is unknown is available for each of its values.
package struct GatingProof: Sendable, Encodable {
    package enum Change: String, Codable, Sendable, Hashable, CaseIterable {
        case loses
        case gains
    }

    package enum Verdict: String, Codable, Sendable, Hashable {
        case never
        case found
        /// The search gave up, or it found no such state although it could not consider every value.
        case notProved = "not-proved"
    }

    package struct Value: Codable, Sendable, Hashable {
        package let fact: FactReference
        package let title: String
        package let value: String
        package let text: String
    }

    package struct Result: Sendable, Hashable, Encodable {
        package let verdict: Verdict
        /// The facts that cause the change, regardless of all other facts.
        package let values: [Value]
        @NullWhenAbsent package var persona: Persona?
        package let isSmallest: Bool
        package let steps: Int
    }

    package struct Feature: Sendable, Encodable {
        package let id: String
        package let name: String
        package let isInBoth: Bool
        package let loses: Result
        package let gains: Result

        package subscript(change: Change) -> Result {
            switch change {
            case .loses: loses
            case .gains: gains
            }
        }
    }

    /// The features in the order of the new version, followed by features that only the old version has.
    package let features: [Feature]
    package let steps: Int

    package var losing: [Feature] { features.filter { $0.loses.verdict == .found } }
    package var gaining: [Feature] { features.filter { $0.gains.verdict == .found } }
    package var unproved: [Feature] {
        features.filter { $0.loses.verdict == .notProved || $0.gains.verdict == .notProved }
    }

    package var isUnchanged: Bool { losing.isEmpty && gaining.isEmpty && unproved.isEmpty }

    package static let stepLimit = 200_000

    package init(from old: World, to new: World, stepLimit: Int = Self.stepLimit) {
        let (before, after) = (old.catalog, new.catalog)
        let platforms = [new, old].compactMap { $0.facts[.platform]?.effective.currentPlatform }
        var circuit = GateCircuit(for: [before, after], preferring: platforms)
        let (oldGates, newGates) = (circuit.add(before), circuit.add(after))
        let prover = GateProver(circuit: circuit, stepLimit: stepLimit) { key in
            // A product that only the old version requires has no name in the new one.
            let title = new.title(of: key)
            return title == key.identifier ? old.title(of: key) : title
        }
        var search = GateSearch(circuit)
        let ids = after.features.map(\.id) + before.features.map(\.id).filter { newGates[$0] == nil }
        var names: Set<String> = []
        features = ids.map { id in
            let gates = (old: oldGates[id], new: newGates[id])
            let name = (gates.new ?? gates.old).map { circuit.gates[$0].feature.summary.name } ?? id
            // The names of personas must be different.
            let title = names.insert(name).inserted ? name : id
            return Feature(
                id: id, name: name, isInBoth: gates.old != nil && gates.new != nil,
                loses: prover.result("Loses \(title)", available: gates.old, not: gates.new, &search),
                gains: prover.result("Gains \(title)", available: gates.new, not: gates.old, &search))
        }
        steps = search.steps
    }
}

struct GateProver {
    let circuit: GateCircuit
    let stepLimit: Int
    let title: (FactKey) -> String

    func result(
        _ name: String, available: Int?, not: Int?, _ search: inout GateSearch
    ) -> GatingProof.Result {
        let never = GatingProof.Result(verdict: .never, values: [], isSmallest: false, steps: 0)
        guard let available else { return never }
        var goals = [GateSearch.Goal(node: circuit.gates[available].full, isTrue: true)]
        if let not {
            if isSame(available, not) { return never }
            goals.append(.init(node: circuit.gates[not].full, isTrue: false))
        }
        return result(name, reaching: goals, &search)
    }

    /// Searches for the smallest state that meets goals.
    ///
    /// `assumed` contains the values of facts that the goals assume, including facts on which no requirement depends.
    func result(
        _ name: String, reaching goals: [GateSearch.Goal], assuming assumed: [(key: FactKey, value: FactValue)] = [],
        _ search: inout GateSearch
    ) -> GatingProof.Result {
        let start = search.steps
        func result(_ verdict: GatingProof.Verdict, isSmallest: Bool = false) -> GatingProof.Result {
            let values = verdict == .found ? values(of: search, assumed) : []
            return GatingProof.Result(
                verdict: verdict, values: values.map(\.value),
                persona: verdict == .found ? persona(name, values) : nil, isSmallest: isSmallest,
                steps: search.steps - start)
        }
        search.reset()
        search.narrowedLimit = .max
        defer {
            search.narrowedLimit = .max
            search.reset()
        }
        switch search.satisfy(goals, limit: stepLimit) {
        case .impossible: return result(circuit.hasEveryValue ? .never : .notProved)
        case .gaveUp: return result(.notProved)
        case .found: break
        }
        // On a platform that is not represented, fewer facts could suffice.
        var (known, isSmallest) = (search, circuit.hasEveryValue)
        // States with few facts are searched for first, so that the first state found is the smallest.
        for count in 0..<search.narrowedCount {
            search.reset()
            search.narrowedLimit = count
            let outcome = search.satisfy(goals, limit: stepLimit - (search.steps - start))
            if outcome == .impossible { continue }
            if outcome == .gaveUp { isSmallest = false }
            if outcome == .found { known = search }
            break
        }
        // The steps of the searches that found no smaller state also count.
        let steps = search.steps
        search = known
        search.addSteps(steps - known.steps)
        return result(.found, isSmallest: isSmallest)
    }

    /// Returns whether two features and the groups above them declare equal requirements, so that no search is needed.
    private func isSame(_ first: Int, _ second: Int) -> Bool {
        var next = (Optional(first), Optional(second))
        while let one = next.0.map({ circuit.gates[$0] }), let other = next.1.map({ circuit.gates[$0] }) {
            guard one.feature.requirement == other.feature.requirement else { return false }
            next = (one.parent, other.parent)
        }
        return next.0 == nil && next.1 == nil
    }

    private typealias Known = (key: FactKey, known: FactValue, value: GatingProof.Value)

    private func values(of search: GateSearch, _ assumed: [(key: FactKey, value: FactValue)]) -> [Known] {
        let found = zip(circuit.variables, search.domains).compactMap { variable, domain in
            domain == variable.allValues || assumed.contains { $0.key == variable.key }
                ? nil : (key: variable.key, value: variable.values[domain.trailingZeroBitCount])
        }
        return (assumed + found).compactMap { key, value in
            guard let fact = FactReference(key) else { return nil }
            return (
                key, value,
                GatingProof.Value(
                    fact: fact, title: title(key), value: value.overrideText(of: key), text: value.displayText(for: key)
                )
            )
        }
    }

    private func persona(_ name: String, _ values: [Known]) -> Persona {
        var persona = Persona(name: name)
        for value in values { persona.set(value.key, to: value.known) }
        persona.makeConsistent()
        return persona
    }
}
