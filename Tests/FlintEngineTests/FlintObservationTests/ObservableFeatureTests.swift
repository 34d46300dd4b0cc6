import FlintCore
import Observation
import Testing

@testable import FlintModel
@testable import FlintObservation

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

    @Test func `a change of the refusal notifies its readers`() async {
        turn(false)
        buy(.notPurchased)
        let mixer = ObservableFeature(Mixer.self, in: runtime)
        #expect(mixer.refusal?.steps.map(\.kind) == [.contact, .buy])
        await waitForChange(of: { _ = mixer.refusal }) { buy(.purchased) }
        #expect(mixer.refusal?.steps.map(\.kind) == [.contact])
        #expect(mixer.refusal == runtime.knownRefusal(of: Mixer.self))
        await waitForChange(of: { _ = mixer.refusal }) { turn(true) }
        #expect(mixer.refusal == nil)
        await waitForChange(of: { _ = mixer.refusal }) { buy(.notPurchased) }
        #expect(mixer.refusal?.code == "purchase:observation.desk")
    }

    @Test func `a change that leaves the refusal notifies only the readers of the explanation`() async {
        runtime.set(Server.version, to: PlatformVersion(major: 1))
        let server = ObservableFeature(Server.self, in: runtime)
        let before = server.refusal
        #expect(before?.steps.map(\.instruction) == ["Update the server to 3.0 or later"])
        let isNotified = Notified()
        withObservationTracking {
            _ = server.refusal
        } onChange: {
            isNotified.note()
        }
        await waitForChange(of: { _ = server.explanation }) {
            runtime.set(Server.version, to: PlatformVersion(major: 2))
        }
        #expect(server.refusal == before)
        #expect(!isNotified.value)
    }

    @Test func `a refusal that nobody reads costs no search`() async {
        turn(false)
        buy(.notPurchased)
        let mixer = ObservableFeature(Mixer.self, in: runtime)
        let isNotified = Notified()
        withObservationTracking {
            _ = mixer.availability
            _ = mixer.isAvailable
        } onChange: {
            isNotified.note()
        }
        await waitForChange(of: { _ = mixer.explanation }) { buy(.purchased) }
        #expect(!isNotified.value && mixer.lastRefusal == nil)
        #expect(mixer.refusal != nil && mixer.lastRefusal == mixer.refusal)
    }

    @Test func `a view keeps its object until it gets another feature or runtime`() {
        let other = FlintRuntime()
        other.setUp(Studio.self)
        let observed = ObservedFeature()
        let mixer = observed.observing(Mixer.self, in: runtime)
        #expect(observed.observing(Mixer.self, in: runtime) === mixer)
        let server = observed.observing(Server.self, in: runtime)
        #expect(server.feature is Server.Type)
        #expect(observed.observing(Mixer.self, in: runtime) !== mixer)
        #expect(observed.observing(Mixer.self, in: other).refusal?.steps.last?.kind == .wait)
    }

    @Test(arguments: Refusal.Step.Kind.allCases)
    func `a step is a button if the app has an action for it, except for waiting`(kind: Refusal.Step.Kind) {
        let step = Refusal.Step(code: "code", kind: kind, actor: .user, instruction: "Do it")
        let symbols = Refusal.Step.Kind.allCases.map { kind in
            Refusal.Step(code: "", kind: kind, actor: .user, instruction: "").control(hasAction: true)
        }
        #expect(Set(symbols).count == symbols.count, "each kind has a control of its own")
        switch step.control(hasAction: true) {
        case .progress: #expect(kind == .wait)
        case .button: #expect(kind != .wait)
        case .text: Issue.record("\(kind) has no control")
        }
        #expect(step.control(hasAction: false) == (kind == .wait ? .progress : .text))
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
        #expect(mixer?.refusal == nil)
    }

    @Test func `an unregistered feature is not available`() async {
        let late = ObservableFeature(Latecomer.self, in: runtime)
        #expect(!late.isAvailable)
        #expect(!late.explanation.isEmpty)
        #expect(late.refusal?.code == "declined")
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
    static var subfeatures: [FeatureDefinition.Type] { [Mixer.self, Server.self] }
}

private final class Server: ConditionalFeature {
    static let description = "Sends tracks"
    static let version = AppFact<PlatformVersion>(
        "observation-server", title: "Server", remedy: .user("Update the server"))

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.fact(version, atLeast: "3")
    }

    static func prepare(actions: FeatureActionsBuilder) {}
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
