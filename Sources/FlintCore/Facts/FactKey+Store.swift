import FeatureGating

extension FactKey {
    /// The value of a fact nobody has said anything about.
    var nothingKnown: FactValue {
        switch self {
        case .purchase, .userToggle, .runtimeSwitch, .featureFlag: .truth(.unknown)
        case .pastPurchases: .truth(.false)
        case .permission: .permission(.notDetermined)
        case .platform: .platform(.real)
        }
    }

    /// Whether a value is of the sort the fact has.
    func accepts(_ value: FactValue) -> Bool {
        switch (kind, value) {
        case (.permission, .permission), (.platform, .platform): true
        case (.purchase, .truth), (.pastPurchases, .truth), (.userToggle, .truth), (.runtimeSwitch, .truth),
            (.featureFlag, .truth):
            true
        default: false
        }
    }

    /// Orders facts by kind and then by name, so that whatever lists them is stable.
    var sortKey: String {
        switch self {
        case .purchase(let productID): "1 \(productID)"
        case .pastPurchases(let feature): "2 \(feature)"
        case .permission(let permission): "3 \(permission.name)"
        case .userToggle(let feature): "4 \(feature)"
        case .runtimeSwitch(let feature): "5 \(feature)"
        case .featureFlag(let key): "6 \(key.rawValue)"
        case .platform: "7"
        }
    }
}
