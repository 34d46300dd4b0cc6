import FlintCore
import FlintTesting
import Testing

/// The gates of five kinds of published apps, with a separate type for each condition.
struct PublicAppGatesTests {
    // A type of a feature is not sendable, because its protocol could be isolated to an actor.
    struct Case: @unchecked Sendable, CustomTestStringConvertible {
        let name: String
        let app: FeatureGroup.Type
        let feature: any ConditionalFeature.Type
        let state: @Sendable (GatingTest) -> Void
        /// The requirement that blocks the feature, or `nil` for an available one.
        var reason: String?
        var remedy: Remedy?

        var testDescription: String { name }
    }

    private static func openShop(_ app: GatingTest) {
        app.set(.device, to: .tablet)
        app.set(.shopCountry, to: .unitedStates)
        app.set(.shopCurrency, to: .dollar)
        app.set(.plugIn, to: PlatformVersion(major: 6, minor: 6))
        app.set(.isPlugInActive, to: true)
        app.set(.payments, to: .complete)
        app.set("pos-local", to: true)
        app.set("payments-inside", to: false)
    }

    private static let pointOfSale = [
        Case(name: "everything is met", app: ShopManager.self, feature: PointOfSale.self, state: openShop),
        Case(
            name: "the plug-in is too old", app: ShopManager.self, feature: PointOfSale.self,
            state: {
                openShop($0)
                $0.set(.plugIn, to: PlatformVersion(major: 6, minor: 4))
            },
            reason: "Shop plug-in is 6.4, and 6.6 or later is required",
            remedy: .user("Update the plug-in to 6.6 or later")),
        Case(
            name: "a phone", app: ShopManager.self, feature: PointOfSale.self,
            state: {
                openShop($0)
                $0.set(.device, to: .phone)
            },
            reason: "Device is phone, and tablet is required",
            remedy: .nobody("The point of sale works on tablets")),
        Case(
            name: "another country", app: ShopManager.self, feature: PointOfSale.self,
            state: {
                openShop($0)
                $0.set(.shopCountry, to: .canada)
            },
            reason: "Shop's country is Canada, and United States is required",
            remedy: .nobody("Payments are available in the United States")),
        Case(
            name: "the settings are not synchronized yet", app: ShopManager.self, feature: PointOfSale.self,
            state: {
                openShop($0)
                $0.set(.shopCurrency, to: nil)
            },
            reason: "Shop's currency is undetermined, and US dollar is required",
            remedy: .nobody("Payments are made in US dollars")),
        Case(
            name: "payments are not set up", app: ShopManager.self, feature: PointOfSale.self,
            state: {
                openShop($0)
                $0.set(.payments, to: .accountUnderReview)
            },
            reason: "Payments is account under review",
            remedy: .nobody("The provider reviews your account")),
    ]

    private static let others = [
        Case(
            name: "an old home server", app: HomeClient.self, feature: ThreadNetworks.self,
            state: { $0.set(.core, to: PlatformVersion(major: 2022, minor: 4)) },
            reason: "core is 2022.4, and 2024.6 or later is required",
            remedy: .operator("Update your server to 2024.6 or later")),
        Case(
            name: "a new home server", app: HomeClient.self, feature: ThreadNetworks.self,
            state: { $0.set(.core, to: PlatformVersion(major: 2024, minor: 10)) }),
        Case(
            name: "a forbidden change of the avatar", app: ChatClient.self, feature: ChangeAvatar.self,
            state: { $0.set(.avatar, to: .forbidden) },
            reason: "Change of the avatar is forbidden",
            remedy: .operator("Allow it in the policy of the server")),
        Case(
            name: "an avatar that the server does not know", app: ChatClient.self, feature: ChangeAvatar.self,
            state: { $0.set(.avatar, to: .missing) },
            reason: "Change of the avatar is missing", remedy: .operator("Update the server")),
        Case(
            name: "a file that is too large", app: ChatClient.self, feature: SendVideo.self,
            state: { $0.set(.largestUpload, to: 10) },
            reason: "Largest upload in MB is 10, and at least 50 is required",
            remedy: .operator("Raise the limit to at least 50")),
        Case(
            name: "an instance of 4.1, which is before 4.10", app: SocialClient.self,
            feature: GroupedNotifications.self,
            state: { $0.set(.instance, to: PlatformVersion(major: 4, minor: 1)) },
            reason: "Instance is 4.1, and 4.3 or later is required",
            remedy: .operator("Update the instance to 4.3 or later")),
        Case(
            name: "an instance of 4.10, which is after 4.3", app: SocialClient.self, feature: GroupedNotifications.self,
            state: { $0.set(.instance, to: PlatformVersion(major: 4, minor: 10)) }),
        Case(
            name: "an older interface", app: SocialClient.self, feature: Quotes.self,
            state: { $0.set(.interface, to: 6) },
            reason: "Version of the interface is 6, and at least 7 is required",
            remedy: .operator("Update the instance to at least 7")),
        Case(
            name: "a tunnel on the phone with the phone's product", app: Tunnels.self, feature: OnDemand.self,
            state: {
                $0.platform(.iOS, 18)
                $0.purchase(Tunnels.phone)
            }),
        Case(
            name: "a tunnel on the Mac with the phone's product", app: Tunnels.self, feature: OnDemand.self,
            state: {
                $0.platform(.macOS, 15)
                $0.purchase(Tunnels.phone)
                $0.set(.level, to: .undefined)
            }, reason: "any of"),
        Case(
            name: "a tester's level", app: Tunnels.self, feature: OnDemand.self,
            state: { $0.set(.level, to: .complete) }),
    ]

