import FeatureGating
import Testing

@testable import FlintCore

@Suite(.timeLimit(.minutes(20)))
struct AvailabilityUpdatesTests {
    private let fixture = Fixture(Darkroom.self)
    private var runtime: FlintRuntime { fixture.runtime }

    /// Sets whether the feature's only product is owned.
    private func set(_ isOwned: Bool?) { fixture.tracker.set(isOwned, Darkroom.enlarger) }

    @Test func `the first element is the current availability, and each change follows`() async {
        var updates = runtime.availabilityUpdates(of: Darkroom.self).makeAsyncIterator()
        #expect(await updates.next() == .unknown)
        set(true)
        #expect(await updates.next() == .true)
        set(false)
        #expect(await updates.next() == .false)
    }

    @Test func `the static member follows the feature in the current runtime`() async {
        await fixture.run {
            set(true)
            for await availability in Darkroom.availabilityUpdates {
                #expect(availability == .true)
                break
            }
        }
    }

    @Test func `a loop that is slower than the changes gets only the newest, and never the same one twice`() async {
        var updates = runtime.availabilityUpdates(of: Darkroom.self).makeAsyncIterator()
        #expect(await updates.next() == .unknown)
        for isOwned in [true, false, true] { set(isOwned) }
        #expect(await updates.next() == .true)
        for isOwned in [false, true, nil] { set(isOwned) }
        set(true)
        set(false)
        #expect(await updates.next() == .false)
    }

    @Test func `a change wakes a waiting loop`() async {
        await withTaskGroup(of: [Truth].self) { group in
            let (waiting, isWaiting) = AsyncStream<Void>.makeStream()
            group.addTask { [runtime] in
                var seen: [Truth] = []
                for await availability in runtime.availabilityUpdates(of: Darkroom.self) {
                    seen.append(availability)
                    isWaiting.yield()
                    if availability == .true { break }
                }
                return seen
            }
            for await _ in waiting { break }
            set(true)
            #expect(await group.next() == [.unknown, .true])
        }
    }

    @Test func `the sequence and its observation end when its task is canceled`() async {
        let (started, starting) = AsyncStream<Void>.makeStream()
        let task = Task { [runtime] in
            for await _ in runtime.availabilityUpdates(of: Darkroom.self) { starting.yield() }
        }
        for await _ in started { break }
        #expect(!runtime.featureObservers.isEmpty)
        task.cancel()
        await task.value
        #expect(runtime.featureObservers.isEmpty)
    }

    @Test func `facts are observed from the first iterator to the end of the last`() {
        let updates = runtime.availabilityUpdates(of: Darkroom.self)
        #expect(runtime.featureObservers.isEmpty, "A sequence that is not iterated observes nothing.")
        #expect(runtime.signals.isEmpty)
        do {
            let first = updates.makeAsyncIterator()
            do {
                let second = updates.makeAsyncIterator()
                #expect(!runtime.signals.isEmpty)
                withExtendedLifetime(second) {}
            }
            #expect(!runtime.featureObservers.isEmpty)
            withExtendedLifetime(first) {}
        }
        #expect(runtime.featureObservers.isEmpty)
        #expect(runtime.signals.isEmpty)
    }

    @Test func `a feature can be registered after the loop begins`() async {
        var updates = runtime.availabilityUpdates(of: Latecomer.self).makeAsyncIterator()
        #expect(await updates.next() == .false)
        runtime.register(Latecomer.self)
        #expect(await updates.next() == .true)
    }

    @Test func `setup can follow the beginning of the loop`() async {
        let runtime = FlintRuntime()
        var updates = runtime.availabilityUpdates(of: Latecomer.self).makeAsyncIterator()
        #expect(await updates.next() == .false)
        runtime.setUp(EmptyApp.self)
        runtime.register(Latecomer.self)
        #expect(await updates.next() == .true)
    }

    @Test func `a group applies to a feature from the moment the feature moves into it`() async {
        runtime.register(Latecomer.self)
        var updates = runtime.availabilityUpdates(of: Latecomer.self).makeAsyncIterator()
        #expect(await updates.next() == .true)
        runtime.register(group: LockedGroup.self)
        #expect(await updates.next() == .unknown)
        set(true)
        #expect(await updates.next() == .true)
    }

    @Test func `the sequence ends when the runtime is reset`() async {
        var updates = runtime.availabilityUpdates(of: Darkroom.self).makeAsyncIterator()
        #expect(await updates.next() == .unknown)
        runtime.reset()
        #expect(await updates.next() == nil)
        #expect(await updates.next() == nil)
        #expect(runtime.featureObservers.isEmpty)
    }

    @Test func `a loop does not keep its runtime alive and ends together with it`() async {
        var runtime: FlintRuntime? = FlintRuntime()
        runtime?.setUp(EmptyApp.self)
        weak let released = runtime
        var updates = runtime?.availabilityUpdates(of: Darkroom.self).makeAsyncIterator()
        #expect(await updates?.next() == .false)
        runtime = nil
        #expect(released == nil)
        #expect(await updates?.next() == nil)
    }

    @Test func `a source that does not announce changes is updated when it is read`() async {
        let fixture = Fixture(Darkroom.self, announcing: false)
        var updates = fixture.runtime.availabilityUpdates(of: Darkroom.self).makeAsyncIterator()
        #expect(await updates.next() == .unknown)
        fixture.tracker.set(true, Darkroom.enlarger)
        fixture.run { #expect(Darkroom.isAvailable == true) }
        #expect(await updates.next() == .true)
    }

    @Test func `after changes on several threads, a loop has the last one`() async {
        var updates = runtime.availabilityUpdates(of: Darkroom.self).makeAsyncIterator()
        for round in 0..<50 {
            await withTaskGroup(of: Void.self) { group in
                for isOwned in [true, false] {
                    group.addTask { [runtime] in
                        runtime.facts.setActual(
                            .truth(Truth(isOwned)), for: .purchase(productID: Darkroom.enlarger.productID),
                            source: .store, cause: .store)
                    }
                }
            }
            let current = runtime.availability(of: Darkroom.self)
            var last = await updates.next()
            while last != current { last = await updates.next() }
            #expect(last == current, "round \(round)")
            set(nil)
            #expect(await updates.next() == .unknown)
        }
    }

    @Test func `state signals include facts that do not change the availability`() async throws {
        let signals = runtime.stateSignals(of: Darkroom.self)
        #expect(await signals.next() === runtime)
        set(false)
        #expect(await signals.next() === runtime)
        fixture.facts.setOverride(
            .truth(.false), for: .purchase(productID: Darkroom.enlarger.productID), cause: .app)
        #expect(runtime.availability(of: Darkroom.self) == .false)
        #expect(await signals.next() === runtime)
    }
}

private final class Darkroom: ConditionalFeature {
    static let description = "Develops pictures"
    static let enlarger = NonConsumableProduct(name: "Enlarger", productID: "updates.enlarger")

    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(enlarger) }

    static func prepare(actions: FeatureActionsBuilder) {}
}

/// Has no condition, and is registered late.
private final class Latecomer: ConditionalFeature {
    static let description = "Is registered late"

    static func constraints(requirements: FeatureConstraintsBuilder) {}

    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class LockedGroup: ConditionalFeature, FeatureGroup {
    static let description = "Requires the enlarger"
    static var subfeatures: [FeatureDefinition.Type] { [Latecomer.self] }

    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(Darkroom.enlarger) }

    static func prepare(actions: FeatureActionsBuilder) {}
}
