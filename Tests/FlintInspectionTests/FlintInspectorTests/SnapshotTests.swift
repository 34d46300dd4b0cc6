import FlintCore
import FlintInspector
import FlintInspectorTestSupport
import FlintWorld
import Testing

struct SnapshotTests {
    @Test func `a snapshot describes the app`() {
        let snapshot = Bench().snapshot
        #expect(snapshot.appName == "Shop")
        #expect(snapshot.platform.description == "iOS 17.2 (simulated)")
        #expect(snapshot.activity == "Selling")
        #expect(snapshot.backgroundWorkIsRunning == true)
        #expect(snapshot.flow == nil)
        #expect(snapshot.overrides.isEmpty)
    }

    @Test func `a snapshot of a real system has no simulated state`() {
        #expect(Bench(isSimulated: false).snapshot.backgroundWorkIsRunning == nil)
        let runtime = FlintRuntime()
        runtime.setUp(TestApp.self)
        let inspector = RuntimeInspector(runtime: runtime, configuration: .init(appName: "Bare", cause: "console"))
        let snapshot = inspector.snapshot()
        #expect(snapshot.platform.description == CurrentPlatform.real.description)
        #expect(snapshot.activity == nil)
        #expect(
            snapshot.products.map(\.status) == [.unknown, .unknown, .unknown],
            "The statuses are unknown without a tracker.")
    }

    @Test func `features are listed in the order of the hierarchy`() {
        let features = Bench().snapshot.features
        #expect(
            features.map { String(repeating: " ", count: $0.depth) + $0.id } == [
                "TestApp", " TestApp/Shop", "  TestApp/Shop/Discounts", " TestApp/Playlists", " TestApp/Clips",
                " TestApp/Premiere", " TestApp/Watch", "FlintFeatures",
            ] + FlintFeatures.subfeatures.map { " FlintFeatures/\($0)" })
        #expect(features[2].parent == "TestApp/Shop")
        #expect(features[0].parent == nil && features[0].isGroup && !features[0].conditional)
    }

    @Test func `a feature registered before its group is listed under the group`() {
        let bench = Bench()
        bench.runtime.register(Late.self)
        bench.runtime.register(group: LateGroup.self)
        #expect(bench.snapshot.features.suffix(2).map(\.id) == ["LateGroup", "LateGroup/Late"])
    }

    @Test func `a feature's snapshot contains its properties`() throws {
        let bench = Bench()
        let shop = try #require(bench.feature("TestApp/Shop"))
        #expect(shop.typeName == "FlintInspectionTests.Shop")
        #expect(shop.name == "Shop" && shop.description == "Sells things")
        #expect(shop.visible && shop.isGroup && !shop.conditional)
        #expect(shop.available == true)
        #expect(shop.requirements.isEmpty)
        let discounts = try #require(bench.feature("TestApp/Shop/Discounts"))
        #expect(discounts.variation == "B")
        #expect(discounts.runtimeSwitch == false && discounts.userSetting == nil)
        #expect(bench.feature("TestApp/Clips")?.userSetting == true)
        #expect(bench.feature("TestApp/Clips")?.runtimeSwitch == nil)
    }

    @Test func `an action's snapshot contains its input and presenter`() throws {
        let shop = try #require(Bench().feature("TestApp/Shop"))
        #expect(shop.actions.map(\.id) == ["BuyAction", "FailAction", "ShowAction"])
        #expect(shop.actions.map(\.published) == [true, false, false])
        let input = try #require(shop.actions[0].input)
        #expect(input.type == "Order" && input.isDecodable)
        #expect(input.fields.map(\.name) == ["item", "code"])
        #expect(input.fields.map(\.isSensitive) == [false, true])
        #expect(input.fields.map(\.isRequired) == [true, false])
        #expect(shop.actions[1].input == nil && shop.actions[1].presenter == nil)
        #expect(shop.actions[2].presenter == "Screen")
    }

    @Test func `a requirement's snapshot contains its actual value and unlock plan`() throws {
        let playlists = try #require(Bench().feature("TestApp/Playlists"))
        #expect(playlists.available == false)
        #expect(playlists.requirements.map(\.kind) == [.platform, .purchase, .permission, .parent])
        #expect(
            playlists.requirements.map(\.key) == ["current", "premium", "location-when-in-use", "TestApp"])
        #expect(playlists.requirements.map(\.status) == [.satisfied, .notSatisfied, .notDetermined, .satisfied])
        #expect(
            playlists.requirements.map(\.value) == ["iOS 17.2", "not purchased", "not determined", "available"])
        #expect(playlists.requirements.map(\.source) == ["simulated", "store", "system", ""])
        #expect(playlists.firstBlocking == 1)
        #expect(
            playlists.unlockPlans == [
                [
                    UnlockStep(kind: .purchase, key: "premium", title: "buy Premium", override: "purchased"),
                    UnlockStep(
                        kind: .permission, key: "location-when-in-use", title: "allow Location when in use",
                        override: "authorized"),
                ]
            ])
    }

    @Test func `alternatives and credits are listed with their depth and balance`() throws {
        let premiere = try #require(Bench().feature("TestApp/Premiere"))
        #expect(premiere.requirements.map(\.kind) == [.platform, .anyOf, .purchase, .purchase, .purchase, .parent])
        #expect(premiere.requirements.map(\.depth) == [0, 0, 1, 1, 0, 0])
        #expect(premiere.requirements[4].title == "5 × Credit")
        #expect(premiere.requirements[4].value == "needs 5, has 8")
        #expect(premiere.requirements[4].statement == "5 × Credit required, balance 8")
        #expect(premiere.unlockPlans?.map { $0.map(\.key) } == [["premium", "credits"], ["supporter", "credits"]])
    }

    @Test(arguments: [
        (0, "buy 5 × Credit"), (3, "buy 2 more Credit"), (5, "unlock it in the app with 5 × Credit"),
        (12, "unlock it in the app with 5 × Credit"),
    ])
    func `an unlock plan buys only missing credits`(credits: Int, step: String) throws {
        let premiere = try #require(Bench(credits: credits).feature("TestApp/Premiere"))
        #expect(premiere.unlockPlans?.map { $0.map(\.title) } == [["buy Premium", step], ["buy Supporter", step]])
    }

    @Test(arguments: [(0, "$2.50"), (3, "$1.00"), (5, "$0.50")])
    func `the price of a purchase covers the missing credits`(credits: Int, price: String) throws {
        var world = Bench(credits: credits).inspector.world(of: nil)
        var product = try #require(world.model.products["credits"])
        product.price = "$0.50"
        var changes = ModelChanges(revision: world.model.revision)
        changes.products = [product]
        world.apply(changes)
        #expect(world.plans(of: "TestApp/Premiere")?.plans.first?.last?.price == price)
    }

    @Test func `the details, next step, denial and event name the same blocking requirement`() async throws {
        let bench = Bench(permissions: [.camera: .denied])
        bench.send(.setUserSetting(feature: "TestApp/Clips", isOn: false))
        let clips = try #require(bench.feature("TestApp/Clips"))
        #expect(clips.blockingRequirement?.statement == "User setting is off")
        #expect(NextStep(for: clips) == .explain([try #require(clips.blockingRequirement)]))
        #expect(clips.openFacts.first == clips.blockingRequirement)
        let action = try #require(clips.actions.first)
        let result = await bench.answer(to: .perform(ActionInvocation(feature: clips.id, action: action.id)))
        #expect(result.status == .unavailable)
        #expect(result.message.contains("denied: User setting is off, Camera is denied"))
        #expect(bench.events.last?.title.contains("denied: User setting is off, Camera is denied") == true)
    }

    @Test func `an unlock plan allows a denied permission in the settings`() throws {
        let bench = Bench(permissions: [.camera: .denied, .microphone: .authorized, .photos: .authorized])
        let clips = try #require(bench.feature("TestApp/Clips"))
        #expect(clips.unlockPlans?.map { $0.map(\.title) } == [["allow Camera in the system settings"]])
        let restricted = Bench(permissions: [.camera: .restricted])
        #expect(restricted.feature("TestApp/Clips")?.unlockPlans?.isEmpty == true)
    }

    @Test func `products are listed by type and name with their features`() throws {
        let products = Bench().snapshot.products
        #expect(products.map(\.productID) == ["premium", "credits", "supporter"])
        #expect(products.map(\.type) == [.nonConsumable, .consumable, .autoRenewingSubscription])
        #expect(products[0].features == ["TestApp/Playlists", "TestApp/Premiere"], "Nested requirements are included.")
        #expect(products[0].description == "Everything" && products[2].description == nil)
        #expect(products.map(\.balance) == [nil, 8, nil])
        #expect(products.map(\.status) == [.notPurchased, .unknown, .notPurchased])
    }

    @Test func `required permissions are listed first`() throws {
        let permissions = Bench(permissions: [.siriKit: .restricted]).snapshot.permissions
        #expect(permissions.count == SystemPermissionConstraint.allCases.count)
        #expect(
            permissions.prefix(4).map(\.permission).sorted()
                == ["camera", "location-when-in-use", "microphone", "photos"])
        let camera = try #require(permissions.first { $0.permission == "camera" })
        #expect(camera.usage == "To film your clip." && camera.features == ["TestApp/Clips"])
        #expect(permissions.first { $0.permission == "siri-kit" }?.status == .restricted)
    }

    @Test func `overrides are listed with the overridden facts`() throws {
        let bench = Bench()
        bench.send(.override(.purchase, "premium", to: "purchased"))
        bench.send(.override(.permission, "location-when-in-use", to: "authorized"))
        bench.send(.override(.platform, FactReference.platformKey, to: "watchOS 9.1"))
        let snapshot = bench.snapshot
        #expect(snapshot.platform.description == "watchOS 9.1 (override)")
        #expect(snapshot.products[0].override == .purchased && snapshot.products[0].effective == .purchased)
        #expect(snapshot.products[0].status == .notPurchased)
        let location = try #require(snapshot.permissions.first { $0.permission == "location-when-in-use" })
        #expect(location.status == .notDetermined && location.override == .authorized)
        #expect(location.effective == .authorized)
        #expect(bench.feature("TestApp/Playlists")?.available == true)
        #expect(bench.feature("TestApp/Watch")?.available == true)
        #expect(bench.feature("TestApp/Playlists")?.requirements[1].override == "purchased")
        #expect(
            snapshot.overrides.map(\.kind) == [.permission, .platform, .purchase], "The overrides have a stable order.")
        #expect(snapshot.overrides.map(\.value) == ["authorized", "watchOS 9.1", "purchased"])
    }
}

final class Late: Feature {
    static let description = "Is registered late"
    static func prepare(actions: FeatureActionsBuilder) {}
}

final class LateGroup: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [Late.self] }
}
