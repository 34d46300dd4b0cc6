/// A subscription for a fixed time, such as a season pass.
open class NonRenewingSubscriptionProduct: SubscriptionProduct, @unchecked Sendable {
    /// Creates a product.
    ///
    /// - Parameters:
    ///   - name: The name for people.
    ///   - description: What the product gives, in a sentence.
    ///   - productID: The identifier the store knows the product by.
    public override init(name: String, description: String? = nil, productID: String) {
        super.init(name: name, description: description, productID: productID)
    }
}
