/// A product that is bought once and owned for good.
open class NonConsumableProduct: NoQuantityProduct, @unchecked Sendable {
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
