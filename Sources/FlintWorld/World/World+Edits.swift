// SPDX-License-Identifier: MIT

internal import FeatureGating

extension World {
    /// Returns the world with changed facts, without updating ``model``.
    package func setting(_ others: [FactKey: Fact]) -> World {
        var world = self
        world.set(others.map { FactRecord(key: $0.key, fact: $0.value) })
        return world
    }

    /// Returns the world with changed facts and an updated ``model``.
    package func applying(_ others: [FactKey: Fact]) -> World {
        var world = setting(others)
        var changes = ModelChanges(revision: model.revision)
        changes.states = affectedFeatures(by: others.keys).map { index in
            let feature = model.features[index]
            return FeatureSummary.State(
                number: feature.number, isAvailable: world.verdict(of: feature.id).boolValue,
                isOverridden: world.isOverridden(feature.id))
        }
        for (key, fact) in others {
            guard let reference = FactReference(key) else { continue }
            if let record = fact.override.flatMap({ OverrideRecord(key: key, override: $0) }) {
                changes.overrides.append(record)
            } else {
                changes.removedOverrides.append(reference)
            }
            switch key {
            case .purchase(let productID):
                guard var product = model.products[productID] else { continue }
                product.status = PurchaseStatus(fact.actual.truth)
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
            case .own: changes.facts.append(FactRecord(key: key, fact: fact))
            case .permission, .userSetting, .runtimeSwitch, .pastPurchases: continue
            }
        }
        if others.keys.contains(where: { $0.kind == .permission }) {
            changes.permissions = model.permissions.map(world.permission)
        }
        world.model.apply(changes)
        return world
    }

    package func applying(_ plan: CommandPlan) -> World {
        var world = applying(plan.facts)
        guard let store = plan.store else { return world }
        var changes = ModelChanges(revision: model.revision)
        changes.status = world.model.status
        changes.status?.store = store.snapshot
        changes.products = store.products.map { sold in
            // The store can sell products that the app does not list.
            guard var product = world.model.products[sold.productID] else { return sold }
            (product.balance, product.subscription) = (sold.balance, sold.subscription)
            product.transactions = sold.transactions
            return product
        }
        world.model.apply(changes)
        return world
    }

    /// Returns the world at an earlier moment.
    ///
    /// The store's state, the authorization flow, and the app's activity are unknown for that moment.
    package func applying(_ past: MomentFacts) -> World {
        var world = past.laterFeatures.isEmpty ? self : removing(Set(past.laterFeatures))
        world = world.applying(Dictionary(past.facts.map { ($0.key, $0.fact) }, uniquingKeysWith: { $1 }))
        var changes = ModelChanges(revision: world.model.revision)
        var status = world.model.status
        (status.store, status.flow, status.activity, status.backgroundWorkIsRunning) = (nil, nil, nil, nil)
        (status.undo, status.redo, status.irreversible, status.differences) = (nil, nil, nil, [])
        status.recording = past.moment
        changes.status = status
        changes.products = world.model.products.map { product in
            var product = product
            (product.subscription, product.transactions, product.balance) = (nil, [], nil)
            return product
        }
        world.model.apply(changes)
        return world
    }

    private func removing(_ later: Set<String>) -> World {
        var world = World(
            model: AppModel(
                revision: model.revision, status: model.status,
                features: model.features.filter { !later.contains($0.id) },
                products: Array(model.products), permissions: model.permissions, flags: Array(model.flags),
                overrides: Array(model.overrides)))
        var catalog = catalog
        catalog.features.removeAll { later.contains($0.id) }
        world.add(catalog)
        world.set(facts.map { FactRecord(key: $0.key, fact: $0.value) })
        return world
    }

    private func permission(_ known: PermissionSnapshot) -> PermissionSnapshot {
        guard let permission = SystemPermissionConstraint(name: known.permission),
            let fact = facts[.permission(permission)]
        else { return known }
        var described = known
        described.status = fact.actual.permissionStatus ?? .notDetermined
        // The attributes describe the former status.
        if described.status != known.status { described.attributes = nil }
        described.override = fact.override?.value.permissionStatus
        described.effective = Condition.effectiveStatus(of: permission) { facts[$0] }
        return described
    }

    private func isOverridden(_ id: String) -> Bool {
        lineage(of: id).contains { feature in
            feature.requirement.facts.contains { condition in
                !condition.isAlwaysMet && condition.factKeys.contains { facts[$0]?.override != nil }
            }
        }
    }

    package func title(of key: FactKey) -> String {
        key.title(model.wording(of: key), feature: { name(ofFeature: $0.description) })
    }
}
