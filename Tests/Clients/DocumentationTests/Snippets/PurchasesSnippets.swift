import FlintCore
import Foundation

enum Products {
    static let supporter = AutoRenewingSubscriptionProduct(name: "Supporter", productID: "supporter")
    static let archive = NonConsumableProduct(
        name: "Plate archive", description: "A century of photographs", productID: "archive")
    static let credits = ConsumableProduct(name: "Scan credits", productID: "credits")
}

final class ArchiveFeature: ConditionalFeature {
    static let description = "Browses the observatory's photographic plates"

    static let browse = action(BrowsePlatesAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(anyOf: Products.supporter, Products.archive)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(browse)
    }
}

final class BrowsePlatesAction: Action {
    static let description = "Opens the archive"

    static func perform(
        context: ActionContext<NoInput>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        completion.completedSync(.success)
    }
}

enum PurchasesSnippets {
    static let research = PurchaseRequirement(
        Products.credits, quantity: 5,
        dependencies: [PurchaseRequirement(anyOf: [Products.supporter, Products.archive])])
}

final class ScanCredits: FilePurchaseTracker, @unchecked Sendable {
    static let price = 2

    override func isFeatureEnabledByPastPurchases(_ feature: FeatureDefinition.Type) -> Bool {
        feature == ScanFeature.self && (creditBalance(of: Products.credits) ?? 0) >= Self.price
    }
}

final class ScanFeature: ConditionalFeature {
    static let description = "Scans a plate"

    static let scan = action(BrowsePlatesAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(Products.credits, quantity: 2)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(scan)
    }
}

final class ScanFeatures: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [ScanFeature.self] }
}

extension PurchasesSnippets {
    static func credits(_ tracker: ScanCredits, print: Output) async throws {
        let bought = PurchaseLedger.Transaction(id: 1, product: Products.credits, purchaseDate: Date(), quantity: 3)
        try tracker.record([bought])
        if let request = ScanFeature.scan.request(), await request.perform() == .success {
            let spent = PurchaseLedger.Consumption(
                id: 2, productID: Products.credits.productID, quantity: ScanCredits.price, date: Date())
            try tracker.record([spent])
        }
        print(tracker.creditBalance(of: Products.credits) ?? 0, ScanFeature.isAvailable == true)
    }

    static func file(_ directory: String, print: Output) throws {
        let tracker = FilePurchaseTracker(directory: directory)
        try tracker.record([
            PurchaseLedger.Transaction(id: 1, product: Products.archive, purchaseDate: Date())
        ])
        print(tracker.isPurchased(Products.archive) == true)
        print(tracker.isSubscriptionActive(Products.supporter) == true)
    }

    static func unlock(print: Output) {
        let tracker = DebugPurchaseTracker()
        Flint.setup(ArchiveFeatures.self) { $0.purchaseTracker = tracker }

        print(ArchiveFeature.descriptionOfUnsatisfiedConstraints ?? "available")
        for requirement in ArchiveFeature.purchases.requiredToUnlock { print("Buy: \(requirement)") }

        tracker.overridePurchase(product: Products.archive, with: .purchased)
        print(ArchiveFeature.descriptionOfUnsatisfiedConstraints ?? "available")
    }
}

extension PurchasesSnippets {
    static func plans(print: Output) {
        let prices = ["archive": ProductPrice("$9.99"), "supporter": ProductPrice("$1.99", period: "P1M")]
        Flint.setup(ArchiveFeatures.self) { config in
            config.productListing = { product in prices[product.productID].map { .sold($0) } ?? .notSold }
        }

        let plans = Flint.purchases(toUnlock: [ArchiveFeature.self]).plans
        for plan in plans {
            let totals = plan.totals ?? []
            print(plan.purchases.map(\.name), totals.map { "\($0.text) \($0.period ?? "once")" })
        }
    }

    static func plans(opening chosen: [FeatureDefinition.Type]) -> PurchasePlans {
        let everywhere = Flint.purchases(toUnlock: chosen, platforms: Platform.all)
        return everywhere
    }

    static func benefits(print: Output) {
        let benefits = Flint.features(openedBy: Products.supporter)
        print(benefits.alone.map(\.name), benefits.together.map(\.feature.name), benefits.never.map(\.name))
    }
}

final class ArchiveFeatures: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [ArchiveFeature.self] }
}
