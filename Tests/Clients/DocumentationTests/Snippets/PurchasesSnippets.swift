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

final class ArchiveFeatures: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [ArchiveFeature.self] }
}
