// SPDX-License-Identifier: MIT

/// The differences between an app's states at two moments.
///
/// The comparison covers the platform, features, overrides, products, permissions, flags, user settings, and runtime
/// switches, based on effective values, and contains the facts that explain the differences in availability. Each world
/// can come from any inspector: for example, one from a recording and the other from the running app.
package struct MomentComparison: Sendable, Hashable {
    package struct Difference: Sendable, Hashable {
        package let kind: String
        package let title: String
        package let before: String?
        package let after: String?

        package var line: String { "\(kind) \(title): \(before ?? "none") -> \(after ?? "none")" }
    }

    /// The differences, ordered by kind.
    ///
    /// The order is: platform, features in hierarchy order, overrides, products, permissions, flags, user settings, and
    /// runtime switches.
    package private(set) var differences: [Difference] = []
    package private(set) var explanation: [WorldComparison.FactChange] = []

    package init(from old: World, to new: World) {
        let (before, after) = (old.model, new.model)
        compare(
            "platform", [(0, "Platform", before.status.platform.description)],
            [(0, "Platform", after.status.platform.description)])
        compare(Self.featureKind, before.features.map(Self.feature), after.features.map(Self.feature))
        compare("override", before.overrides.map(Self.override), after.overrides.map(Self.override))
        // The earlier moments of a running app have no balances, so balances are compared only if both models have
        // them.
        let counted = Self.countedProducts(of: before).intersection(Self.countedProducts(of: after))
        compare(
            "purchase", before.products.map { Self.product($0, counted) },
            after.products.map { Self.product($0, counted) })
        compare("permission", before.permissions.map(Self.permission), after.permissions.map(Self.permission))
        compare("flag", before.flags.map(Self.flag), after.flags.map(Self.flag))
        for kind in [FactKind.userSetting, .runtimeSwitch] {
            compare(kind.rawValue, Self.facts(kind, of: old), Self.facts(kind, of: new))
        }
        if differences.contains(where: { $0.kind == Self.featureKind }) {
            explanation = WorldComparison(from: old, to: new).explanation
        }
    }

    private static let featureKind = "feature"

    private typealias Item<ID> = (id: ID, title: String, value: String)

    private mutating func compare<ID: Hashable>(_ kind: String, _ before: [Item<ID>], _ after: [Item<ID>]) {
        let old = Dictionary(before.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let new = Dictionary(after.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        for item in after where old[item.id]?.value != item.value {
            differences.append(
                Difference(kind: kind, title: item.title, before: old[item.id]?.value, after: item.value))
        }
        for item in before where new[item.id] == nil {
            differences.append(Difference(kind: kind, title: item.title, before: item.value, after: nil))
        }
    }

    private static func facts(_ kind: FactKind, of world: World) -> [Item<FactKey>] {
        FactRecord.sorted(world.records(of: nil).filter { $0.key.kind == kind }).map { record in
            let owner = FactReference(record.key)?.key ?? ""
            return (
                record.key, world.model.feature(owner)?.name ?? owner,
                record.fact.effective.displayText(for: record.key)
            )
        }
    }

    private static func feature(_ feature: FeatureSummary) -> Item<String> {
        (feature.id, feature.name, feature.isAvailable.availabilityText)
    }

    private static func override(_ record: OverrideRecord) -> Item<FactReference> {
        (record.identity, "\(record.kind.rawValue) \(record.key)", record.value)
    }

    private static func countedProducts(of model: AppModel) -> Set<String> {
        Set(model.products.filter { $0.balance != nil }.map(\.productID))
    }

    private static func product(_ product: ProductSnapshot, _ counted: Set<String>) -> Item<String> {
        let balance = counted.contains(product.productID) ? product.balance.map { ", balance \($0)" } ?? "" : ""
        return (product.productID, product.name, product.effective.description + balance)
    }

    private static func permission(_ permission: PermissionSnapshot) -> Item<String> {
        (permission.permission, permission.title, permission.effective.description)
    }

    private static func flag(_ flag: FlagSnapshot) -> Item<String> {
        (flag.key, flag.key, FlagSnapshot.displayText(of: flag.effective))
    }
}
