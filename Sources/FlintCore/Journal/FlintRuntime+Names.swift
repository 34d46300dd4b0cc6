extension FlintRuntime {
    /// A fact as people read it.
    package func title(of key: FactKey) -> String {
        switch key {
        case .purchase(let productID): product(withIdentifier: productID)?.name ?? productID
        case .pastPurchases(let feature): "Past purchases for \(name(of: feature))"
        case .permission(let permission): permission.description
        case .userToggle(let feature): "User setting of \(name(of: feature))"
        case .runtimeSwitch(let feature): "\(name(of: feature)) enabled in code"
        case .featureFlag(let key): "Flag \(key)"
        case .platform: "Platform"
        }
    }

    /// A feature as people read it: its name, or its path if it is not registered.
    package func name(of path: FeaturePath) -> String {
        metadata(at: path)?.feature.name ?? path.description
    }

    /// A feature as people read it: its name, or its id if it is not registered.
    package func name(ofFeature id: String) -> String {
        name(of: FeaturePath(stringLiteral: id))
    }
}
