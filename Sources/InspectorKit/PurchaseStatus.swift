/// Whether a product is owned, as front ends show it and people type it.
///
/// The raw values are the words of the command line and of the JSON answers.
public enum PurchaseStatus: String, Codable, Sendable, Hashable, CaseIterable {
    /// The product is owned, or its subscription is active.
    case purchased
    /// The product is known not to be owned.
    case notPurchased = "not-purchased"
    /// Nobody knows yet; a feature that needs the product is neither available nor unavailable on its account.
    case unknown
}

extension PurchaseStatus {
    /// The status as people read it, with a space in place of the hyphen.
    public var words: String { self == .notPurchased ? "not purchased" : rawValue }
}
