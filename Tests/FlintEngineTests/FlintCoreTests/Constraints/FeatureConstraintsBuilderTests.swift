import Testing

@testable import FlintCore

struct FeatureConstraintsBuilderTests {
    private func declared(_ body: (FeatureConstraintsBuilder) -> Void) -> DeclaredFeatureConstraints {
        DefaultFeatureConstraintsBuilder().build(body)
    }

    @Test func `a feature without declarations requires nothing`() {
        let declared = declared { _ in }
        #expect(declared.isEmpty)
        #expect(declared.products.isEmpty)
        #expect(!FeatureConstraintsBuilderTests.isLimited(declared, on: .iOS))
    }

    @Test func `platforms are supported in any version by default`() {
        let declared = declared { requirements in
            requirements.iOS = 9
            requirements.macOS = "10.12.1"
            requirements.tvOS = .any
            requirements.watchOS = .unsupported
        }
        #expect(declared.platforms[.iOS]?.version == .atLeast(version: PlatformVersion(major: 9)))
        #expect(declared.platforms[.macOS]?.description == "macOS >= 10.12.1")
        #expect(declared.platforms[.tvOS]?.version == .any)
        #expect(declared.platforms[.watchOS]?.version == .unsupported)
        #expect(declared.platforms[.linux]?.version == .any, "The platform has the default rule.")
        #expect(Set(declared.platforms.keys) == Set(Platform.all))
    }

    @Test func `a platform property returns its last assigned value`() {
        _ = declared { requirements in
            #expect(requirements.iOS == .any)
            requirements.iOS = 9
            requirements.iOS = 11
            #expect(requirements.iOS == .atLeast(version: PlatformVersion(major: 11)))
            requirements.watchOSOnly = 9
            #expect(requirements.watchOSOnly == .atLeast(version: PlatformVersion(major: 9)))
            #expect(requirements.iOS == .unsupported, "An exclusive platform makes the others unsupported.")
        }
    }

    @Test func `a platform can be added after supporting only one`() {
        let declared = declared { requirements in
            requirements.iOSOnly = .any
            requirements.macOS = 12
        }
        #expect(Platform.all.filter { declared.platforms[$0]?.version == .unsupported }.count == Platform.all.count - 2)
        #expect(declared.platforms[.macOS]?.version == .atLeast(version: PlatformVersion(major: 12)))
    }

    @Test(arguments: Platform.all)
    func `every platform has a minimum and an exclusive property`(platform: Platform) {
        let only = declared { FeatureConstraintsBuilderTests.support(only: platform, $0) }
        for other in Platform.all {
            #expect(
                only.platforms[other]?.version
                    == (other == platform ? .atLeast(version: .init(major: 3)) : .unsupported))
        }
        let least = declared { FeatureConstraintsBuilderTests.require(platform, $0) }
        #expect(least.platforms.count { $0.value.version != .any } == 1)
        #expect(least.platforms[platform]?.version == .atLeast(version: .init(major: 3)))
    }

    @Test func `preconditions, permissions and purchases keep their order without duplicates`() {
        let declared = declared { requirements in
            requirements.userToggled(defaultValue: true)
            requirements.userToggled(defaultValue: false)
            requirements.runtimeEnabled()
            requirements.permissions(.photos, .camera, .photos)
            requirements.permission(.camera)
            requirements.purchase(Products.premium)
            requirements.purchase(Products.premium)
            requirements.purchase(Products.monthly)
        }
        #expect(declared.userSettingDefault == false, "The last default applies.")
        #expect(declared.isRuntimeEnabledRequired)
        #expect(declared.permissions == [.photos, .camera])
        #expect(declared.purchases == [PurchaseRequirement(Products.premium), PurchaseRequirement(Products.monthly)])
        #expect(declared.products.map(\.productID) == ["premium", "monthly"])
    }

    @Test func `two quantities of one consumable product are two requirements`() {
        let declared = declared { requirements in
            requirements.purchase(Products.credits, quantity: 5)
            requirements.purchase(Products.credits, quantity: 10)
        }
        #expect(declared.purchases.count == 2)
        #expect(declared.products.count == 1)
    }

    @Test func `every purchase overload declares its requirement`() {
        func one(_ body: (FeatureConstraintsBuilder) -> Void) -> [String] {
            declared(body).purchases.map(\.description)
        }
        #expect(one { $0.purchase(Products.premium) } == ["Premium"])
        #expect(one { $0.purchase(Products.season) } == ["Season"])
        #expect(one { $0.purchase(Products.credits, quantity: 5) } == ["5 × Credits"])
        #expect(one { $0.purchase(anyOf: Products.premium, Products.monthly) } == ["Premium or Monthly"])
        #expect(one { $0.purchase(allOf: Products.premium, Products.monthly) } == ["Premium and Monthly"])
        let set: Set<NoQuantityProduct> = [Products.supporter, Products.premium]
        #expect(
            one { $0.purchase(anyOf: set) } == ["Premium or Supporter"],
            "The products of a set are sorted by identifier.")
        #expect(one { $0.purchase(allOf: set) } == ["Premium and Supporter"])
        #expect(one { $0.purchases(Products.premium, Products.supporter) } == ["Premium and Supporter"])
        #expect(
            one { $0.purchases(.init(Products.premium), .init(Products.credits, quantity: 5)) }
                == ["Premium", "5 × Credits"])
        #expect(
            one { $0.purchase(anyOf: .init(Products.premium), .init(Products.credits, quantity: 5)) }
                == ["Premium or 5 × Credits"])
        #expect(
            one { $0.purchase(allOf: .init(Products.premium), .init(Products.credits, quantity: 5)) }
                == ["Premium and 5 × Credits"])
    }

    private static func isLimited(_ declared: DeclaredFeatureConstraints, on platform: Platform) -> Bool {
        declared.platforms[platform].map { $0.version != .any } ?? false
    }

    private static func require(_ platform: Platform, _ requirements: FeatureConstraintsBuilder) {
        switch platform {
        case .iOS: requirements.iOS = 3
        case .watchOS: requirements.watchOS = 3
        case .tvOS: requirements.tvOS = 3
        case .macOS: requirements.macOS = 3
        case .visionOS: requirements.visionOS = 3
        case .linux: requirements.linux = 3
        case .windows: requirements.windows = 3
        case .android: requirements.android = 3
        }
    }

    private static func support(only platform: Platform, _ requirements: FeatureConstraintsBuilder) {
        switch platform {
        case .iOS: requirements.iOSOnly = 3
        case .watchOS: requirements.watchOSOnly = 3
        case .tvOS: requirements.tvOSOnly = 3
        case .macOS: requirements.macOSOnly = 3
        case .visionOS: requirements.visionOSOnly = 3
        case .linux: requirements.linuxOnly = 3
        case .windows: requirements.windowsOnly = 3
        case .android: requirements.androidOnly = 3
        }
    }
}
