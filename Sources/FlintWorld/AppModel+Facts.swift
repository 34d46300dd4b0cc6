// SPDX-License-Identifier: MIT

internal import FeatureGating

/// A product, a permission, a flag, or one of the app's own facts, with its value.
package struct ListedFact: Sendable {
    package let reference: FactReference
    package let title: String
    /// The effective value.
    package let value: FactValue
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
        isRequired = flag.isUsed
        declaration = flag.declaration
    }

    fileprivate init(own record: FactRecord) {
        reference = FactReference(kind: record.key.kind, key: record.key.identifier)
        title = record.key.title(nil, feature: { _ in nil })
        value = record.fact.effective
        isRequired = true
        declaration = record.key.description?.declaration.ifSpecified
    }
}

extension AppModel {
    package var hasAdoptedFlags: Bool { flags.contains(where: \.isAdopted) }

    var adoptedFlags: [FactKey] { flags.filter(\.isAdopted).map { .featureFlag(FeatureKey(rawValue: $0.key)) } }

    package var listedFacts: [ListedFact] { factKinds.flatMap { listedFacts(of: $0) } }

    package func listedFacts(of kind: FactKind) -> [ListedFact] {
        if kind == .purchase { return products.map(ListedFact.init) }
        if kind == .permission { return permissions.map(ListedFact.init) }
        if kind == .flag { return flags.map(ListedFact.init) }
        return kind.isOwn ? listedOwnFacts.filter { $0.reference.kind == kind } : []
    }

    package func listedFact(for fact: FactReference) -> ListedFact? {
        if fact.kind == .purchase { return products[fact.key].map(ListedFact.init) }
        if fact.kind == .flag { return flags[fact.key].map(ListedFact.init) }
        if fact.kind.isOwn { return key(of: fact).flatMap { ownFacts[$0] }.map(ListedFact.init(own:)) }
        guard fact.kind == .permission else { return nil }
        return permissions.first { $0.permission == fact.key }.map(ListedFact.init)
    }

    package func has(_ fact: FactReference) -> Bool {
        fact.kind.isSingle || (fact.kind.belongsToFeature ? feature(fact.key) != nil : listedFact(for: fact) != nil)
    }

    private var listedOwnFacts: [ListedFact] { ownFacts.map(ListedFact.init(own:)) }

    package var factKinds: [FactKind] {
        var kinds = FactKind.allCases
        for record in ownFacts where !kinds.contains(record.key.kind) { kinds.append(record.key.kind) }
        return kinds
    }

    /// Returns the key of a fact.
    ///
    /// The key of one of the app's own facts includes the description, if the model knows the fact.
    package func key(of fact: FactReference) -> FactKey? {
        let key = FactKey(fact)
        guard fact.kind.isOwn, let key else { return key }
        return ownFacts[key]?.key ?? key
    }

    package func wording(of key: FactKey) -> FactWording? {
        switch key {
        case .purchase(let productID): products[productID].map { FactWording(product: $0.name, $0.declaration) }
        case .featureFlag(let flag): flags[flag.rawValue]?.declaration.map(FactWording.init(flag:))
        case .pastPurchases, .permission, .userSetting, .runtimeSwitch, .platform, .own: nil
        }
    }

    package func title(of fact: FactReference) -> String {
        guard let key = key(of: fact) else { return fact.key }
        return key.title(wording(of: key), feature: { feature($0.description)?.name ?? $0.description })
    }
}
