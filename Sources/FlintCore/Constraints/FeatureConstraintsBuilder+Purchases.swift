extension FeatureConstraintsBuilder {
    /// Requires every one of several purchases.
    public func purchases(_ requirements: PurchaseRequirement...) {
        for requirement in requirements { purchase(requirement) }
    }

    /// Requires every one of several products, subscriptions among them.
    public func purchases(_ products: NoQuantityProduct...) {
        purchase(PurchaseRequirement(allOf: products))
    }

    /// Requires every one of several products and purchases of any kind.
    public func purchases(_ requirements: any PurchaseRequirementConvertible...) {
        for requirement in requirements { purchase(requirement.purchaseRequirement) }
    }

    /// Requires a product that is bought once.
    public func purchase(_ product: NonConsumableProduct) {
        purchase(PurchaseRequirement(product))
    }

    /// Requires a subscription.
    public func purchase(_ product: SubscriptionProduct) {
        purchase(PurchaseRequirement(product))
    }

    /// Requires a number of units of a product that is used up.
    ///
    /// - Parameters:
    ///   - product: The product.
    ///   - quantity: How many units; information for people, since only the app knows what has been used.
    public func purchase(_ product: ConsumableProduct, quantity: UInt) {
        purchase(PurchaseRequirement(product, quantity: quantity))
    }

    /// Requires at least one of several products.
    public func purchase(anyOf products: NoQuantityProduct...) {
        purchase(PurchaseRequirement(anyOf: products))
    }

    /// Requires at least one product of a set.
    public func purchase(anyOf products: Set<NoQuantityProduct>) {
        purchase(PurchaseRequirement(anyOf: products.sorted { $0.productID < $1.productID }))
    }

    /// Requires at least one of several purchases.
    public func purchase(anyOf requirements: PurchaseRequirement...) {
        purchase(PurchaseRequirement(anyOf: requirements))
    }

    /// Requires every one of several products.
    public func purchase(allOf products: NoQuantityProduct...) {
        purchase(PurchaseRequirement(allOf: products))
    }

    /// Requires every product of a set.
    public func purchase(allOf products: Set<NoQuantityProduct>) {
        purchase(PurchaseRequirement(allOf: products.sorted { $0.productID < $1.productID }))
    }

    /// Requires every one of several purchases.
    public func purchase(allOf requirements: PurchaseRequirement...) {
        purchase(PurchaseRequirement(allOf: requirements))
    }
}
