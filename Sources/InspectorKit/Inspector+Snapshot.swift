extension Inspector {
    /// Everything that is known of the app now, every feature explained.
    ///
    /// It is for reports, which show all of it once; a front end that stays follows ``changes(since:)``.
    public func snapshot() -> Snapshot {
        let model = list()
        let status = model.status
        var snapshot = Snapshot(
            appName: status.appName, platform: status.platform,
            features: model.features.compactMap { explanation(of: $0.id) },
            products: model.products.map { product in
                var product = product
                product.features = usage(of: FactReference(kind: .purchase, key: product.productID))
                return product
            },
            permissions: model.permissions.map { permission in
                var permission = permission
                permission.features = usage(of: FactReference(kind: .permission, key: permission.permission))
                return permission
            },
            overrides: Array(model.overrides), flow: status.flow,
            backgroundWorkIsRunning: status.backgroundWorkIsRunning, activity: status.activity)
        snapshot.flags = model.flags.map { flag in
            var flag = flag
            flag.features = usage(of: FactReference(kind: .flag, key: flag.key))
            return flag
        }
        snapshot.store = status.store
        snapshot.problems = status.problems
        snapshot.focus = status.focus
        snapshot.stacks = stacks()
        return snapshot
    }

    /// Explains a feature, with plans to unlock it; `nil` if there is none with the id.
    public func explanation(of featureID: String) -> FeatureSnapshot? {
        var feature = detail(of: featureID)
        feature?.unlockPlans = plans(of: featureID)?.plans
        return feature
    }
}
