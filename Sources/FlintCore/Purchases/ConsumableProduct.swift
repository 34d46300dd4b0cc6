/// A product that is bought in quantities and used up, such as credits.
///
/// Only the app knows what has been used, so owning some does not unlock a feature by itself: the purchase tracker's
/// `isFeatureEnabledByPastPurchases` does.
open class ConsumableProduct: Product, @unchecked Sendable {
    /// Creates a product.
    ///
    /// - Parameters:
    ///   - name: The name for people.
    ///   - description: What the product gives, in a sentence.
    ///   - productID: The identifier the store knows the product by.
    public init(name: String, description: String? = nil, productID: String) {
        super.init(productID: productID, name: name, description: description)
    }
}
