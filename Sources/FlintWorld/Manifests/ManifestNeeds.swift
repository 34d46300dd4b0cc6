// SPDX-License-Identifier: MIT

/// The entries that an app's features need in its property list, its StoreKit configuration, and its flag manifest.
///
/// Features need a purpose string for each permission that they require, an activity type for each action that
/// publishes activities, the URL schemes of their routes, and the products and flags that they require.
package struct ManifestNeeds: Sendable {
    package enum Kind: String, Encodable, Sendable, Hashable, CaseIterable {
        case purposeString = "purpose-string"
        case activityType = "activity-type"
        case urlScheme = "url-scheme"
        case product
        case flag
    }

    package struct Entry: Sendable, Hashable {
        package let kind: Kind
        /// The key of a purpose string or a flag, the identifier of a product, an activity type, or a URL scheme.
        package let key: String
        package let title: String?
        /// The features that need the entry.
        ///
        /// The list can be empty for an activity type that only the app declares.
        package fileprivate(set) var features: [NamedFeature]
    }

    package static let unknownEntryPoints =
        "activity types and URL schemes, which are unknown because the app or the recording has an earlier version of "
        + "Flint"

    package private(set) var entries: [Entry] = []
    /// The declared reasons for permissions, by the key of the purpose string.
    package private(set) var purposes: [String: String] = [:]
    package let products: [ProductSnapshot]
    package let knowsEntryPoints: Bool
    /// Whether routes apply to any scheme although the app's code declares no scheme.
    package private(set) var acceptsAnyScheme = false
    /// The keys of purpose strings that the required permissions can use, but do not need.
    private(set) var optionalKeys: Set<String> = []
    private var positions: [Position: Int] = [:]

    private struct Position: Hashable {
        let kind: Kind
        let key: String
    }

    package init(of world: World) {
        func users(_ kind: FactKind, _ key: String) -> [NamedFeature] {
            world.usage(of: FactReference(kind: kind, key: key)).map {
                NamedFeature(id: $0, name: world.name(ofFeature: $0))
            }
        }
        let catalog = world.catalog
        knowsEntryPoints = catalog.entryPoints != nil
        products = world.model.products.filter { !users(.purchase, $0.productID).isEmpty }
            .sorted { $0.productID < $1.productID }
        for permission in SystemPermissionConstraint.allCases {
            let features = users(.permission, permission.name)
            if !features.isEmpty { add(permission, for: features, in: world.model) }
        }
        if let app = catalog.entryPoints { add(app, catalog.features) }
        for product in products {
            add(.product, product.productID, title: product.name, for: users(.purchase, product.productID))
        }
        for flag in FlagManifest(of: world).flags { add(.flag, flag.key, for: users(.flag, flag.key)) }
    }

    private mutating func add(
        _ permission: SystemPermissionConstraint, for features: [NamedFeature], in model: AppModel
    ) {
        let reason = model.permissions.first { $0.permission == permission.name }?.usage ?? ""
        for key in permission.usageDescriptionKeys {
            add(.purposeString, key, title: permission.description, for: features)
            if !reason.isEmpty, purposes[key] == nil { purposes[key] = reason }
        }
        optionalKeys.formUnion(permission.optionalUsageDescriptionKeys)
    }

    private mutating func add(_ app: AppEntryPoints, _ features: [DeclaredFeature]) {
        let declared = features.compactMap { feature in
            feature.entryPoints.map { (feature: NamedFeature(id: feature.id, name: feature.summary.name), points: $0) }
        }
        for (feature, points) in declared {
            for type in points.activityTypes { add(.activityType, type, for: [feature]) }
        }
        for type in app.activityTypes { add(.activityType, type, for: []) }
        let general = declared.filter { $0.points.hasRoutesOfAnyScheme }.map { $0.feature }
        acceptsAnyScheme = !general.isEmpty && app.urlSchemes.isEmpty
        if !general.isEmpty {
            for scheme in app.urlSchemes { add(.urlScheme, scheme.lowercased(), for: general) }
        }
        for (feature, points) in declared {
            for scheme in points.urlSchemes { add(.urlScheme, scheme, for: [feature]) }
        }
    }

    private mutating func add(_ kind: Kind, _ key: String, title: String? = nil, for features: [NamedFeature]) {
        let position = Position(kind: kind, key: key)
        guard let index = positions[position] else {
            positions[position] = entries.count
            return entries.append(Entry(kind: kind, key: key, title: title, features: features))
        }
        let known = entries[index].features
        entries[index].features = known + features.filter { !known.contains($0) }
    }

    package func entries(of kind: Kind) -> [Entry] { entries.filter { $0.kind == kind } }

    /// The parts of a property list that the features need.
    ///
    /// A purpose string without a declared reason is empty.
    package var propertyList: PropertyListManifest {
        PropertyListManifest(
            purposes: Dictionary(
                entries(of: .purposeString).map { ($0.key, purposes[$0.key] ?? "") },
                uniquingKeysWith: { first, _ in first }),
            activityTypes: entries(of: .activityType).map(\.key), urlSchemes: entries(of: .urlScheme).map(\.key))
    }
}
