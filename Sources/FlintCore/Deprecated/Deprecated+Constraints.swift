extension FeatureConstraintsBuilder {
    /// Requires a product of whatever kind.
    ///
    /// - Parameter product: The product. One whose type does not say how it is bought counts as bought once, and one
    ///   that is used up as needed once.
    @available(*, deprecated, message: "Give the product the type of its purchase.")
    public func purchase(_ product: Product) {
        purchase(PurchaseRequirement(product))
    }

    /// Requires a purchase.
    @available(*, deprecated, renamed: "purchase(_:)")
    public func purchase(requirement: PurchaseRequirement) {
        purchase(requirement)
    }
}
