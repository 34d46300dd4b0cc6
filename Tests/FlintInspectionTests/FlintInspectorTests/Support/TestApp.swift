import FlintCore

/// A small app with a feature for every kind of requirement.
final class TestApp: FeatureGroup {
    static let description = "A shop"
    static var subfeatures: [FeatureDefinition.Type] {
        [Shop.self, Playlists.self, Clips.self, Premiere.self, Watch.self]
    }
}

enum Products {
    static let premium = NonConsumableProduct(name: "Premium", description: "Everything", productID: "premium")
    static let supporter = AutoRenewingSubscriptionProduct(name: "Supporter", productID: "supporter")
    static let credits = ConsumableProduct(name: "Credit", productID: "credits")
}

final class Shop: Feature, FeatureGroup {
    static let description = "Sells things"
    static let isVisible = true
    static var subfeatures: [FeatureDefinition.Type] { [Discounts.self] }
    static let buy = action(BuyAction.self)
    static let fail = action(FailAction.self)
    static let show = action(ShowAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(buy)
        actions.declare(fail)
        actions.declare(show)
    }
}

final class Discounts: ConditionalFeature {
    static let description = "Lowers prices"
    static let variation: String? = "B"
    static var isEnabled: Bool? { false }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) {}
}

final class Playlists: ConditionalFeature {
    static let description = "Makes lists"
    static let create = action(BuyAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(Products.premium)
        requirements.permission(.location(usage: .whenInUse))
    }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(create) }
}

final class Clips: ConditionalFeature {
    static let description = "Shares clips"
    static let share = action(PingAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.userToggled(defaultValue: true)
        requirements.permissions(.camera, .microphone, .photos)
    }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(share) }
}

final class Premiere: ConditionalFeature {
    static let description = "Shows things first"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(anyOf: Products.premium, Products.supporter)
        requirements.purchase(Products.credits, quantity: 5)
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

final class Watch: ConditionalFeature {
    static let description = "Fits the wrist"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.watchOSOnly = 9 }
    static func prepare(actions: FeatureActionsBuilder) {}
}

/// An input with an item and a sensitive voucher code.
struct Order: FlintLoggable, RouteParametersDecodable {
    static let inputFields = [
        InputField("item", description: "what to buy"),
        InputField("code", description: "the voucher", isRequired: false, isSensitive: true),
    ]
    let item: String

    init?(from parameters: RouteParameters?, mapping: URLMapping) {
        guard let item = parameters?["item"], !item.isEmpty else { return nil }
        self.item = item
    }

    var loggingDescription: String { item }
    var loggingInfo: [String: String]? { ["item": item, "count": "1"] }
}

final class BuyAction: UIAction {
    typealias InputType = Order
    static let description = "Buys something"
    static func perform(context: ActionContext<Order>, presenter: Void, completion: Completion) -> Completion.Status {
        completion.completedSync(.success)
    }
}

final class PingAction: UIAction {
    static func perform(context: ActionContext<NoInput>, presenter: Void, completion: Completion) -> Completion.Status {
        completion.completedSync(.success)
    }
}

final class FailAction: UIAction {
    struct Failure: Error, CustomStringConvertible {
        let description = "the till is empty"
    }

    static func perform(context: ActionContext<NoInput>, presenter: Void, completion: Completion) -> Completion.Status {
        completion.completedSync(.failure(error: Failure()))
    }
}

final class Screen {}

final class ShowAction: UIAction {
    typealias PresenterType = Screen
    static func perform(
        context: ActionContext<NoInput>, presenter: Screen, completion: Completion
    ) -> Completion.Status {
        completion.completedSync(.success)
    }
}
