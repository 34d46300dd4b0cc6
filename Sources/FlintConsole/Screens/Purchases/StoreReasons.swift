import InspectorKit

/// Why store events are not possible for a product now, as the user reads it; `nil` for those that are.
struct StoreReasons {
    /// Against buying it, however that ends.
    let buy: String?
    /// Against approving or declining a purchase.
    let answer: String?
    /// Against finishing what interrupted a purchase.
    let resume: String?
    /// Against a refund.
    let refund: String?
    /// Against taking back what was shared.
    let revoke: String?
    /// Against renewing now.
    let renew: String?
    /// Against ending now.
    let expire: String?
    /// Against turning renewal on or off.
    let autoRenew: String?
    /// Against using up a unit.
    let consume: String?

    /// Works the reasons out.
    init(_ product: ProductSnapshot, pending: StoreSnapshot.PendingPurchase?) {
        let isConsumable = product.type == .consumable
        let isRenewing = product.type == .autoRenewingSubscription
        let isOwned = product.status == .purchased
        let isOpen = product.subscription?.state.isOpen ?? (isRenewing && isOwned)
        if pending != nil {
            buy = "a purchase of it waits already"
        } else if isOwned && !isConsumable && product.type != .nonRenewingSubscription {
            buy = isRenewing ? "it is subscribed to already" : "it is owned already"
        } else {
            buy = nil
        }
        answer = pending?.waitingFor == .approval ? nil : "no purchase waits for approval"
        resume = pending?.waitingFor == .interruption ? nil : "no purchase was interrupted"
        let wasBought =
            isOwned || (product.balance ?? 0) > 0 || product.subscription.map { $0.state != .revoked } == true
        refund = wasBought ? nil : "there is no purchase to refund"
        revoke = isConsumable ? "what is used up is not shared" : isOwned ? nil : "it is not owned"
        let notSubscribed =
            !isRenewing ? "it does not renew" : isOpen ? nil : "there is no active subscription: buy it"
        renew = notSubscribed
        autoRenew = notSubscribed
        switch product.type {
        case .autoRenewingSubscription: expire = isOpen ? nil : "there is no active subscription"
        case .nonRenewingSubscription: expire = isOwned ? nil : "it is not owned"
        case .nonConsumable, .consumable: expire = "it is no subscription"
        }
        consume = !isConsumable ? "it is not used up" : (product.balance ?? 0) > 0 ? nil : "none is left"
    }
}
