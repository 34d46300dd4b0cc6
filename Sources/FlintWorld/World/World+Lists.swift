// SPDX-License-Identifier: MIT

/// The lists of a complete world, with the values that depend on all declarations.
extension World {
    /// Every feature with its explanation, with each group before its children and siblings in order of registration.
    ///
    /// The search for plans to unlock features takes long in a large app.
    package var explanations: [FeatureSnapshot] { model.features.compactMap { explanation(of: $0.id) } }

    /// Returns the ids of the features that require a fact, directly or through a group above them, in display order.
    package func featuresRequiring(_ fact: FactReference) -> [String] {
        let tree = model.tree
        var ids: [String] = []
        var end = 0
        // The range of a group contains its descendants, so their own entries are skipped.
        for index in usage(of: fact).compactMap(tree.sortIndex(of:)).sorted() where index >= end {
            end = tree.end(of: index)
            ids += tree.features[index..<end].map(\.id)
        }
        return ids
    }

    package var products: [ProductSnapshot] {
        model.products.map { product in
            var product = product
            product.features = featuresRequiring(FactReference(kind: .purchase, key: product.productID))
            return product
        }
    }

    package var permissions: [PermissionSnapshot] {
        model.permissions.map { permission in
            var permission = permission
            permission.features = featuresRequiring(FactReference(kind: .permission, key: permission.permission))
            return permission
        }
    }

    package var flags: [FlagSnapshot] {
        model.flags.map { flag in
            var flag = flag
            flag.features = featuresRequiring(FactReference(kind: .flag, key: flag.key))
            return flag
        }
    }
}

extension FeatureSnapshot {
    package func adding(_ plans: FeaturePlans?) -> FeatureSnapshot {
        var feature = self
        feature.unlockPlans = plans.map { Array($0.plans.prefix(Self.planLimit)) }
        feature.unlockPlansAreComplete = plans.map { $0.areComplete && $0.plans.count <= Self.planLimit }
        feature.impossiblePlans = plans?.impossiblePlans
        return feature
    }
}
