import FlintCore

// An app of a hundred features whose types are composed of two digits, so that any number of them can be registered
// late.

protocol Digit: SendableMetatype {
    static var value: Int { get }
}

enum D0: Digit { static let value = 0 }
enum D1: Digit { static let value = 1 }
enum D2: Digit { static let value = 2 }
enum D3: Digit { static let value = 3 }
enum D4: Digit { static let value = 4 }
enum D5: Digit { static let value = 5 }
enum D6: Digit { static let value = 6 }
enum D7: Digit { static let value = 7 }
enum D8: Digit { static let value = 8 }
enum D9: Digit { static let value = 9 }

enum Needs {
    static let digits: [any Digit.Type] = [
        D0.self, D1.self, D2.self, D3.self, D4.self, D5.self, D6.self, D7.self, D8.self, D9.self,
    ]
    static let products = [
        NonConsumableProduct(name: "Zoom", productID: "zoom"), NonConsumableProduct(name: "Alto", productID: "alto"),
        NonConsumableProduct(name: "Mono", productID: "mono"),
    ]
    static let club = AutoRenewingSubscriptionProduct(name: "Club", productID: "club")
    static let coin = ConsumableProduct(name: "Coin", productID: "coin")
    static let flags: [FeatureKey] = ["one", "two", "three"]
    static let permissions: [SystemPermissionConstraint] = [
        .camera, .microphone, .location(usage: .whenInUse), .location(usage: .always),
    ]

    static func members<First: Digit>(of first: First.Type) -> [FeatureDefinition.Type] {
        func make<Second: Digit>(_ second: Second.Type) -> FeatureDefinition.Type { Member<First, Second>.self }
        return digits.map { make($0) }
    }

    static func group(_ digit: Int) -> FeatureGroup.Type {
        func make<First: Digit>(_: First.Type) -> FeatureGroup.Type { Cluster<First>.self }
        return make(digits[digit])
    }
}

/// A group that requires a flag.
final class Cluster<First: Digit>: ConditionalFeature, FeatureGroup {
    static var description: String { "A generated group" }
    static var subfeatures: [FeatureDefinition.Type] { Needs.members(of: First.self) }
    static func constraints(requirements: FeatureConstraintsBuilder) {
        if First.value.isMultiple(of: 2) { requirements.featureFlag(Needs.flags[First.value / 2 % 3]) }
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

/// A feature in a group, with requirements that depend on its two digits.
final class Member<First: Digit, Second: Digit>: ConditionalFeature {
    static var description: String { "A generated feature" }
    static var isEnabled: Bool? { Second.value != 7 }
    static func constraints(requirements: FeatureConstraintsBuilder) {
        switch Second.value {
        case 0: requirements.purchase(anyOf: Needs.products[0], Needs.products[1])
        case 1: requirements.purchase(Needs.products[First.value % 3])
        case 2: requirements.permission(Needs.permissions[First.value % 4])
        case 3: requirements.userToggled(defaultValue: First.value.isMultiple(of: 3))
        case 4: requirements.featureFlag(Needs.flags[First.value % 3])
        case 5: requirements.iOS = .atLeast(version: PlatformVersion(major: First.value + 9))
        case 6: requirements.purchase(Needs.coin, quantity: 2)
        case 7: requirements.runtimeEnabled()
        case 8:
            requirements.permission(.location(usage: .whenInUse))
            requirements.purchase(Needs.club)
        default: break
        }
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

/// The root of the features that are registered initially.
final class GeneratedRoot: FeatureGroup {
    static let description = "A generated app"
    static var subfeatures: [FeatureDefinition.Type] { [Cluster<D0>.self, Cluster<D1>.self] }
}
