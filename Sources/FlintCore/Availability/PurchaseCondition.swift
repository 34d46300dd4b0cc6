/// The question whether a product is owned, as far as one feature is concerned.
struct PurchaseCondition: Hashable, Sendable {
    /// The product.
    let productID: String
    /// Whether the product is used up, so that owning it says nothing by itself.
    let isConsumable: Bool
    /// How many units are needed, which is information for people only.
    let quantity: UInt?
    /// The feature that asks, which earlier purchases may have unlocked.
    let feature: FeaturePath
}
