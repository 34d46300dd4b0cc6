#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Something that happened at a store, in words, at a moment of the store's own clock.
public struct StoreEvent: Sendable, Hashable, Codable {
    /// The product it is about; `nil` if it is about the store itself.
    public var productID: String?
    /// The product's name for people, if the store knows it.
    public var productName: String?
    /// What happened, such as "renewed until 2026-02-14".
    public var words: String
    /// When, by the store's clock.
    public var date: Date

    /// Creates an event.
    ///
    /// - Parameters:
    ///   - productID: The product it is about, if it is about one.
    ///   - productName: The product's name for people, if the store knows it.
    ///   - words: What happened, without the product's name.
    ///   - date: When, by the store's clock.
    public init(productID: String?, productName: String? = nil, words: String, date: Date) {
        self.productID = productID
        self.productName = productName
        self.words = words
        self.date = date
    }
}
