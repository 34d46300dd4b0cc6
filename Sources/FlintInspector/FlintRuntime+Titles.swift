import FeatureGating
import FlintCore

extension FlintRuntime {
    /// A fact as people read it.
    func title(of key: FactKey) -> String {
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
    func name(of path: FeaturePath) -> String {
        metadata(at: path)?.feature.name ?? path.description
    }

    /// A feature as people read it: its name, or its id if it is not registered.
    func name(ofFeature id: String) -> String {
        name(of: FeaturePath(stringLiteral: id))
    }

    /// How many features a sentence about a change names; the others are counted.
    static var namedEffects: Int { 20 }

    /// What a change did to features, as the end of a sentence; empty if it did nothing.
    func effect(of changes: [AvailabilityChange]) -> String {
        guard !changes.isEmpty else { return "" }
        var words = changes.prefix(Self.namedEffects).map { change in
            let name = name(of: change.feature)
            return switch change.after.boolValue {
            case true?: "\(name) is available"
            case false?: "\(name) is not available"
            case nil: "\(name) is undetermined"
            }
        }
        if changes.count > words.count { words.append("and \(changes.count - words.count) more") }
        return "; " + words.joined(separator: ", ")
    }
}
