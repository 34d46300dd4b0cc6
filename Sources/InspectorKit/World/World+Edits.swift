internal import FeatureGating

extension World {
    /// Returns the world with other facts, and with what lists show of them.
    ///
    /// - Parameter assumptions: What is assumed of facts.
    /// - Returns: The world as it would be.
    package func applying(_ assumptions: [FactKey: FactAssumption]) -> World {
        var world = self
        world.set(assumptions.map { FactRecord(key: $0.key, fact: $0.value.applied(to: facts[$0.key], of: $0.key)) })
        var changes = ModelChanges(revision: model.revision)
        changes.states = affected(by: assumptions.keys).map { index in
            let feature = model.features[index]
            return FeatureSummary.State(
                number: feature.number, isAvailable: world.verdict(of: feature.id).boolValue,
                isOverridden: world.isOverridden(feature.id))
        }
        for key in assumptions.keys {
            guard let fact = world.facts[key], let reference = FactReference(key) else { continue }
            if let record = fact.override.flatMap({ OverrideRecord(key: key, override: $0) }) {
                changes.overrides.append(record)
            } else {
                changes.removedOverrides.append(reference)
            }
            switch key {
            case .purchase(let productID):
                guard var product = model.products[productID] else { continue }
                product.override = fact.override.map { PurchaseStatus($0.value.truth) }
                product.effective = PurchaseStatus(fact.effective.truth)
                changes.products.append(product)
            case .featureFlag(let key):
                guard var flag = model.flags[key.rawValue] else { continue }
                (flag.override, flag.effective) = (fact.override?.value.truth.boolValue, fact.effective.truth.boolValue)
                changes.flags.append(flag)
            case .platform:
                changes.status = model.status
                changes.status?.platform = PlatformState(fact)
            case .permission, .userToggle, .runtimeSwitch, .pastPurchases: continue
            }
        }
        if assumptions.keys.contains(where: { $0.kind == .permission }) {
            changes.permissions = model.permissions.map(world.permission)
        }
        world.model.apply(changes)
        return world
    }

    /// A permission as the facts have it.
    private func permission(_ known: PermissionSnapshot) -> PermissionSnapshot {
        guard let permission = SystemPermissionConstraint(name: known.permission),
            let fact = facts[.permission(permission)]
        else { return known }
        var described = known
        described.override = fact.override?.value.permissionStatus
        described.effective = Condition.effectiveStatus(of: permission) { facts[$0] }
        return described
    }

    /// Whether a feature, or a group above it, depends on an overridden fact.
    private func isOverridden(_ id: String) -> Bool {
        line(of: id).contains { feature in
            feature.requirement.facts.contains { condition in
                !condition.isAlwaysMet && condition.factKeys.contains { facts[$0]?.override != nil }
            }
        }
    }

    /// The title of a fact, such as "User setting of Dynamic Speed".
    package func title(of key: FactKey) -> String {
        key.title(product: { model.products[$0]?.name }, feature: { name(ofFeature: $0.description) })
    }
}
