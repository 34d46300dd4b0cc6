// SPDX-License-Identifier: MIT

internal import FeatureGating

/// A small set of personas that covers the gates of an app.
///
/// As far as possible, each feature is available for at least one persona, and each requirement is the only reason for
/// a denial for at least one persona. ``World/cover(of:startingFrom:)`` finds the set.
package struct PersonaCover: Sendable, Encodable {
    package struct Obligation: Codable, Sendable, Hashable {
        package let featureID: String
        package let featureName: String
        /// The fact of the requirement that is the only reason for a denial, or `nil` for an available feature.
        @NullWhenAbsent package var fact: FactReference?
        @NullWhenAbsent package var requirement: String?
    }

    package struct Member: Sendable, Encodable {
        package let persona: Persona
        package let isExisting: Bool
        /// The obligations that this persona meets and that no previous persona meets.
        package let obligations: [Obligation]
    }

    package struct Unmet: Codable, Sendable, Hashable {
        package let obligation: Obligation
        package let reason: String
    }

    package let personas: [Member]
    package let unmet: [Unmet]
    package let featureCount: Int
    package let requirementCount: Int
    package let factCount: Int
    /// A proved lower bound of the number of personas in any set.
    package let lowerBound: Int

    package let isProvedMinimal: Bool
}

extension DeclaredFeature {
    package var belongsToFramework: Bool { typeName.hasPrefix("FlintCore.") || typeName.hasPrefix("FlintUI.") }
}

extension World {
    /// Finds a small set of personas that covers the gates of features.
    ///
    /// The search is greedy and deterministic. It narrows the values of facts for one persona at a time, tries several
    /// orders, and removes redundant personas.
    ///
    /// The existing personas must fit the app. They are used unless the set would become larger. Each new persona has a
    /// value for every fact that the features depend on.
    package func cover(
        of isIncluded: (DeclaredFeature) -> Bool = { !$0.belongsToFramework }, startingFrom existing: [Persona] = []
    ) -> PersonaCover {
        let (circuit, gates) = circuit(of: isIncluded, preferring: existing)
        var cover = CoverSearch(GateObligations(circuit, gates: gates))
        let seeds = existing.map { persona -> [UInt64] in
            let facts = (try? persona.overrides(in: model)).map { plan($0).facts } ?? [:]
            return circuit.values { facts[$0] ?? fact($0) }
        }
        let chosen = cover.find(seeds)
        let obligations = cover.obligations
        var names: Set<String> = Set(existing.map(\.name) + [Expectations.presentState])
        var isCovered: Set<Int> = []
        let members = chosen.map { chosen in
            let met = obligations.metObligations(by: chosen.domains, of: cover.possible).filter {
                isCovered.insert($0).inserted
            }
            let persona =
                chosen.seed.map { existing[$0] } ?? makePersona(domains: chosen.domains, in: circuit, avoiding: &names)
            return PersonaCover.Member(
                persona: persona, isExisting: chosen.seed != nil,
                obligations: met.map { coverObligation(for: obligations.all[$0], in: circuit) })
        }
        let unmet = cover.obstacles.map { index, obstacle in
            PersonaCover.Unmet(
                obligation: coverObligation(for: obligations.all[index], in: circuit),
                reason: reason(for: obstacle, in: circuit))
        }
        return PersonaCover(
            personas: members, unmet: unmet, featureCount: gates.count,
            requirementCount: obligations.all.count - gates.count, factCount: circuit.variables.count,
            lowerBound: cover.lowerBound, isProvedMinimal: cover.lowerBound == members.count)
    }

    /// Returns the circuit of features and the groups above them, and the features' gates.
    ///
    /// Among platforms with the same effect, the circuit prefers the current platform and the platforms of personas.
    func circuit(
        of isIncluded: (DeclaredFeature) -> Bool, preferring personas: [Persona]
    ) -> (circuit: GateCircuit, gates: [Int]) {
        let present = facts[.platform]?.effective.currentPlatform
        let platforms =
            [present].compactMap { $0 } + personas.compactMap { $0.platform.flatMap { CurrentPlatform($0) } }
        var catalog = catalog
        let included = catalog.features.filter(isIncluded)
        var seen: Set<String> = []
        catalog.features = included.flatMap { lineage(of: $0.id).reversed() }.filter { seen.insert($0.id).inserted }
        var circuit = GateCircuit(for: [catalog], preferring: platforms)
        let gates = circuit.add(catalog)
        return (circuit, included.compactMap { gates[$0.id] })
    }

