import Dispatch
import FeatureGating
import FlintLocks
import Foundation
import Testing

@testable import FlintCore

struct UnannouncedFactsTests {
    private let fixture = Fixture(Vault.self, Album.self, Free.self, announcing: false)

    // MARK: Uses

    @Test func `a purchase or its expiration takes effect at the next request`() {
        fixture.run {
            #expect(Vault.open.request() == nil)
            fixture.tracker.set(true, Products.premium)
            #expect(Vault.open.request() != nil)
            fixture.tracker.set(false, Products.premium)
            #expect(Vault.open.request() == nil)
            #expect(Vault.isAvailable == false)
        }
    }

    @Test func `a changed permission takes effect at the next read`() {
        fixture.run {
            #expect(Album.isAvailable == nil)
            fixture.permissions.set(.authorized, .photos)
            #expect(Flint.availabilityChecker.isAvailable(Album.self) == true)
            fixture.permissions.set(.denied, .photos)
            #expect(Album.permissions.denied == [.photos])
            #expect(Album.descriptionOfUnsatisfiedConstraints == "Photos is denied")
            #expect(fixture.runtime.actualStatus(of: .photos) == .denied)
            fixture.permissions.set(.notDetermined, .photos)
            #expect(Album.permissionAuthorisationController(using: nil) != nil)
        }
    }

    @Test func `always authorization of the location satisfies when in use`() {
        let fixture = Fixture(Nearby.self, announcing: false)
        fixture.permissions.set(.authorized, .location(usage: .always))
        #expect(fixture.run { Nearby.permissions.allNotAuthorized } == [])
        #expect(fixture.run { Nearby.isAvailable } == true)
        fixture.permissions.set(.denied, .location(usage: .always))
        #expect(fixture.run { Nearby.isAvailable } == nil)
    }

    @Test func `purchase sets and unlock plans are current`() {
        fixture.run {
            #expect(Vault.purchases.purchased.isEmpty)
            fixture.tracker.set(true, Products.premium)
            #expect(Vault.purchases.requiredToUnlock.isEmpty)
            fixture.tracker.set(nil, Products.premium)
            #expect(Vault.purchases.purchased.isEmpty)
            let explanation = fixture.runtime.explanation(of: Vault.self)
            #expect(explanation.verdict == .unknown)
            #expect(explanation.unlockPlans.map { $0.map(\.title) } == [["Premium"]])
            fixture.tracker.set(true, Products.premium)
            #expect(fixture.runtime.explanation(of: Vault.self).unlockPlans.isEmpty)
        }
    }

    @Test func `a definite value that becomes unknown is not kept`() {
        fixture.tracker.set(true, Products.premium)
        #expect(fixture.run { Vault.isAvailable } == true)
        fixture.tracker.set(nil, Products.premium)
        #expect(fixture.run { Vault.isAvailable } == nil)
        #expect(fixture.run { Vault.open.request() } == nil)
        fixture.tracker.set(true, Products.premium)
        #expect(fixture.run { Vault.open.request() } != nil)
    }

    @Test func `past purchases that begin or stop unlocking a feature take effect at the next request`() {
        let fixture = Fixture(Meter.self, announcing: false)
        fixture.tracker.setPast(true, Meter.self, announcing: Products.credits)
        #expect(fixture.run { Meter.open.request() } != nil)
        fixture.tracker.setPast(false, Meter.self, announcing: Products.credits)
        #expect(fixture.run { Meter.open.request() } == nil)
        let changes = fixture.changes.filter { $0.key == .pastPurchases(feature: "Meter") }
        #expect(changes.map(\.before?.actual) == [.truth(.false), .truth(.true)])
    }

    @Test func `a balance that becomes too small or large enough takes effect at the next request`() {
        let fixture = Fixture(Meter.self, announcing: false)
        for (balance, isAvailable) in [(4, false), (5, nil), (0, false), (nil, nil)] as [(Int?, Bool?)] {
            fixture.tracker.setBalance(balance, of: Products.credits)
            #expect(fixture.run { Meter.isAvailable } == isAvailable)
            #expect(fixture.run { Meter.open.request() } == nil)
        }
    }

    @MainActor @Test func `performing a granted request fails if its product has expired`() {
        fixture.tracker.set(true, Products.premium)
        let request = fixture.run { Vault.run.request() }
        fixture.tracker.set(false, Products.premium)
        var hasRun = false
        var outcome: ActionOutcome?
        request?.perform(withPresenter: { hasRun = true }, completion: { outcome = $0 })
        #expect(outcome == .failure(error: ActionPerformError.requiredFeatureNotAvailable(feature: Vault.self)))
        #expect(!hasRun)
        #expect(fixture.denials.map(\.feature) == ["Vault"])
    }

