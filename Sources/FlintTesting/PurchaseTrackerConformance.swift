// SPDX-License-Identifier: MIT

public import FlintCore
import FlintLocks

/// A conformance check for a purchase tracker.
///
/// ```swift
/// try await PurchaseTrackerConformance {
///     LicenceTracker(licences: FakeLicences())
/// } change: { tracker, product, status in
///     tracker.licences.set(status, for: product.productID)
/// }.verify()
/// ```
///
/// To check a tracker with the app's own rules, such as one that wraps another tracker, pass the app's products and
/// features.
///
/// The tracker must give correct and stable answers on every thread without blocking, and return `nil` if the status is
/// unknown. If it declares that it announces changes, it must notify every observer once for each change, after the
/// change and without holding a lock, until the observer is removed or deallocated. A tracker that wraps another one
/// must announce its own answer, which may differ from the other tracker's.
public struct PurchaseTrackerConformance<Tracker: PurchaseTracker>: ConformanceCheck {
    private let examination: ConformanceRunner<Tracker, Product, PurchaseStatus>
    private let consumables: [ConsumableProduct]
    private let features: [FeatureDefinition.Type]

    /// Creates the check.
    ///
    /// - Parameters:
    ///   - products: The products to query, such as the app's own. For consumable products, the balances are queried.
    ///     By default, three products that no store sells.
    ///   - features: The features whose past purchases to query. By default, a feature of this module.
    ///   - statuses: The statuses to set for each product.
    ///   - knowsEveryPurchase: Whether the tracker knows the user's complete purchase history. If `true`, it must
    ///     report a product without a record as not purchased; otherwise, as unknown.
    ///   - timing: Whether changes are announced during the change or later, and the time limit.
    ///   - make: A closure that creates a tracker without a record of any product. It is called several times.
    ///   - change: A closure that sets a product's status, as a purchase or a refund would, and returns when the change
    ///     is complete.
    public init(
        products: [Product] = ConformanceSamples.products,
        features: [FeatureDefinition.Type] = ConformanceSamples.featuresWithPastPurchases,
        statuses: [PurchaseStatus] = [.purchased, .notPurchased], knowsEveryPurchase: Bool = false,
        timing: ConformanceTiming = .synchronous(), make: @escaping () async throws -> Tracker,
        change: @escaping (_ tracker: Tracker, _ product: Product, _ status: PurchaseStatus) async throws -> Void
    ) {
        let consumables = products.compactMap { $0 as? ConsumableProduct }
        self.consumables = consumables.isEmpty ? [ConformanceSamples.credits] : consumables
        self.features = features
        // A tracker reports a balance for these instead of a status, so they are checked on another path.
        let products = products.filter { !($0 is ConsumableProduct) }
        examination = ConformanceRunner(
            timing: timing, keys: products, values: statuses, make: make, ask: { Self.status(of: $1, $0) },
            change: change, announces: { tracker, _ in tracker.announcesChanges },
            observing: .init(
                make: { handler in
                    TrackerObserver { productID, isOwned in
                        handler(Set(products.filter { $0.productID == productID }), isOwned)
                    }
                },
                add: { tracker, observer in
                    if let observer = observer as? TrackerObserver { tracker.addObserver(observer) }
                },
                remove: { tracker, observer in
                    if let observer = observer as? TrackerObserver { tracker.removeObserver(observer) }
                }),
            describeKey: \.productID, describeValue: \.description)
        examination.unknown = products.map { ($0, knowsEveryPurchase ? .notPurchased : .unknown) }
        examination.unknownValue = .unknown
        examination.isOwned = { $0 == .purchased }
    }

    /// Runs the check and returns its failures.
    public func failures() async -> [ConformanceFailure] {
        if await examination.run(), let tracker = await examination.subject() { await checkPastPurchases(tracker) }
        return examination.failures.all
    }

    /// Checks that answers about past purchases and credit balances arrive in time and do not vary between calls.
    private func checkPastPurchases(_ tracker: Tracker) async {
        let carried = UncheckedSendable((tracker, features, consumables))
        let answers = await BackgroundThreads.run(atMost: examination.timing.deadline) {
            let (tracker, features, consumables) = carried.value
            return (0..<2).map { _ in
                (
                    features.map { tracker.isFeatureEnabledByPastPurchases($0) },
                    consumables.map { tracker.creditBalance(of: $0) }
                )
            }
        }
        guard let answers else {
            return examination.failures.add(
                .answersWithoutBlocking, "past purchases",
                "It did not answer within \(examination.timing.deadline) on another thread.")
        }
        if answers[0].0 != answers[1].0 {
            examination.failures.add(
                .answersAlike, "past purchases", "Two queries in a row returned different answers.")
        }
        for (product, (first, second)) in zip(consumables, zip(answers[0].1, answers[1].1)) where first != second {
            examination.failures.add(
                .answersAlike, product.productID, "Two queries in a row returned different balances.")
        }
    }

    private static func status(of product: Product, _ tracker: Tracker) -> PurchaseStatus {
        let isOwned =
            switch product {
            case let product as NonConsumableProduct: tracker.isPurchased(product)
            case let product as SubscriptionProduct: tracker.isSubscriptionActive(product)
            default: Bool?.none
            }
        return PurchaseStatus(Truth(isOwned))
    }
}

@usableFromInline
package enum ConformanceSamples {
    /// A non-consumable product and a subscription of each kind, with identifiers that no store sells.
    @usableFromInline
    package static var products: [Product] {
        [
            NonConsumableProduct(name: "Sample", productID: "flint.testing.non-consumable"),
            AutoRenewingSubscriptionProduct(name: "Sample", productID: "flint.testing.auto-renewing"),
            NonRenewingSubscriptionProduct(name: "Sample", productID: "flint.testing.non-renewing"),
        ]
    }

    @usableFromInline
    package static var featuresWithPastPurchases: [FeatureDefinition.Type] { [FirstFeature.self] }

    static var credits: ConsumableProduct { ConsumableProduct(name: "Sample", productID: "flint.testing.consumable") }

    @usableFromInline
    package static var features: [ConditionalFeatureDefinition.Type] { [FirstFeature.self, SecondFeature.self] }

    final class FirstFeature: ConditionalFeature {
        static let description = "A feature for conformance checks"

        static func constraints(requirements: FeatureConstraintsBuilder) {
            requirements.userToggled(defaultValue: true)
        }

        static func prepare(actions: FeatureActionsBuilder) {}
    }

    final class SecondFeature: ConditionalFeature {
        static let description = "Another feature for conformance checks"

        static func constraints(requirements: FeatureConstraintsBuilder) {
            requirements.userToggled(defaultValue: true)
        }

        static func prepare(actions: FeatureActionsBuilder) {}
    }
}

private final class TrackerObserver: PurchaseTrackerObserver {
    let handler: @Sendable (_ productID: String, _ isOwned: Bool) -> Void

    init(_ handler: @escaping @Sendable (_ productID: String, _ isOwned: Bool) -> Void) {
        self.handler = handler
    }

    func purchaseStatusDidChange(productID: String, isPurchased: Bool) {
        handler(productID, isPurchased)
    }
}
