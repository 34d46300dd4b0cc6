import FlintCore
import InspectorKit

/// The facts of an app as they are or, with assumptions, as they would be.
struct AssumedFacts {
    /// The runtime whose facts they are.
    let runtime: FlintRuntime
    /// What is assumed of each fact in place of what is known; empty for the facts as they are.
    var assumptions: [FactKey: FactAssumption] = [:]

    /// A fact; `nil` if it was never reported and nothing is assumed of it.
    subscript(key: FactKey) -> Fact? {
        guard let assumption = assumptions[key] else { return runtime.facts[key] }
        return assumption.applied(to: runtime.facts[key], of: key)
    }

    /// The status of a permission as features see it.
    func effectiveStatus(of permission: SystemPermissionConstraint) -> SystemPermissionStatus {
        runtime.effectiveStatus(of: permission, assuming: assumptions)
    }

    /// The status of a permission as the system reports it, whatever its override.
    func actualStatus(of permission: SystemPermissionConstraint) -> SystemPermissionStatus {
        assumptions[.permission(permission)]?.actual?.permissionStatus ?? runtime.actualStatus(of: permission)
    }

    /// The override of every overridden fact that front ends show, in no particular order.
    var overrideRecords: [OverrideRecord] {
        guard !assumptions.isEmpty else { return runtime.facts.overrideRecords }
        let kept = runtime.facts.overrides.filter { assumptions[$0.key] == nil }
        let assumed = assumptions.keys.compactMap { key in
            self[key]?.override.flatMap { OverrideRecord(key: key, override: $0) }
        }
        return kept.compactMap { OverrideRecord(key: $0.key, override: $0.value) } + assumed
    }

    /// Returns what is known of facts that features depend on, or of all facts with `nil`.
    func records(of features: [String]?) -> [FactRecord] {
        let keys = features.map { ids in
            Set(ids.compactMap { runtime.metadata(at: TopicPath(stringLiteral: $0)) }.flatMap(\.factKeys))
        }
        return (keys ?? Set(runtime.facts.all.keys).union(assumptions.keys)).compactMap { key in
            self[key].map { FactRecord(key: key, fact: $0) }
        }
    }
}