    @MainActor @Test func `features in a group follow the group's unannounced facts`() {
        let fixture = Fixture(Club.self, announcing: false)
        var outcomes: [ActionOutcome] = []
        fixture.tracker.set(true, Products.supporter)
        fixture.run { Bar.ping.perform { outcomes.append($0) } }
        fixture.tracker.set(false, Products.supporter)
        fixture.run { Bar.ping.perform { outcomes.append($0) } }
        #expect(
            outcomes == [.success, .failure(error: ActionPerformError.ancestorNotAvailable(feature: Bar.self))])
    }

    @Test func `a feature that moves into a group reads the facts of the group`() {
        let fixture = Fixture(Bar.self, announcing: false)
        #expect(fixture.runtime.availability(of: Bar.self) == .true)
        fixture.runtime.register(group: Club.self)
        #expect(fixture.runtime.availability(of: Bar.self) == .unknown)
        fixture.tracker.set(true, Products.supporter)
        #expect(fixture.runtime.availability(of: Bar.self) == .true)
    }

    @Test func `toggles and flags that do not announce changes are read at every use`() {
        let store = SilentStore()
        let flags = ScriptedFlagProvider("quiet", announcesChanges: false)
        let runtime = FlintRuntime()
        runtime.setUp(EmptyApp.self) {
            $0.userFeatureToggles = StoredFeatureToggles(store: store)
            $0.featureFlagProviders = [flags, ReleaseFeatureFlagProvider([:])]
        }
        runtime.register(Beta.self)
        runtime.bind {
            #expect(Beta.isAvailable == false)
            store.set(true, forKey: StoredFeatureToggles.key(for: Beta.self))
            #expect(Beta.isAvailable == nil)
            flags.write(FlagEvaluation(value: true), for: "beta")
            #expect(Beta.isAvailable == true)
            flags.write(nil, for: "beta")
            #expect(Beta.isAvailable == nil)
        }
    }

    // MARK: Reads

    @Test func `only the facts that a feature depends on are read, once each`() {
        let fixture = Fixture(Club.self, Album.self, announcing: false)
        let before = fixture.tracker.questions
        let permissions = fixture.permissions.questions.count
        fixture.run { _ = Lounge.isAvailable }
        #expect(fixture.tracker.questions == before + 2, "The feature's product and the group's product are read.")
        #expect(fixture.permissions.questions.count == permissions)
        fixture.run { _ = Album.isAvailable }
        #expect(fixture.tracker.questions == before + 2)
        #expect(fixture.permissions.questions.dropFirst(permissions) == [.photos])
    }

    @Test func `a source that announces changes is not read again`() {
        let fixture = Fixture(Vault.self, Album.self)
        let before = fixture.tracker.questions + fixture.permissions.questions.count
        fixture.run {
            _ = Vault.open.request()
            _ = Album.isAvailable
            _ = Album.permissions
            _ = Vault.purchases
            _ = fixture.runtime.explanation(of: Album.self)
        }
        #expect(fixture.tracker.questions + fixture.permissions.questions.count == before)
    }

    @Test func `a change found at a use has its source as the cause, not the caller`() throws {
        fixture.tracker.set(true, Products.premium)
        Cause.withCause("console") { fixture.run { _ = Vault.isAvailable } }
        let change = try #require(fixture.changes.last)
        #expect(change.cause == .store && change.after.source == .store)
        #expect(change.availabilityChanges.map(\.feature) == ["Vault"])
        fixture.run { _ = Vault.isAvailable }
        #expect(fixture.changes.count == 1, "An equal answer is not a change.")
    }

    @Test func `sources are read on the caller's thread, in the runtime and without a lock`() {
        let runtime = fixture.runtime
        let (isBound, threads) = (Protected<[Bool]>([]), Protected<[pthread_t]>([]))
        fixture.tracker.onQuestion { _ in
            // These calls deadlock if a lock is held.
            _ = runtime.facts.all
            _ = runtime.features
            isBound.withLock { $0.append(FlintRuntime.current === runtime) }
            threads.withLock { $0.append(pthread_self()) }
        }
        _ = runtime.availability(of: Vault.self)
        #expect(isBound.withLock { $0 } == [true])
        #expect(threads.withLock { $0 } == [pthread_self()])
    }

    @Test func `an override covers an unannounced fact until it is removed`() {
        fixture.facts.overridePurchase("premium", with: .true)
        #expect(fixture.run { Vault.isAvailable } == true)
        fixture.tracker.set(false, Products.premium)
        #expect(fixture.run { Vault.isAvailable } == true)
        fixture.facts.overridePurchase("premium", with: nil)
        #expect(fixture.run { Vault.isAvailable } == false)
    }

    // MARK: Sources that use Flint while they answer

    @Test func `a tracker that queries the feature it is read for terminates`() {
        let runtime = fixture.runtime
        fixture.tracker.set(true, Products.premium)
        fixture.tracker.onQuestion { _ in _ = runtime.availability(of: Vault.self) }
        let before = fixture.tracker.questions
        #expect(runtime.availability(of: Vault.self) == .true)
        #expect(fixture.tracker.questions == before + 1)
    }

    @Test func `a tracker that queries all features is read a bounded number of times`() {
        let fixture = Fixture(Vault.self, Bundle.self, announcing: false)
        fixture.tracker.onQuestion { _ in
            _ = fixture.runtime.availability(of: Bundle.self)
            _ = fixture.runtime.availability(of: Vault.self)
        }
        let before = fixture.tracker.questions
        #expect(fixture.runtime.availability(of: Bundle.self) == .unknown)
        // A request reads Premium and, nested in that read, the others. It then reads each of the others, with the
        // remaining reads nested in the first.
        #expect(fixture.tracker.questions <= before + 16)
    }

    @Test func `a tracker that announces all products while it is read terminates`() {
        let fixture = Fixture(Bundle.self)
        fixture.tracker.onQuestion { _ in fixture.runtime.purchasesChanged(Bundle.products) }
        let before = fixture.tracker.questions
        fixture.tracker.set(true, Products.premium)
        #expect(fixture.tracker.questions <= before + 4)
        #expect(fixture.facts[.purchase(productID: "premium")]?.actual == .truth(.true))
    }

    @Test func `a task that a flag provider starts while it is read can announce a change`() async {
        let provider = ScriptedFlagProvider("remote", has: ["beta"])
        let runtime = FlintRuntime()
        let tasks = Protected<[Task<Void, Never>]>([])
        let hasAnswered = AsyncStream<Void>.makeStream()
        provider.onQuestion = { [weak provider] _ in
            let isFirst = tasks.withLock { $0.isEmpty }
            guard isFirst else { return }
            let task = Task {
                for await _ in hasAnswered.stream { break }
                provider?.set(FlagEvaluation(value: true), for: "beta", announcing: ["beta"])
            }
            tasks.withLock { $0.append(task) }
        }
        runtime.setUp(EmptyApp.self) { $0.featureFlagProviders = [provider] }
        runtime.register(FlagOnly.self)
        #expect(runtime.availability(of: FlagOnly.self) == .unknown)
        hasAnswered.continuation.yield()
        for task in tasks.withLock({ $0 }) { await task.value }
        #expect(runtime.availability(of: FlagOnly.self) == .true)
    }

    @Test func `a slow read does not replace the value of a later read`() {
        let tracker = fixture.tracker
        tracker.set(true, Products.premium)
        let (isAsked, mayAnswer) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let isSlow = Protected(false)
        let answers = SlowAnswers(tracker, isAsked: isAsked, mayAnswer: mayAnswer, isSlow: isSlow)
        let slow = FlintRuntime()
        slow.setUp(EmptyApp.self) { $0.purchaseTracker = answers }
        slow.register(Vault.self)
        isSlow.withLock { $0 = true }
        let group = DispatchGroup()
        DispatchQueue(label: "tests.slow").async(group: group) { _ = slow.availability(of: Vault.self) }
        isAsked.wait()
        // The first read has the value "purchased" but has not returned yet.
        isSlow.withLock { $0 = false }
        tracker.set(false, Products.premium)
        #expect(slow.availability(of: Vault.self) == .false)
        mayAnswer.signal()
        group.wait()
        #expect(slow.facts[.purchase(productID: "premium")]?.actual == .truth(.false))
    }

    // MARK: Reading again

    @Test func `the app can announce changes on behalf of a source, kind by kind`() {
        let store = SilentStore()
        let flags = ScriptedFlagProvider("quiet", announcesChanges: false)
        let (tracker, permissions) = (fixture.tracker, fixture.permissions)
        let runtime = FlintRuntime()
        runtime.setUp(EmptyApp.self) {
            $0.purchaseTracker = tracker
            $0.permissionChecker = permissions
            $0.userFeatureToggles = StoredFeatureToggles(store: store)
            $0.featureFlagProviders = [flags]
        }
        for feature in [Vault.self, Album.self, Beta.self] as [FeatureDefinition.Type] { runtime.register(feature) }
        func changes() -> [FactKey] { runtime.journal.changes.map(\.key) }
        runtime.bind {
            tracker.set(true, Products.premium)
            Flint.purchasesChanged([Products.supporter])
            #expect(changes().isEmpty)
            Flint.purchasesChanged()
            #expect(changes() == [.purchase(productID: "premium")])
            permissions.set(.denied, .photos)
            Flint.permissionsChanged([.photos])
            #expect(changes().last == .permission(.photos))
            store.set(true, forKey: StoredFeatureToggles.key(for: Beta.self))
            Flint.userSettingsChanged([Beta.self])
            #expect(changes().last == .userSetting(feature: "Beta"))
            flags.write(FlagEvaluation(value: true), for: "beta")
            Flint.featureFlagsChanged()
            #expect(changes().last == .featureFlag("beta"))
        }
        #expect(changes().count == 4)
    }

    @Test func `invalidating reads every source again, including those that announce changes`() {
        let fixture = Fixture(Vault.self, Album.self, HasRuntimeSwitch.self)
        let questions = fixture.tracker.questions
        let permissions = fixture.permissions.questions
        HasRuntimeSwitch.isOn.withLock { $0 = true }
        fixture.run { Flint.availabilityChecker.invalidate() }
        #expect(fixture.tracker.questions == questions + 1)
        #expect(fixture.permissions.questions.count == permissions.count + 1)
        #expect(fixture.changes.map(\.key) == [.runtimeSwitch(feature: "HasRuntimeSwitch")])
    }

    @Test func `all unannounced facts can be read together`() {
        fixture.tracker.set(true, Products.premium)
        fixture.permissions.set(.authorized, .photos)
        fixture.runtime.readUnannouncedFacts()
        #expect(Set(fixture.changes.map(\.key)) == [.purchase(productID: "premium"), .permission(.photos)])
    }
}

