import FlintCore

/// What can be bought in the app, one product of every type.
enum PodcastProducts {
    static let premium = AutoRenewingSubscriptionProduct(
        name: "Premium subscription", description: "Every listening feature, month by month",
        productID: "podcasts.premium")
    static let seasonPass = NonRenewingSubscriptionProduct(
        name: "Season pass", description: "The texts of one season", productID: "podcasts.season-pass")
    static let transcripts = NonConsumableProduct(
        name: "Transcripts", description: "Read what was said", productID: "podcasts.transcripts")
    static let credits = ConsumableProduct(
        name: "Transcript credits", description: "One for each hour of speech", productID: "podcasts.credits")

    /// All of them, in the order in which the store shows them.
    static var all: [Product] { [premium, seasonPass, transcripts, credits] }
}
