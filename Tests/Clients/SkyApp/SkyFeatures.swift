import FlintCore

final class SkyFeatures: FeatureGroup {
    static let description = "Everything that the sky offers"
    static var subfeatures: [FeatureDefinition.Type] { [SatellitesFeature.self] }
}

final class SatellitesFeature: ConditionalFeature {
    static let description = "Shows satellites"

    static let pass = NonConsumableProduct(name: "Sky pass", productID: "sky.pass")
    static let follow = action(FollowSatelliteAction.self)
    static let conceal = action(HideSatellitesAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.featureFlag(FeatureKey(SkyFlag.satellites))
        requirements.purchase(pass)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(follow)
        actions.publish(conceal)
    }
}

final class FollowSatelliteAction: TerminatingAction {
    static let description = "Follows a satellite"
}

final class HideSatellitesAction: TerminatingAction {
    static let name = "Conceal"
    static let description = "Hides all satellites"
}