/// A tracker that forwards to another tracker and, while slow, delays the returned values.
private final class SlowAnswers: PurchaseTracker {
    private let tracker: ScriptedTracker
    private let isAsked: DispatchSemaphore
    private let mayAnswer: DispatchSemaphore
    private let isSlow: Protected<Bool>

    init(
        _ tracker: ScriptedTracker, isAsked: DispatchSemaphore, mayAnswer: DispatchSemaphore, isSlow: Protected<Bool>
    ) {
        self.tracker = tracker
        self.isAsked = isAsked
        self.mayAnswer = mayAnswer
        self.isSlow = isSlow
    }

    func addObserver(_ observer: any PurchaseTrackerObserver) {}
    func removeObserver(_ observer: any PurchaseTrackerObserver) {}
    func isSubscriptionActive(_ product: SubscriptionProduct) -> Bool? { nil }
    func isFeatureEnabledByPastPurchases(_ feature: FeatureDefinition.Type) -> Bool { false }

    func isPurchased(_ product: NonConsumableProduct) -> Bool? {
        let answer = tracker.isPurchased(product)
        if isSlow.withLock({ $0 }) {
            isAsked.signal()
            mayAnswer.wait()
        }
        return answer
    }
}

private final class Vault: ConditionalFeature {
    static let description = "Needs a product"
    static let open = action(PingAction.self)
    static let run = action(RunAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(Products.premium) }
    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(open)
        actions.declare(run)
    }
}

