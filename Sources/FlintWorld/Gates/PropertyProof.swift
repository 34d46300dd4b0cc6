// SPDX-License-Identifier: MIT

internal import FeatureGating

/// The proof that a property holds in every state of an app, or the smallest state that breaks it.
package struct PropertyProof: Sendable, Hashable, Encodable {
    package let property: String
    /// The number of states that the proof distinguishes: all combinations of the values that requirements distinguish.
    package let states: Double
    /// The result of the search for a state that breaks the property, with the persona of such a state.
    package let broken: GatingProof.Result

    package var holds: Bool { broken.verdict == .never }
}

extension World {
    /// Proves properties, or finds the smallest personas that break them.
    ///
    /// The result contains the proofs of the properties that mention only known names, and the unknown names.
    package func proofs(
        of properties: [GatingProperty], stepLimit: Int = GatingProof.stepLimit
    ) -> (proofs: [PropertyProof], unknown: [ExpectationReport.UnknownName]) {
        guard !properties.isEmpty else { return ([], []) }
        let platform = facts[.platform]?.effective.currentPlatform
        var circuit = GateCircuit(for: [catalog], preferring: [platform].compactMap(\.self))
        let gates = circuit.add(catalog)
        let known = Dictionary(circuit.variables.map { ($0.key, $0.key) }) { first, _ in first }
        var unknown: [ExpectationReport.UnknownName] = []
        var questions: [(property: GatingProperty, goals: [GateSearch.Goal], facts: [(FactKey, FactValue)])] = []
        for property in properties {
            var (goals, facts): ([GateSearch.Goal], [(FactKey, FactValue)]) = ([], [])
            let strangers = unknown.count
            func stranger(_ kind: ExpectationReport.UnknownName.Kind, _ name: String, _ nearest: String? = nil) {
                unknown.append(.init(kind: kind, name: name, states: [property.text], nearest: nearest))
            }
            for (names, isAvailable) in [(property.available, true), (property.unavailable, false)] {
                for name in names {
                    guard let id = id(ofFeature: name), let gate = gates[id] else {
                        stranger(.feature, name, EditDistance.nearest(to: name, among: model.features.map(\.name)))
                        continue
                    }
                    goals.append(.init(node: circuit.gates[gate].full, isTrue: isAvailable))
                }
            }
            for assumption in property.assumptions {
                // Two names can refer to the same fact, and their values could contradict each other.
                guard let (key, value) = fact(assumption, among: known), !facts.contains(where: { $0.0 == key }),
                    let tests = circuit.add(key, is: value)
                else {
                    stranger(.fact, assumption.text)
                    continue
                }
                facts.append((key, value))
                goals += tests.map { .init(node: $0, isTrue: true) }
            }
            if unknown.count == strangers { questions.append((property, goals, facts)) }
        }
        var search = GateSearch(circuit)
        let prover = GateProver(circuit: circuit, stepLimit: stepLimit, title: title(of:))
        let states = circuit.variables.reduce(1) { $0 * Double($1.values.count) }
        let proofs = questions.enumerated().map { index, question in
            PropertyProof(
                property: question.property.text, states: states,
                broken: prover.result(
                    "Breaks property \(index + 1)", reaching: question.goals, assuming: question.facts, &search))
        }
        return (proofs, unknown)
    }

    /// Returns the id of the only feature whose id, name, or end of an id matches, or `nil` without a unique match.
    private func id(ofFeature name: String) -> String? {
        if model.feature(name) != nil { return name }
        let folded = name.lowercased()
        let found = model.features.filter { $0.name.lowercased() == folded || $0.id.hasSuffix("/" + name) }
        return found.count == 1 ? found[0].id : nil
    }

    /// Returns the fact and the value of an assumption, or `nil` if the app does not have them.
    ///
    /// `gates` contains the facts that requirements depend on, with their descriptions.
    private func fact(
        _ assumption: GatingProperty.Assumption, among gates: [FactKey: FactKey]
    ) -> (FactKey, FactValue)? {
        var name = assumption.kind.isSingle ? FactReference.platformKey : assumption.name
        if assumption.kind.belongsToFeature { name = id(ofFeature: name) ?? name }
        let reference = FactReference(kind: assumption.kind, key: name)
        guard let known = model.key(of: reference),
            let key = gates[known] ?? (model.has(reference) ? known : nil),
            let value = FactValue(assumption.value, of: key)
        else { return nil }
        return (key, value)
    }
}
