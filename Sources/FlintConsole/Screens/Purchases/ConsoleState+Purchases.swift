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
        case .overridePurchased: override(fact, row: 0)
        case .overrideNotPurchased: override(fact, row: 1)
        case .overrideUnknown: override(fact, row: 2)
        case .dropOverride: send(fact.drop, .change)
        case .override: offerValues(of: fact)
        case .simulate: if model.status.store == nil { simulateStore(product) } else { openStore(for: product) }
        default: break
        }
    }

    /// Overrides a product at once if the effect is on the screen already; otherwise shows it first.
    private mutating func override(_ fact: Fact, row: Int) {
        if showsEffect(ofRow: row) {
            send(fact.values[row].command, .change)
        } else {
            offerValues(of: fact, selected: row)
        }
    }

    /// Whether the effect of one of the overrides can be read on the screen.
    private func showsEffect(ofRow row: Int) -> Bool {
        guard layout.isWide || pane == .detail, let product = selectedProduct else { return false }
        let lines = ProductDetail(product, in: self).overrideLines
        let visible = detailTop..<(detailTop + layout.detailHeight(.purchases))
        return lines.indices.contains(row) && lines[row].allSatisfy(visible.contains)
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
