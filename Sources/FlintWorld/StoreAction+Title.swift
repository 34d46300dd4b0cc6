// SPDX-License-Identifier: MIT

extension StoreAction {
    package func title(_ name: (String) -> String) -> String {
        "\(productID.map(name) ?? "Store"): \(summary)"
    }

    private var summary: String {
        switch self {
        case .buy(_, _, .succeed): "bought"
        case .buy(_, _, .fail): "payment fails"
        case .buy(_, _, .askToBuy): "waits for approval"
        case .buy(_, _, .interrupt): "purchase interrupted"
        case .approve: "approved"
        case .decline: "declined"
        case .resume: "purchase resumed"
        case .refund: "refunded"
        case .revoke: "family sharing revoked"
        case .share: "shared by the family"
        case .deleteTransaction(_, let id): "transaction \(id) deleted"
        case .renew: "renewed"
        case .expire: "expired"
        case .setAutoRenew(_, let isOn): "renewal \(isOn ? "on" : "off")"
        case .consume(_, let quantity): "\(quantity) consumed"
        case .setAskToBuy(let isOn): "Ask to Buy \(isOn ? "on" : "off")"
        case .setFailsRenewals(let isOn): "renewals \(isOn ? "fail" : "succeed")"
        case .advance: "clock advanced"
        case .advanceToNextEvent: "clock advanced to the next event"
        case .setRate(let rate): rate == 0 ? "clock paused" : "clock at \(rate)x"
        case .reset: "reset"
        }
    }
}
