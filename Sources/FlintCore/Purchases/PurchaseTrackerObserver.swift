/// Is told when what a purchase tracker knows about a product changes.
public protocol PurchaseTrackerObserver: AnyObject {
    /// Called on any thread after the change.
    ///
    /// - Parameters:
    ///   - productID: The product's identifier.
    ///   - isPurchased: Whether the product is owned now; `false` also if that is not known. Ask the tracker to tell
    ///     the two apart.
    func purchaseStatusDidChange(productID: String, isPurchased: Bool)
}
