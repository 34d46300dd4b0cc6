import FeatureGating
import FlintTestSupport
import Testing

@testable import FlintCore

struct AlternativeConstraintsTests {
    @Test(arguments: [
        ("iOS 17", ["phone"], true), ("iOS 17", ["mac"], false), ("macOS 14", ["mac"], true), ("macOS 14", [], false),
        ("macOS 14", ["phone"], false), ("linux 6", ["phone", "mac"], false), ("linux 6", ["all"], true),
    ])
    func `a product can be required on one platform or on all platforms`(
        platform: String, owned: [String], isAvailable: Bool
    ) {
        let fixture = Fixture(Sharing.self, platform: CurrentPlatform(platform))
        for product in [Sharing.phone, Sharing.mac, Sharing.all] {
            fixture.tracker.set(owned.contains(product.productID), product)
        }
        #expect(fixture.run { Sharing.isAvailable } == isAvailable)
    }

    @Test func `an explanation shows groups as a tree, and plans for each alternative`() {
        let fixture = Fixture(Sharing.self)
        for product in [Sharing.phone, Sharing.mac, Sharing.all] { fixture.tracker.set(false, product) }
        #expect(
            fixture.rows(of: Sharing.self) == [
                "platform iOS, any version: iOS 17.2", "any-of any of: ", "  purchase Everything: not purchased",
                "  all-of all of: ",
                "    platform iOS only: iOS 17.2", "    purchase Phone: not purchased", "  all-of all of: ",
                "    platform macOS, any version: iOS 17.2", "    purchase Mac: not purchased",
            ])
        let plans = fixture.runtime.explanation(of: Sharing.self).unlockPlans
        #expect(plans.map { $0.map(\.title) } == [["Everything"], ["Phone"]])
    }

    @Test func `facts in groups are registered and read like others`() {
        for isAnnouncing in [true, false] {
            let fixture = Fixture(Sharing.self, Scanning.self, announcing: isAnnouncing)
            #expect(fixture.runtime.features(requiring: .purchase(productID: "mac")).count == 1)
            #expect(fixture.runtime.features(requiring: .permission(.camera)).count == 1)
            #expect(fixture.runtime.features(requiring: .featureFlag("scanner")).count == 1)
            #expect(fixture.runtime.features(requiring: .platform).count == 1)
            #expect(fixture.run { Scanning.isAvailable } != true)
            fixture.permissions.set(.authorized, .camera)
            #expect(fixture.run { Scanning.isAvailable } == true)
            fixture.permissions.set(.denied, .camera)
            fixture.tracker.set(true, Products.premium)
            fixture.permissions.set(.authorized, .photos)
            #expect(fixture.run { Scanning.isAvailable } == true)
        }
    }

    @Test func `a flow requests only the permissions of the plan with the fewest other steps`() {
        let fixture = Fixture(Scanning.self)
        fixture.tracker.set(false, Products.premium)
        #expect(fixture.run { Scanning.permissions.ordered } == [.camera])
        fixture.permissions.set(.restricted, .camera)
        #expect(fixture.run { Scanning.permissions.ordered } == [.photos])
        fixture.tracker.set(true, Products.premium)
        fixture.permissions.set(.authorized, .photos)
        #expect(fixture.run { Scanning.permissions.ordered } == [], "The feature is available.")
        let other = Fixture(Recording.self)
        #expect(other.run { Recording.permissions.ordered } == [.camera])
        other.permissions.set(.denied, .camera)
        #expect(
            other.run { Recording.permissions.ordered } == [.microphone],
            "The other feature's permission can be requested.")
    }

    @Test func `the time at which changes take effect also applies in a group`() {
        let declared = DefaultFeatureConstraintsBuilder().build { requirements in
            requirements.takesEffect(.nextSession)
            requirements.anyOf { alternatives in
                alternatives.featureFlag("f")
                alternatives.takesEffect(.nextStart)
            }
        }
        #expect(declared.effectTime == max(.nextSession, .nextStart))
    }

    @Test func `a setting does not block a feature whose alternative is met`() {
        let fixture = Fixture(Themes.self)
        fixture.tracker.set(false, Products.premium)
        fixture.run {
            #expect(Themes.declaresUserSetting && Themes.requiresUserToggle && !Themes.requiresRuntimeEnabled)
        }
        fixture.tracker.set(true, Products.premium)
        fixture.run { #expect(Themes.isAvailable == true && !Themes.requiresUserToggle) }
        fixture.tracker.set(false, Products.premium)
        fixture.toggles.setEnabled(Themes.self, enabled: true)
        #expect(fixture.run { Themes.isAvailable } == true)
    }

    @Test func `an empty group is never met, and an empty alternative is always met`() {
        let path: FeaturePath = "F"
        let never = DefaultFeatureConstraintsBuilder().build { $0.anyOf { _ in } }
        #expect(never.requirement(for: path).evaluate { _ in .true } == .false)
        let always = DefaultFeatureConstraintsBuilder().build { requirements in
            requirements.anyOf { alternatives in
                alternatives.featureFlag("f")
                alternatives.allOf { _ in }
            }
        }
        #expect(always.requirement(for: path).evaluate { Truth($0.platformRule != nil) } == .true)
    }

    @Test(arguments: PropertyScale.seeds(1))
    func `groups are evaluated by the rules of logic`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var verdicts: [Truth: Int] = [:]
        for _ in 0..<2_000 {
            let group = RandomGroup(using: &random, depth: 3)
            let declared = DefaultFeatureConstraintsBuilder().build(group.declare)
            var truths: [FactKey: Truth] = [:]
            for key in RandomGroup.facts {
                truths[key] = [Truth.true, .false, .unknown].randomElement(using: &random)
            }
            let verdict = declared.requirement(for: "F").evaluate { condition in
                condition.platformRule == nil ? truths[condition.mainKey] ?? .unknown : .true
            }
            #expect(verdict == group.truth(truths), "\(group)")
            verdicts[verdict, default: 0] += 1
            let mentioned =
                declared.mentionedFlags.map(FactKey.featureFlag)
                + declared.mentionedPermissions.map(
                    FactKey.permission) + declared.products.map { .purchase(productID: $0.productID) }
            #expect(Set(mentioned) == group.keys && mentioned.count == group.keys.count)
        }
        #expect(verdicts.values.allSatisfy { $0 > 100 } && verdicts.count == 3)
    }
}

