import InspectorKit

extension ConsoleState {
    /// Runs a command of the Purchases screen.
    mutating func runPurchases(_ command: ConsoleCommand) {
        if command == .storeClock {
            openClock()
            return
        }
        guard let product = selectedProduct else { return }
        let fact = Fact(kind: .purchase, key: product.productID, title: product.name)
        switch command {
        case .overridePurchased: override(fact, row: 0, effects: ProductDetail(product, in: self).overrideLines)
        case .overrideNotPurchased: override(fact, row: 1, effects: ProductDetail(product, in: self).overrideLines)
        case .overrideUnknown: override(fact, row: 2, effects: ProductDetail(product, in: self).overrideLines)
        case .dropOverride: send(fact.drop, .change)
        case .override: offerValues(of: fact)
        case .simulate: if model.status.store == nil { simulateStore(product) } else { openStore(for: product) }
        default: break
        }
    }

    /// Offers the statuses that the simulated store can give a product.
    private mutating func simulateStore(_ product: ProductSnapshot) {
        let options = PurchaseStatus.allCases.map { status in
            let command = Command.setPurchase(productID: product.productID, status: status)
            return ChoiceDialog.Option(
                key: Self.letter(for: command), title: status.description,
                note: status == product.status ? "current" : "", intent: .change(command), hasPreview: true)
        }
        let body = [StyledLine("The store's own value, as a purchase or a refund would change it.", .dim)]
        dialog = .choices(ChoiceDialog(title: "Simulated store: \(product.name)", body: body, options: options))
    }
}
