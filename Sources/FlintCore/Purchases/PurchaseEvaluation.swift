public import FeatureGating

/// Decides whether a single product that a feature requires counts as bought.
public enum PurchaseEvaluation {
    /// Whether a product counts as bought for a feature.
    ///
    /// An override decides if there is one. Otherwise earlier purchases that unlock the feature count for every
    /// product it requires; failing those, the tracker's status does. A consumable product has no status that
    /// counts.
    ///
    /// - Parameters:
    ///   - isConsumable: Whether the product is used up.
    ///   - status: What the tracker says of the product.
    ///   - override: What the status has been overridden with, if it has.
    ///   - enabledByPastPurchases: Whether the tracker says that earlier purchases unlock the feature.
    /// - Returns: Yes, no, or unknown.
    public static func truth(
        isConsumable: Bool, status: Truth, override: Truth?, enabledByPastPurchases: Bool
    ) -> Truth {
        if let override { return override }
        if enabledByPastPurchases { return .true }
        return isConsumable ? .unknown : status
    }

    /// Whether a product counts as bought for a feature.
    ///
    /// - Parameters:
    ///   - product: The product.
    ///   - status: What the tracker says of it, `nil` for not known.
    ///   - override: What the status has been overridden with, if it has.
    ///   - enabledByPastPurchases: Whether the tracker says that earlier purchases unlock the feature.
    /// - Returns: Yes, no, or unknown.
    public static func truth(
        of product: Product, status: Bool?, override: PurchaseStatus?,
        enabledByPastPurchases: Bool
    ) -> Truth {
        truth(
            isConsumable: product is ConsumableProduct, status: Truth(status), override: override?.truth,
            enabledByPastPurchases: enabledByPastPurchases)
    }
}
