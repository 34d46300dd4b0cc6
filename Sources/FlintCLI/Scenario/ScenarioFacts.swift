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
        for product in model.products {
            values[FactReference(kind: .purchase, key: product.productID)] = product.effective.rawValue
        }
        for permission in model.permissions {
            values[FactReference(kind: .permission, key: permission.permission)] = permission.effective.rawValue
        }
        for flag in model.flags {
            values[FactReference(kind: .flag, key: flag.key)] = .some(flag.effective.map { $0 ? "on" : "off" })
        }
        values[.platform] = model.status.platform.description
        for feature in model.features {
            availability[feature.id] = .some(feature.isAvailable)
            guard let detail = world.detail(of: feature.id) else { continue }
            for row in detail.requirements {
                guard let fact = row.factReference else { continue }
                switch fact.kind {
                case .userSetting: values[fact] = row.value
                case .runtimeSwitch: values[fact] = .some(row.override)
                // The platform that features see, which includes an override.
                case .platform: values[fact] = row.value
                case .purchase, .permission, .flag: break
                }
            }
        }
    }

    /// The value of a fact, or `nil` if it is unknown or a switch without an override.
    subscript(fact: FactReference) -> String? { values[fact] ?? nil }

    /// Returns the facts whose values have changed since an earlier moment, sorted by kind and key.
    func changes(since earlier: Self) -> [FactReference] {
        values.keys.filter { self[$0] != earlier[$0] }.sorted {
            ($0.kind.rawValue, $0.key) < ($1.kind.rawValue, $1.key)
        }
    }

    func changedFeatures(since earlier: Self) -> [String] {
        availability.keys.filter { availability[$0] != earlier.availability[$0] }.sorted()
    }
}
