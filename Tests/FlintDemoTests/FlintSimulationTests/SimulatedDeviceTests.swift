import FlintCore
import FlintSimulation
import Testing

private let premium = NonConsumableProduct(name: "Premium", productID: "PREMIUM")

struct SimulatedDeviceTests {
    private let runtime = FlintRuntime()
    private let device = SimulatedDevice(
        platform: CurrentPlatform(platform: .iOS, version: PlatformVersion(major: 17, minor: 2)),
        permissions: SimulatedPermissionCenter(statuses: [.motion: .authorized]))

    init() {
        Flint.withRuntime(runtime) { Flint.setup(TourFeatures.self) { [device] in device.configure($0) } }
    }

    @Test(.timeLimit(.minutes(20)))
    func `a permission flow unlocks a feature and calls the retry handler`() async {
        device.store.buy("PREMIUM")
        Flint.withRuntime(runtime) {
            #expect(TourFeature.isAvailable == nil)
            #expect(TourFeature.permissions.ordered == [.location(usage: .whenInUse), .camera, .motion])
            #expect(TourFeature.permissions.notDetermined == [.location(usage: .whenInUse), .camera])
            #expect(TourFeature.purchases.requiredToUnlock.isEmpty)
        }
        let (retries, retry) = AsyncStream.makeStream(of: Bool?.self)
        Flint.withRuntime(runtime) {
            let controller = TourFeature.permissionAuthorisationController(using: nil)
            controller?.begin {
                retry.yield(TourFeature.isAvailable)
                retry.finish()
            }
        }
        #expect(device.permissions.prompt?.permission == .location(usage: .whenInUse))
        device.permissions.answer(.allow, to: .location(usage: .whenInUse))
        #expect(device.permissions.prompt?.permission == .camera)
        device.permissions.answer(.allowOnce, to: .camera)
        for await isAvailable in retries { #expect(isAvailable == true) }
        Flint.withRuntime(runtime) {
            #expect(TourFeature.permissionAuthorisationController(using: nil) == nil)
        }
    }

    @Test func `a denial leaves the feature unavailable without requestable permissions`() {
        Flint.withRuntime(runtime) {
            let controller = TourFeature.permissionAuthorisationController(using: nil)
            controller?.begin(retryHandler: nil)
            device.permissions.answer(.deny, to: .location(usage: .whenInUse))
            device.permissions.answer(.allow, to: .camera)
            #expect(TourFeature.permissions.denied == [.location(usage: .whenInUse)])
            #expect(TourFeature.permissions.notDetermined.isEmpty)
            #expect(TourFeature.isAvailable == false)
        }
    }

    @Test func `location always satisfies location when in use`() {
        Flint.withRuntime(runtime) {
            device.permissions.setStatus(.authorized, of: .location(usage: .always))
            #expect(TourFeature.permissions.notDetermined == [.camera])
        }
    }

    @Test func `changes in the settings and the store update availability immediately`() {
        Flint.withRuntime(runtime) {
            device.permissions.setStatus(.authorized, of: .location(usage: .whenInUse))
            device.permissions.setStatus(.authorized, of: .camera)
            #expect(TourFeature.isAvailable == false)
            device.store.buy("PREMIUM")
            #expect(TourFeature.isAvailable == true)
            device.permissions.setStatus(.denied, of: .camera)
            #expect(TourFeature.isAvailable == false)
            device.permissions.setStatus(.authorized, of: .camera)
            device.store.setOwned(nil, productID: "PREMIUM")
            #expect(TourFeature.isAvailable == nil)
        }
    }

    @Test func `overrides in the debug tracker update availability immediately`() {
        Flint.withRuntime(runtime) {
            device.permissions.setStatus(.authorized, of: .location(usage: .whenInUse))
            device.permissions.setStatus(.authorized, of: .camera)
            let tracker = Flint.purchaseTracker as? DebugPurchaseTracker
            tracker?.overridePurchase(product: premium, with: .purchased)
            #expect(TourFeature.isAvailable == true)
            tracker?.overridePurchase(product: premium, with: .unknown)
            #expect(TourFeature.isAvailable == nil)
            tracker?.invalidateAllPurchaseOverrides()
            #expect(TourFeature.isAvailable == false)
        }
    }
}

private final class TourFeatures: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [TourFeature.self] }
}

private final class TourFeature: ConditionalFeature {
    static let description = "Guides visitors through a town"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.iOS = 17
        requirements.permissions(.location(usage: .whenInUse), .camera, .motion)
        requirements.purchase(premium)
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}
