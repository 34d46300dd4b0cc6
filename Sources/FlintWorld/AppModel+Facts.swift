// SPDX-License-Identifier: MIT

internal import FeatureGating

/// A product, permission, or flag, with its value.
package struct ListedFact: Sendable {
    package let reference: FactReference
    package let title: String
    /// The effective value.
    package let value: FactValue
    /// Whether a feature requires the fact.
    package let isRequired: Bool
    package let declaration: Declaration?

    fileprivate init(_ product: ProductSnapshot) {
        reference = FactReference(kind: .purchase, key: product.productID)
        title = product.name
        let balance = product.override == nil ? product.balance : nil
        value = balance.map { .balance($0) } ?? .truth(product.effective.truth)
        isRequired = product.features?.isEmpty == false
        declaration = product.declaration
    }

    fileprivate init(_ permission: PermissionSnapshot) {
        reference = FactReference(kind: .permission, key: permission.permission)
        title = permission.title
        value = .permission(permission.effective)
        isRequired = permission.isRequired
        declaration = nil
    }

    fileprivate init(_ flag: FlagSnapshot) {
        reference = FactReference(kind: .flag, key: flag.key)
        title = flag.key
        value = .truth(Truth(flag.effective))
        isRequired = flag.isRequired
        declaration = flag.declaration
    }
}

extension AppModel {
    /// Returns the products, permissions, or flags, or an empty list for another kind.
    package func listedFacts(of kind: FactKind) -> [ListedFact] {
        if kind == .purchase { return products.map(ListedFact.init) }
        if kind == .permission { return permissions.map(ListedFact.init) }
        return kind == .flag ? flags.map(ListedFact.init) : []
    }

    /// Returns a product, permission, or flag, or `nil` if the app does not list the fact.
    package func listed(_ fact: FactReference) -> ListedFact? {
        if fact.kind == .purchase { return products[fact.key].map(ListedFact.init) }
        if fact.kind == .flag { return flags[fact.key].map(ListedFact.init) }
        guard fact.kind == .permission else { return nil }
        return permissions.first { $0.permission == fact.key }.map(ListedFact.init)
    }

    package func has(_ fact: FactReference) -> Bool {
        fact.kind.isSingle || (fact.kind.belongsToFeature ? feature(fact.key) != nil : listed(fact) != nil)
    }

    /// Returns the title of a fact, such as "User setting of Dynamic Speed".
    package func title(of fact: FactReference) -> String {
        let key = FactKey(fact)
        return key?.title(
            product: { products[$0]?.name }, feature: { feature($0.description)?.name ?? $0.description }) ?? fact.key
    }
}
