import FlintCore
import InspectorKit

/// What features depend on at one moment, as values of facts.
struct ScenarioFacts {
    /// The values, by fact, as answers spell them; a switch that is not overridden has `nil`.
    private(set) var values: [FactReference: String?] = [:]
    /// Whether each feature is available, by id.
    private(set) var availability: [String: Bool?] = [:]

    /// Reads an app.
    ///
    /// - Parameter inspector: The app.
    init(_ inspector: any Inspector) {
        let model = inspector.list()
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
            guard let detail = inspector.detail(of: feature.id) else { continue }
            for row in detail.requirements {
                guard let fact = row.factReference else { continue }
                switch fact.kind {
                case .toggle: values[fact] = row.value
                case .runtimeSwitch: values[fact] = .some(row.override)
                // As features see it, which is under an override.
                case .platform: values[fact] = row.value
                case .purchase, .permission, .flag: break
                }
            }
        }
    }

    /// The value of a fact; `nil` for one that is not known, or not overridden.
    subscript(fact: FactReference) -> String? { values[fact] ?? nil }

    /// The facts whose values differ from those of an earlier moment, in alphabetical order.
    func changes(since earlier: Self) -> [FactReference] {
        values.keys.filter { self[$0] != earlier[$0] }.sorted {
            ($0.kind.rawValue, $0.key) < ($1.kind.rawValue, $1.key)
        }
    }

    /// The ids of the features whose availability differs from that of an earlier moment, in alphabetical order.
    func changedFeatures(since earlier: Self) -> [String] {
        availability.keys.filter { availability[$0] != earlier.availability[$0] }.sorted()
    }
}
