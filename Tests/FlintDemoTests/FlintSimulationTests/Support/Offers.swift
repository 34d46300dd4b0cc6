import FlintCore
import FlintSimulation

enum Offers {
    static let monthly = AutoRenewingSubscriptionProduct(name: "Monthly", productID: "monthly")
    static let yearly = AutoRenewingSubscriptionProduct(name: "Yearly", productID: "yearly")
    static let weekly = AutoRenewingSubscriptionProduct(name: "Weekly", productID: "weekly")
    static let season = NonRenewingSubscriptionProduct(name: "Season", productID: "season")
    static let premium = NonConsumableProduct(name: "Premium", productID: "premium")
    static let credits = ConsumableProduct(name: "Credits", productID: "credits")

    static let all = [
        StoreOffer(
            monthly, price: "$4.99", subscriptionGroup: "Main", subscriptionPeriod: SubscriptionPeriod("P1M"),
            subscriptionLevel: 2),
        StoreOffer(
            yearly, subscriptionGroup: "Main", subscriptionPeriod: SubscriptionPeriod("P1Y"), subscriptionLevel: 1),
        StoreOffer(weekly, subscriptionPeriod: SubscriptionPeriod("P1W")),
        StoreOffer(season, subscriptionPeriod: SubscriptionPeriod("P3M")),
        StoreOffer(premium), StoreOffer(credits),
    ]
}
