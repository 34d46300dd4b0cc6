/// Where the overrides of a debug purchase tracker are kept.
///
/// All members may be called from any thread.
protocol PurchaseOverrideStorage: AnyObject, Sendable {
    /// Every override by product identifier.
    var overrides: [String: PurchaseStatus] { get }

    /// The override of one product, if it has one.
    func override(for productID: String) -> PurchaseStatus?

    /// Lays an override over a product, or takes it off with `nil`.
    func setOverride(_ status: PurchaseStatus?, for productID: String)

    /// Takes every override off.
    func removeAllOverrides()

    /// Has a handler called with the product's identifier after every change, whoever made it, with no lock held.
    ///
    /// A later handler takes the place of an earlier one; `nil` ends it.
    func observeOverrides(_ handler: (@Sendable (_ productID: String) -> Void)?)
}

/// Overrides that are gone when the program ends.
final class TransientPurchaseOverrides: PurchaseOverrideStorage {
    private struct State {
        var overrides: [String: PurchaseStatus] = [:]
        var handler: (@Sendable (String) -> Void)?
    }

    private let state = Protected(State())

    var overrides: [String: PurchaseStatus] { state.withLock { $0.overrides } }

    func override(for productID: String) -> PurchaseStatus? {
        state.withLock { $0.overrides[productID] }
    }

    func setOverride(_ status: PurchaseStatus?, for productID: String) {
        let handler: (@Sendable (String) -> Void)? = state.withLock { state in
            guard state.overrides[productID] != status else { return nil }
            state.overrides[productID] = status
            return state.handler
        }
        handler?(productID)
    }

    func removeAllOverrides() {
        let (productIDs, handler) = state.withLock { state in
            defer { state.overrides = [:] }
            return (state.overrides.keys.sorted(), state.handler)
        }
        guard let handler else { return }
        for productID in productIDs { handler(productID) }
    }

    func observeOverrides(_ handler: (@Sendable (String) -> Void)?) {
        state.withLock { $0.handler = handler }
    }
}