    @Test(arguments: pointOfSale + others)
    func `a refusal names the reason and the remedy`(_ example: Case) {
        let app = GatingTest(example.app)
        example.state(app)
        let explanation = app.runtime.explanation(of: example.feature)
        #expect(app.isAvailable(example.feature) == (example.reason == nil), "\(explanation)")
        if example.reason == "any of" { return }
        let row = explanation.requirements.first { $0.isBlocking && $0.remedy != nil }
        #expect(row?.statement == example.reason && row?.remedy == example.remedy, "\(explanation)")
    }
}

// MARK: - A shop's point of sale

private final class ShopManager: FeatureGroup {
    static let description = "Manages a shop"
    static var subfeatures: [FeatureDefinition.Type] { [PointOfSale.self] }
}

private final class PointOfSale: ConditionalFeature {
    static let description = "Sells in the shop"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.fact(.device, is: .tablet)
        requirements.fact(.shopCountry, is: .unitedStates)
        requirements.fact(.shopCurrency, is: .dollar)
        requirements.fact(.isPlugInActive)
        requirements.fact(.plugIn, atLeast: PlatformVersion(major: 6, minor: 6))
        requirements.anyOf { alternatives in
            alternatives.featureFlag("pos-remote")
            alternatives.featureFlag("pos-local")
        }
        requirements.anyOf { alternatives in
            alternatives.featureFlag("payments-inside")
            alternatives.fact(.payments, oneOf: [.complete, .completeWithOtherPlugIn])
        }
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}

private enum Device: String, AppFactChoice {
    case phone, tablet
}

private enum ShopCountry: String, AppFactChoice {
    case unitedStates, canada

    var title: String {
        switch self {
        case .unitedStates: "United States"
        case .canada: "Canada"
        }
    }
}

private enum Currency: String, AppFactChoice {
    case dollar, euro

    var title: String {
        switch self {
        case .dollar: "US dollar"
        case .euro: "euro"
        }
    }
}

private enum Payments: String, AppFactChoice {
    case complete
    case completeWithOtherPlugIn = "complete-with-other-plug-in"
    case notConnected = "not-connected"
    case accountUnderReview = "account-under-review"

    var remedy: Remedy? {
        switch self {
        case .complete, .completeWithOtherPlugIn: nil
        case .notConnected: .user("Finish setting up payments")
        case .accountUnderReview: .nobody("The provider reviews your account")
        }
    }
}

extension AppFact where Value == Device {
    fileprivate static var device: AppFact {
        AppFact("device", title: "Device", remedy: .nobody("The point of sale works on tablets"))
    }
}

extension AppFact where Value == ShopCountry {
    fileprivate static var shopCountry: AppFact {
        AppFact(
            "shop-country", title: "Shop's country", remedy: .nobody("Payments are available in the United States"))
    }
}

extension AppFact where Value == Currency {
    fileprivate static var shopCurrency: AppFact {
        AppFact("shop-currency", title: "Shop's currency", remedy: .nobody("Payments are made in US dollars"))
    }
}