    package func gates(of ids: [String]) -> [DeclaredGating.Gate] {
        var seen: Set<String> = []
        return ids.flatMap { lineage(of: $0).reversed() }.filter { seen.insert($0.id).inserted }.map(
            DeclaredGating.Gate.init)
    }

    // MARK: Words

    func coverObligation(
        for obligation: GateObligations.Obligation, in circuit: GateCircuit
    ) -> PersonaCover.Obligation {
        let gate = circuit.gates[obligation.gate]
        let condition = obligation.condition.map { gate.conditions[$0].condition }
        return PersonaCover.Obligation(
            featureID: gate.feature.id, featureName: gate.feature.summary.name,
            fact: condition.flatMap { FactReference($0.mainKey) }, requirement: condition.map(title))
    }

    func title(of condition: Condition) -> String {
        condition.platformRule?.title
            ?? [title(of: condition.mainKey), condition.requirementWords].compactMap(\.self).joined(separator: " ")
    }

    func reason(
        for obstacle: GateObligations.Obstacle, in circuit: GateCircuit
    ) -> String {
        switch obstacle {
        case .neverAvailable: "no combination of facts makes the feature available"
        case .alwaysMet: "the requirement is always met"
        case .impliedByGroup(let group):
            "the requirements of \(circuit.gates[group].feature.summary.name) imply it"
        case .impliedByOthers: "the feature's other requirements imply it"
        case .neverDecides: "the alternative never decides, because another one is met whenever it is"
        case .gaveUp: "not decided, because the search gave up"
        }
    }

    private func makePersona(domains: [UInt64], in circuit: GateCircuit, avoiding names: inout Set<String>) -> Persona {
        var removed: [String] = []
        var persona = Persona(name: "")
        for (variable, domain) in zip(circuit.variables, domains) {
            let index = domain.trailingZeroBitCount
            persona.set(variable.key, to: variable.values[index])
            guard index > 0, variable.key != .platform else { continue }
            let title = title(of: variable.key)
            removed.append(
                variable.key.kind.isOwn ? "\(title) \(variable.values[0].displayText(for: variable.key))" : title)
        }
        persona.makeConsistent()
        let limit = 3
        let more = removed.count > limit ? ["\(removed.count - limit + 1) more"] : []
        var name =
            removed.isEmpty
            ? "Everything granted" : "Without " + (removed.prefix(more.isEmpty ? limit : limit - 1) + more).listed()
        // Value 0 is the preferred platform, so the name omits it.
        if let platform = circuit.factIndices[.platform], domains[platform] & 1 == 0, let label = persona.platform {
            name += " on \(label)"
        }
        let base = name
        var number = 1
        while !names.insert(name).inserted {
            number += 1
            name = "\(base) (\(number))"
        }
        persona.name = name
        return persona
    }
}

extension Persona {
    mutating func set(_ key: FactKey, to value: FactValue) {
        let state: State = value.truth == .true ? .on : .off
        func set<Value>(_ values: inout [String: Value]?, _ value: Value) {
            if values == nil { values = [:] }
            values?[key.identifier] = value
        }
        switch key {
        case .purchase: set(&purchases, PurchaseStatus(value.truth))
        case .permission: set(&permissions, value.permissionStatus ?? .denied)
        case .userSetting: set(&userSettings, state)
        case .runtimeSwitch: set(&runtimeSwitches, state)
        case .featureFlag: set(&flags, state)
        case .platform: platform = value.currentPlatform?.label
        case .own:
            guard let text = value.knownText(of: key) else { break }
            facts = (facts ?? [:]).merging([Self.name(of: key): text]) { $1 }
        case .pastPurchases: break
        }
    }

    /// Authorizes each permission that a wider, authorized permission includes.
    mutating func makeConsistent() {
        for name in permissions?.keys.sorted() ?? [] {
            guard let wider = SystemPermissionConstraint(name: name).flatMap(PermissionRules.wider),
                permissions?[wider.name] == .authorized
            else { continue }
            permissions?[name] = .authorized
        }
    }
}
