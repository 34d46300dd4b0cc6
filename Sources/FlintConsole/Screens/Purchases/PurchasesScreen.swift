// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

enum ProductRow: ListRow, Hashable {
    case heading(ProductSnapshot.Kind)
    case product(String)

    var itemID: String? {
        if case .product(let id) = self { id } else { nil }
    }
}

extension ConsoleState {
    var selectedProduct: ProductSnapshot? {
        screens.purchases.browser.list.selection.flatMap(product)
    }

    func product(_ id: String) -> ProductSnapshot? { model.products[id] }
}

/// The screen with the simulated store and the products that features depend on.
///
/// The lines above the list show the store's clock. Commands override a product's status for all features, or trigger
/// store events such as a purchase or a refund.
struct PurchasesScreen: ListScreen {
    let screen = ConsoleScreen.purchases
    let title = "Purchases"
    let shortTitle = "Purch"
    let noun = "product"
    let emptyText = "No feature refers to a product."
    let keyContext = KeyContext.purchases
    let hasHeadings = true
    let factKind: FactKind? = .purchase
    let showsEffects = true

    var content: WritableKeyPath<ConsoleState, SimpleList<ProductRow>> { \.screens.purchases }

    // MARK: The list

    func rows(in state: ConsoleState) -> [ProductRow] {
        let filter = state.screens.purchases.browser.filter.itemFilter(filterFields)
        var groups: [ProductSnapshot.Kind: [ProductRow]] = [:]
        for product in state.screens.purchases.browser.order.sorted(
            state.model.products.filter(filter.matches), by: \.name)
        {
            groups[product.type, default: []].append(.product(product.productID))
        }
        return ProductSnapshot.Kind.allCases.flatMap { kind in
            groups[kind].map { [ProductRow.heading(kind)] + $0 } ?? []
        }
    }

    func noFailureText(in state: ConsoleState) -> String { "Every product here is purchased" }

    func isFailure(_ row: ProductRow, in state: ConsoleState) -> Bool {
        row.itemID.flatMap(state.product)?.hasValue(of: statusField) { $0 == "no" } == true
    }

    var filterFields: [FilterField] { ProductSnapshot.filterFields }

    func filterValues(of field: FilterField, in state: ConsoleState) -> [String] {
        state.model.products.prefix(1_000).map(\.productID)
    }

    func headingLines(in layout: ConsoleLayout) -> Int { layout.storeLines }

    func heading(in state: ConsoleState, columns: Int) -> [StyledLine] {
        state.model.status.store.map { state.storeLines($0, columns: columns) } ?? []
    }

    func line(_ row: ProductRow, in state: ConsoleState, columns: Int) -> StyledLine {
        switch row {
        case .heading(let kind):
            return StyledLine(" \(kind.heading)", .heading)
        case .product(let id):
            guard let product = state.product(id) else { return StyledLine() }
            let statusColumns = 14
            var line = StyledLine("   ")
            line.append(
                TextLayout.clipped(product.name, to: columns - statusColumns - 7, ellipsis: state.glyphs.ellipsis))
            line.pad(to: columns - statusColumns - 2)
            let fact = FactReference(kind: .purchase, key: id)
            line.append(mark: state.overrideSign(of: fact), .overridden, if: product.override != nil)
            line.append(" ")
            line.append(state.status(of: product))
            return line
        }
    }

    // MARK: The details

    func selectedItem(in state: ConsoleState) -> ProductSnapshot? { state.selectedProduct }

    func itemCount(in state: ConsoleState) -> Int { state.model.products.count }

    func name(of product: ProductSnapshot) -> String { product.name }

    func detail(of product: ProductSnapshot, in state: ConsoleState) -> [StyledLine] {
        ProductDetail(product, in: state).lines
    }

    func selectedFact(in state: ConsoleState) -> OverridableFact? { state.selectedProduct?.overridable }

    // MARK: Commands

    func run(_ command: KeyCommand, in state: inout ConsoleState) {
        if command == .storeClock { return state.openClock() }
        guard let product = state.selectedProduct else { return }
        switch command {
        case .overridePurchased: state.changeChosenFacts(toValue: 0)
        case .overrideNotPurchased: state.changeChosenFacts(toValue: 1)
        case .overrideUnknown: state.changeChosenFacts(toValue: 2)
        case .removeOverride: state.changeChosenFacts(toValue: nil)
        case .deleteTransaction: state.chooseTransaction(of: product)
        case .override: state.offerValues(of: state.chosenFacts)
        case .simulate: state.offerValues(of: state.selectedFacts, inActualPlace: true)
        default: break
        }
    }

    func reasonNotAllowed(_ command: KeyCommand, on product: ProductSnapshot, in state: ConsoleState) -> String? {
        switch command {
        case .deleteTransaction where product.transactions.isEmpty: "\(product.name) has no transactions"
        case .simulate where product.type == .consumable && state.model.status.store == nil:
            "The store has no status for \(product.name), a consumable: override it"
        default: nil
        }
    }
}

extension ProductSnapshot.Kind {
    var heading: String {
        switch self {
        case .nonConsumable: "Non-consumable"
        case .consumable: "Consumable"
        case .autoRenewingSubscription: "Subscriptions"
        case .nonRenewingSubscription: "Non-renewing subscriptions"
        }
    }
}

extension ProductSnapshot {
    /// Returns the product's status in the store, in a few words.
    ///
    /// A pending purchase or a consumable's balance is shown instead of the status, because it explains the status.
    func storeStatus(pending: StoreSnapshot.PendingPurchase?) -> StyledLine {
        if let pending, status != .purchased {
            return StyledLine(pending.waitingFor == .approval ? "asked to buy" : "interrupted", .doubtful)
        }
        if let balance { return StyledLine("balance \(balance)", balance > 0 ? .good : .bad) }
        return StyledLine(status.description, AvailabilityFormatter.role(status.truth))
    }

    func effectiveStatus(pending: StoreSnapshot.PendingPurchase?) -> StyledLine {
        guard override != nil else { return storeStatus(pending: pending) }
        return StyledLine(effective.description, AvailabilityFormatter.role(effective.truth))
    }
}

extension ConsoleState {
    func status(of product: ProductSnapshot) -> StyledLine {
        product.effectiveStatus(pending: pendingPurchase(of: product.productID))
    }
}