/// A random group of requirements whose truth is computed independently.
private struct RandomGroup {
    static let flags: [FeatureKey] = ["a", "b"]
    static let permissions: [SystemPermissionConstraint] = [.camera, .photos]
    static let facts: [FactKey] =
        flags.map(FactKey.featureFlag) + permissions.map(FactKey.permission)
        + ["premium", "supporter"].map { .purchase(productID: $0) }

    private let isConjunction: Bool
    private let members: [Int]
    private let groups: [RandomGroup]

    init(using random: inout SplitMix64, depth: Int) {
        isConjunction = depth == 3 || Bool.random(using: &random)
        members = (0..<Int.random(in: 0...2, using: &random)).map { _ in Int.random(in: 0..<6, using: &random) }
        var groups: [RandomGroup] = []
        if depth > 0 {
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                groups.append(RandomGroup(using: &random, depth: depth - 1))
            }
        }
        self.groups = groups
    }

    func declare(on requirements: FeatureConstraintsBuilder) {
        for member in members {
            switch member {
            case 0, 1: requirements.featureFlag(Self.flags[member])
            case 2, 3: requirements.permission(Self.permissions[member - 2])
            case 4: requirements.purchase(Products.premium)
            default: requirements.purchase(Products.supporter)
            }
        }
        for group in groups {
            if group.isConjunction {
                requirements.allOf(group.declare)
            } else {
                requirements.anyOf(group.declare)
            }
        }
    }

    var keys: Set<FactKey> { Set(members.map { Self.facts[$0] }).union(groups.flatMap(\.keys)) }

    func truth(_ truths: [FactKey: Truth]) -> Truth {
        let parts = members.map { truths[Self.facts[$0]] ?? .unknown } + groups.map { $0.truth(truths) }
        if isConjunction { return parts.contains(.false) ? .false : parts.contains(.unknown) ? .unknown : .true }
        return parts.contains(.true) ? .true : parts.contains(.unknown) ? .unknown : .false
    }
}

private final class Sharing: ConditionalFeature {
    static let phone = NonConsumableProduct(name: "Phone", productID: "phone")
    static let mac = NonConsumableProduct(name: "Mac", productID: "mac")
    static let all = NonConsumableProduct(name: "Everything", productID: "all")

    static let description = "Shares files"

    static func prepare(actions: FeatureActionsBuilder) {}

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.anyOf { alternatives in
            alternatives.allOf { onPhone in
                onPhone.iOSOnly = .any
                onPhone.purchase(phone)
            }
            alternatives.allOf { onMac in
                onMac.macOSOnly = .any
                onMac.purchase(mac)
            }
            alternatives.purchase(all)
        }
    }
}

private final class Scanning: ConditionalFeature {
    static let description = "Scans papers"

    static func prepare(actions: FeatureActionsBuilder) {}

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.anyOf { alternatives in
            alternatives.permission(.camera)
            alternatives.allOf { parts in
                parts.permission(.photos)
                parts.anyOf { reasons in
                    reasons.purchase(Products.premium)
                    reasons.featureFlag("scanner")
                }
            }
        }
    }
}

private final class Recording: ConditionalFeature {
    static let description = "Records a memo"

    static func prepare(actions: FeatureActionsBuilder) {}

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.anyOf { alternatives in
            alternatives.permissions(.camera, .microphone)
        }
    }
}

private final class Themes: ConditionalFeature {
    static let description = "Changes the colors"

    static func prepare(actions: FeatureActionsBuilder) {}

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.anyOf { alternatives in
            alternatives.userToggled(defaultValue: false)
            alternatives.purchase(Products.premium)
        }
    }
}
