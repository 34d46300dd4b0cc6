#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A purchase that has been begun and is pending.
public struct PendingPurchase: Sendable, Hashable, Codable {
    /// What a purchase waits for.
    public enum Waiting: String, Sendable, Hashable, Codable, CaseIterable {
        /// A parent or guardian has been asked to approve it.
        case approval
        /// The user has to finish something outside the app.
        case interruption
    }

    /// The product.
    public var productID: String
    /// How many units.
    public var quantity: Int
    /// What it waits for.
    public var waitingFor: Waiting
    /// When it was begun, by the store's clock.
    public var since: Date
}
