/// A product or a rule about products, as a feature can require several of them in one list.
///
/// ```swift
/// requirements.purchases(Products.premium, Products.monthly, PurchaseRequirement(Products.credits, quantity: 5))
/// ```
///
/// ``Product`` and ``PurchaseRequirement`` conform; an app's own types need not.
public protocol PurchaseRequirementConvertible {
    /// The rule that is required.
    var purchaseRequirement: PurchaseRequirement { get }
}

extension PurchaseRequirement: PurchaseRequirementConvertible {
    /// The rule itself.
    public var purchaseRequirement: PurchaseRequirement { self }
}

extension Product: PurchaseRequirementConvertible {
    /// The rule that the product is owned; of a product that is used up, one unit.
    public var purchaseRequirement: PurchaseRequirement { PurchaseRequirement(self) }
}
