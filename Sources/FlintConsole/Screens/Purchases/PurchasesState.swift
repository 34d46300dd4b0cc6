import InspectorKit

/// A row of the list of products.
enum ProductRow: Sendable, Hashable {
    /// The heading over the products of one type.
    case heading(ProductSnapshot.Kind)
    /// A product, by id.
    case product(String)

    /// The id of the product, or `nil` for a heading.
    var id: String? {
        if case .product(let id) = self { id } else { nil }
    }
}

/// What the Purchases screen remembers.
struct PurchasesState: Sendable {
    /// The selection, the filter and the panes.
    var browser = Browser<String>()
    /// The rows of the list.
    var rows: [ProductRow] = []
}

extension ConsoleState {
    /// The selected product, or `nil` if it is gone or there is none.
    var selectedProduct: ProductSnapshot? {
        purchases.browser.list.selection.flatMap(product)
    }

    /// A product by id.
    func product(_ id: String) -> ProductSnapshot? { model.products[id] }

    /// Makes the rows of the list again: the products by type, each type under its heading.
    mutating func rebuildProductRows() {
        let terms = purchases.browser.filter.terms
        var groups: [ProductSnapshot.Kind: [ProductRow]] = [:]
        for product in model.products where terms.match("\(product.name) \(product.productID)") {
            groups[product.type, default: []].append(.product(product.productID))
        }
        let rows = ProductSnapshot.Kind.allCases.flatMap { kind in
            groups[kind].map { [ProductRow.heading(kind)] + $0 } ?? []
        }
        purchases.rows = rows
        let height = layout.listHeight(.purchases)
        guard let selection = purchases.browser.list.selection else {
            purchases.browser.list.move(.first, count: rows.count, height: height) { rows[$0].id }
            return
        }
        let row = rows.firstIndex { $0.id == selection }
        purchases.browser.list.reanchor(at: row, count: rows.count, height: height)
    }
}

extension ProductSnapshot.Kind {
    /// The type as a heading for people.
    var heading: String {
        switch self {
        case .nonConsumable: "Bought once"
        case .consumable: "Consumable"
        case .autoRenewingSubscription: "Subscriptions"
        case .nonRenewingSubscription: "Fixed-time subscriptions"
        }
    }
}
