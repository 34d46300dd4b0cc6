// SPDX-License-Identifier: MIT

import FlintCore
import FlintWorld

/// The values of facts and the availability of features at a moment.
///
/// A test export compares two moments to find the effects of a step.
struct ScenarioFacts {
    /// The value of each fact, spelled as in JSON output.
    ///
    /// A runtime switch has a value only while it is overridden.
    private(set) var values: [FactReference: String?] = [:]
    private(set) var availability: [String: Bool?] = [:]

    init(_ world: World) {
        let model = world.model
        for fact in model.factKinds.flatMap(model.listedFacts) {
            values[fact.reference] = .some(model.key(of: fact.reference).flatMap(fact.value.knownText))
        }
        values[.platform] = model.status.platform.description
        for feature in model.features {
            availability[feature.id] = .some(feature.isAvailable)
            guard let detail = world.detail(of: feature.id) else { continue }
            for row in detail.requirements {
                guard let fact = row.factReference, model.listedFact(for: fact) == nil else { continue }
                // The value is the one that features see. For the platform, it therefore includes an override.
                values[fact] = fact.kind == .runtimeSwitch ? .some(row.override) : row.value
            }
        }
    }

    /// The value of a fact, or `nil` if it is unknown or a switch without an override.
    subscript(fact: FactReference) -> String? { values[fact] ?? nil }

    /// Returns the facts whose values have changed since an earlier moment, sorted by kind and key.
    func changedFacts(since earlier: Self) -> [FactReference] {
        values.keys.filter { self[$0] != earlier[$0] }.sorted {
            ($0.kind.rawValue, $0.key) < ($1.kind.rawValue, $1.key)
        }
    }

    func changedFeatures(since earlier: Self) -> [String] {
        availability.keys.filter { availability[$0] != earlier.availability[$0] }.sorted()
    }
}
