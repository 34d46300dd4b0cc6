import FeatureGating
import FlintWorld

/// An app whose features need entries of every kind in its manifests.
enum ManifestedApp {
    private static func product(_ id: String, _ type: ProductSnapshot.Kind) -> ProductSnapshot {
        ProductSnapshot(
            productID: id, name: "The \(id)", description: nil, type: type, status: .unknown, override: nil,
            effective: .unknown, balance: nil, features: nil)
    }

    private static func permission(_ permission: SystemPermissionConstraint, _ usage: String) -> PermissionSnapshot {
        PermissionSnapshot(
            permission: permission.name, title: permission.description, usage: usage, status: .notDetermined,
            override: nil, effective: .notDetermined, features: nil)
    }

    private static func purchase(_ id: String) -> Requirement<Condition> {
        .fact(.purchase(id))
    }

    private static var features: [DeclaredFeature] {
        var maps = GatedApp.feature(
            0, "Maps",
            .all([
                .fact(.permission(.location(usage: .always))), .fact(.permission(.photos)), purchase("pro"),
                .fact(.featureFlag("maps")),
            ]))
        maps.entryPoints = FeatureEntryPoints(activityTypes: ["app.maps.show"], urlSchemes: ["map"])
        var scan = GatedApp.feature(
            1, "Scan",
            .all([
                .any([.fact(.permission(.camera)), .fact(.permission(.location(usage: .whenInUse)))]), purchase("pro"),
                .fact(.permission(.notifications)),
            ]))
        scan.entryPoints = FeatureEntryPoints(activityTypes: ["app.maps.show"], hasRoutesOfAnyScheme: true)
        return [maps, scan]
    }

    /// Returns the app's needs with the declared activity types and URL schemes, or with unknown ones.
    static func needs(
        _ entryPoints: AppEntryPoints? = AppEntryPoints(activityTypes: ["app.more"], urlSchemes: ["App", "map"])
    ) -> ManifestNeeds {
        let flag = FlagSnapshot(
            key: "maps", value: nil, reason: "ERROR", provider: nil, override: nil, effective: nil, answers: [],
            features: nil)
        var world = World(
            model: AppModel(
                revision: .zero, status: AppStatus(appName: "App"), features: features.map(\.summary),
                products: [product("pro", .autoRenewingSubscription), product("extra", .consumable)],
                permissions: [
                    permission(.location(usage: .always), "To warn you <everywhere>."), permission(.photos, ""),
                    permission(.camera, "To scan."), permission(.location(usage: .whenInUse), ""),
                    permission(.health, "Unused."),
                ], flags: [flag], overrides: []))
        var catalog = Catalog(features: features)
        catalog.entryPoints = entryPoints
        world.add(catalog)
        return ManifestNeeds(of: world)
    }
}
