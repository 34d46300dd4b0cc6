import FlintCore

extension FlintRuntime {
    /// A fact as people read it.
    func title(of key: FactKey) -> String {
        switch key {
        case .purchase(let productID): products.first { $0.productID == productID }?.name ?? productID
        case .pastPurchases(let feature): "Past purchases for \(name(of: feature))"
        case .permission(let permission): permission.description
        case .userToggle(let feature): "User toggle of \(name(of: feature))"
        case .runtimeSwitch(let feature): "Program's switch of \(name(of: feature))"
        case .featureFlag(let key): "Flag \(key)"
        case .platform: "Platform"
        }
    }

    /// A feature as people read it: its name, or its path if it is not registered.
    func name(of path: FeaturePath) -> String {
        metadata(at: path)?.feature.name ?? path.description
    }
}
