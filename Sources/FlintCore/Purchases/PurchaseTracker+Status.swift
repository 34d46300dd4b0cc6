extension PurchaseTracker {
    /// Whether a product of any type is owned, or `nil` if that is not known.
    ///
    /// For a consumable product it never is: a balance says nothing about what has been paid for with it.
    func status(of product: Product) -> Bool? {
        switch product {
        case let product as NonConsumableProduct: isPurchased(product)
        case let product as SubscriptionProduct: isSubscriptionActive(product)
        default: nil
        }
    }
}
