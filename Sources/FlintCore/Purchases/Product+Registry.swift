extension Product {
    /// The product with an identifier, if a registered feature of the current runtime requires it.
    public static func productByID(_ productID: String) -> Product? {
        FlintRuntime.current.catalog.products[productID]
    }

    /// Every product that a registered feature of the current runtime requires.
    public static var allProducts: Set<Product> { Set(FlintRuntime.current.catalog.products.values) }
}
