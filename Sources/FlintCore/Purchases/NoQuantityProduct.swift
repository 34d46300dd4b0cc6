/// A product that is bought whole: it is owned or it is not.
open class NoQuantityProduct: Product, @unchecked Sendable {
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
