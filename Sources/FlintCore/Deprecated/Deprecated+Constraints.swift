extension FeatureConstraintsBuilder {
    /// Requires a product of whatever kind.
    ///
    /// - Parameter product: The product. One whose type does not say how it is bought counts as bought once, and one
    ///   that is used up as needed once.
    @available(*, deprecated, message: "Give the product the type that says how it is bought.")
    public func purchase(_ product: Product) {
        switch product {
        case let product as NonConsumableProduct: purchase(product)
        case let product as SubscriptionProduct: purchase(product)
        case let product as ConsumableProduct: purchase(product, quantity: 1)
        default:
            purchase(
                NonConsumableProduct(
                    name: product.name, description: product.description, productID: product.productID))
        }
    }

    /// Requires a purchase.
    @available(*, deprecated, renamed: "purchase(_:)")
    public func purchase(requirement: PurchaseRequirement) {
        purchase(requirement)
    }
}