extension AppFact where Value == Payments {
    fileprivate static var payments: AppFact { AppFact("payments", title: "Payments") }
}

extension AppFact where Value == Bool {
    fileprivate static var isPlugInActive: AppFact {
        AppFact("plug-in-active", title: "Shop plug-in", remedy: .user("Activate the plug-in"))
    }
}

extension AppFact where Value == PlatformVersion {
    fileprivate static var plugIn: AppFact {
        AppFact("plug-in", title: "Shop plug-in", remedy: .user("Update the plug-in"))
    }
    fileprivate static var core: AppFact {
        AppFact("core", kind: FactKind(rawValue: "server"), title: "core", remedy: .operator("Update your server"))
    }
    fileprivate static var instance: AppFact {
        AppFact("instance", title: "Instance", remedy: .operator("Update the instance"))
    }
}

// MARK: - A client of home servers

private final class HomeClient: FeatureGroup {
    static let description = "Controls a home"
    static var subfeatures: [FeatureDefinition.Type] { [ThreadNetworks.self] }
}

private final class ThreadNetworks: ConditionalFeature {
    static let description = "Shares networks"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.fact(.core, atLeast: PlatformVersion(major: 2024, minor: 6))
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}

// MARK: - A chat client

private final class ChatClient: FeatureGroup {
    static let description = "Exchanges messages"
    static var subfeatures: [FeatureDefinition.Type] { [ChangeAvatar.self, SendVideo.self] }
}

private final class ChangeAvatar: ConditionalFeature {
    static let description = "Changes the avatar"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.fact(.avatar, is: .supported)
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class SendVideo: ConditionalFeature {
    static let description = "Sends videos"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.fact(.largestUpload, atLeast: 50)
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}

private enum Capability: String, AppFactChoice {
    case supported, forbidden, missing

    var remedy: Remedy? {
        switch self {
        case .supported: nil
        case .forbidden: .operator("Allow it in the policy of the server")
        case .missing: .operator("Update the server")
        }
    }
}

extension AppFact where Value == Capability {
    fileprivate static var avatar: AppFact {
        AppFact("avatar", kind: FactKind(rawValue: "capability"), title: "Change of the avatar")
    }
}

extension AppFact where Value == Int {
    fileprivate static var largestUpload: AppFact {
        AppFact("largest-upload", title: "Largest upload in MB", remedy: .operator("Raise the limit"))
    }
    fileprivate static var interface: AppFact {
        AppFact("interface", title: "Version of the interface", remedy: .operator("Update the instance"))
    }
}

// MARK: - A client of social networks

private final class SocialClient: FeatureGroup {
    static let description = "Reads posts"
    static var subfeatures: [FeatureDefinition.Type] { [GroupedNotifications.self, Quotes.self] }
}

private final class GroupedNotifications: ConditionalFeature {
    static let description = "Groups notifications"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.fact(.instance, atLeast: PlatformVersion(major: 4, minor: 3))
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Quotes: ConditionalFeature {
    static let description = "Quotes posts"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.fact(.interface, atLeast: 7)
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}

// MARK: - A client of private networks

private final class Tunnels: FeatureGroup {
    static let description = "Connects to private networks"
    static var subfeatures: [FeatureDefinition.Type] { [OnDemand.self] }

    static let phone = NonConsumableProduct(name: "Essentials for phones", productID: "essentials.phone")
    static let mac = NonConsumableProduct(name: "Essentials for Macs", productID: "essentials.mac")
    static let complete = NonConsumableProduct(name: "Complete version", productID: "complete")
}

private final class OnDemand: ConditionalFeature {
    static let description = "Connects when necessary"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.anyOf { alternatives in
            alternatives.allOf { phone in
                phone.iOSOnly = .any
                phone.tvOS = .any
                phone.purchase(Tunnels.phone)
            }
            alternatives.allOf { mac in
                mac.macOSOnly = .any
                mac.purchase(Tunnels.mac)
            }
            alternatives.purchase(Tunnels.complete)
            alternatives.fact(.level, atLeast: .essentials)
        }
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}

private enum Level: String, AppFactLevel {
    case undefined, beta, essentials, complete
}

extension AppFact where Value == Level {
    fileprivate static var level: AppFact {
        AppFact("level", title: "User level", remedy: .developer("Set the level"))
    }
}
