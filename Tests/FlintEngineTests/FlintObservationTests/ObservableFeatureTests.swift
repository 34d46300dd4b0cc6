import FlintCore
import FlintObservation
import Observation
import Testing

/// Tests of a feature's state for views, as the Observation library observes it.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct ObservableFeatureTests {
    private let runtime = FlintRuntime()
    private let tracker = DebugPurchaseTracker()
    private let flags = TestFeatureFlagProvider()

    init() {
        runtime.setUp(Studio.self) { [tracker, flags] config in
            config.purchaseTracker = tracker
            config.featureFlagProviders = [flags]
            config.allowsOverrides = true
        }
    }

    /// Makes a change and waits until an observer of the read properties is notified.
    private func waitForChange(of read: @escaping () -> Void, _ change: () -> Void) async {
        let (notified, notify) = AsyncStream<Void>.makeStream()
        withObservationTracking(read) { notify.yield() }
        change()
        // The observer is notified just before the change, and this code continues after the change.
        for await _ in notified { break }
    }

    private func buy(_ status: PurchaseStatus) { tracker.overridePurchase(product: Mixer.desk, with: status) }

    private func turn(_ isOn: Bool) { flags.setFeatureEnabled(feature: FeatureFlag(key: "mixer"), enabled: isOn) }

    @Test func `the state is available from the beginning`() {
        let mixer = ObservableFeature(Mixer.self, in: runtime)
        #expect(mixer.availability == .unknown)
        #expect(!mixer.isAvailable)
        #expect(mixer.explanation.contains("Desk is undetermined"))
        #expect(ObjectIdentifier(mixer.feature) == ObjectIdentifier(Mixer.self))
    }

    @Test func `a change notifies the readers of the availability`() async {
        let mixer = ObservableFeature(Mixer.self, in: runtime)
        buy(.purchased)
        await waitForChange(of: { _ = mixer.isAvailable }) { turn(true) }
        #expect(mixer.isAvailable)
        #expect(mixer.availability == .true)
        #expect(mixer.explanation.isEmpty)
        await waitForChange(of: { _ = mixer.availability }) { buy(.notPurchased) }
        #expect(mixer.availability == .false)
        #expect(!mixer.isAvailable)
        #expect(mixer.explanation == "Desk is not purchased")
    }

    @Test func `the explanation is updated even if the availability stays the same`() async {
        turn(false)
        buy(.notPurchased)
        let mixer = ObservableFeature(Mixer.self, in: runtime)
        let before = mixer.explanation
        let isNotified = Notified()
        withObservationTracking {
            _ = mixer.isAvailable
            _ = mixer.availability
        } onChange: {
            isNotified.note()
        }
        await waitForChange(of: { _ = mixer.explanation }) { buy(.purchased) }
        #expect(mixer.availability == .false)
        #expect(mixer.explanation != before)
        #expect(!mixer.explanation.contains("Desk"))
        #expect(!isNotified.value, "An unchanged property notifies no observer.")
    }

    @Test func `the object is released with its last reference, and its observation ends`() async {
        weak var released: ObservableFeature?
        do {
            let mixer = ObservableFeature(Mixer.self, in: runtime)
            released = mixer
            await waitForChange(of: { _ = mixer.explanation }) { turn(true) }
        }
        #expect(released == nil)
    }

    @Test func `an observable feature does not keep its runtime alive`() {
        var other: FlintRuntime? = FlintRuntime()
        other?.setUp(Studio.self)
        weak let released = other
        let mixer = other.map { ObservableFeature(Mixer.self, in: $0) }
        other = nil
        #expect(released == nil)
        #expect(mixer?.isAvailable == false)
    }

    @Test func `an unregistered feature is not available`() async {
        let late = ObservableFeature(Latecomer.self, in: runtime)
        #expect(!late.isAvailable)
        #expect(!late.explanation.isEmpty)
        await waitForChange(of: { _ = late.isAvailable }) { runtime.register(Latecomer.self) }
        #expect(late.isAvailable)
    }
}

/// A flag that records a notification.
///
/// It is used on the main actor only.
private final class Notified: @unchecked Sendable {
    private(set) var value = false

    func note() { value = true }
}

private final class Studio: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [Mixer.self] }
}

private final class Mixer: ConditionalFeature {
    static let description = "Mixes tracks"
    static let desk = NonConsumableProduct(name: "Desk", productID: "observation.desk")

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(desk)
        requirements.featureFlag("mixer")
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Latecomer: ConditionalFeature {
    static let description = "Is registered late"

    static func constraints(requirements: FeatureConstraintsBuilder) {}

    static func prepare(actions: FeatureActionsBuilder) {}
}