private final class Meter: ConditionalFeature {
    static let description = "Needs credits"
    static let open = action(PingAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(Products.credits, quantity: 5)
    }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(open) }
}

private final class Bundle: ConditionalFeature {
    static let description = "Needs several products"
    static var products: [Product] { [Products.premium, Products.supporter, Products.monthly, Products.season] }
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(Products.premium)
        requirements.purchase(Products.supporter)
        requirements.purchase(Products.monthly)
        requirements.purchase(Products.season)
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Album: ConditionalFeature {
    static let description = "Needs a permission"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.permission(.photos) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Nearby: ConditionalFeature {
    static let description = "Needs the location"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.permission(.location(usage: .whenInUse))
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Free: Feature {
    static let description = "No requirements"
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Club: ConditionalFeature, FeatureGroup {
    static let description = "A group that needs a product"
    static var subfeatures: [FeatureDefinition.Type] { [Bar.self, Lounge.self] }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(Products.supporter) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Bar: Feature {
    static let description = "Has no conditions"
    static let ping = action(PingAction.self)
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(ping) }
}

private final class Lounge: ConditionalFeature {
    static let description = "Requires the group's product and another one"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(Products.premium)
        requirements.purchase(Products.supporter)
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Beta: ConditionalFeature {
    static let description = "Requires a user setting and a flag"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.userToggled(defaultValue: false)
        requirements.featureFlag("beta")
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class FlagOnly: ConditionalFeature {
    static let description = "Requires a flag"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.featureFlag("beta") }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class HasRuntimeSwitch: ConditionalFeature {
    static let description = "Has a switch"
    static let isOn = Protected(false)
    static var isEnabled: Bool? { isOn.withLock { $0 } }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) {}
}
