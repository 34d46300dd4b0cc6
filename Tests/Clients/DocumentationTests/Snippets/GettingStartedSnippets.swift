import FlintCore

final class SouvenirFeatures: FeatureGroup {
    static let description = "What visitors leave behind and take home"
    static var subfeatures: [FeatureDefinition.Type] { [GuestbookFeature.self, PostcardFeature.self] }
}

final class GuestbookFeature: Feature {
    static let description = "Keeps what visitors write"

    static let sign = action(SignAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(sign)
    }
}

final class PostcardFeature: ConditionalFeature {
    static let description = "Sends postcards of the night sky"

    static let stamps = NonConsumableProduct(name: "Postcards", productID: "postcards")
    static let send = action(SendPostcardAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(stamps)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(send)
    }
}

final class SignAction: Action {
    typealias InputType = String

    static let description = "Adds a line to the guestbook"

    static func perform(
        context: ActionContext<String>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        completion.completedSync(.success)
    }
}

final class SendPostcardAction: Action {
    typealias InputType = String

    static let description = "Sends a postcard with a text"

    static func perform(
        context: ActionContext<String>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        completion.completedSync(.success)
    }
}

enum GettingStartedSnippets {
    static func setUp(print: Output) async -> DebugPurchaseTracker {
        let tracker = DebugPurchaseTracker()
        tracker.overridePurchase(product: PostcardFeature.stamps, with: .notPurchased)
        Flint.setup(SouvenirFeatures.self) { $0.purchaseTracker = tracker }

        print(await GuestbookFeature.sign.perform(withInput: "The rings!"))
        return tracker
    }

    static func send(print: Output) async {
        if let request = PostcardFeature.send.request() {
            print(await request.perform(withInput: "Saturn was out."))
        } else {
            print(PostcardFeature.descriptionOfUnsatisfiedConstraints ?? "available now")
        }
    }

    static func buy(_ tracker: DebugPurchaseTracker) {
        tracker.overridePurchase(product: PostcardFeature.stamps, with: .purchased)
    }

    static func lookBack(print: Output) {
        for entry in Timeline.instance.entries { print(entry) }
    }
}
