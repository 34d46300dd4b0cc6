import Dispatch
import FeatureGating
import FlintLocks
import Testing

@testable import FlintCore

/// Tests of concurrent use of one runtime.
///
/// The tests are intended for the thread sanitizer: build with `--sanitize thread -Xswiftc -DFLINT_THREAD_SANITIZER`.
struct ConcurrencyTests {
    @Test func `a runtime stays consistent when many threads use it concurrently`() async {
        let fixture = Fixture(Root.self)
        let runtime = fixture.runtime
        runtime.journal.capacity = 500
        let rounds = 60
        let performed = Protected(0)
        let token = runtime.facts.observe { change in
            // An observer may call any member of the runtime.
            for changed in change.availabilityChanges { _ = runtime.metadata(at: changed.feature) }
        }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { flip(fixture, rounds) }
            group.addTask { override(runtime, rounds) }
            group.addTask { read(runtime, rounds) }
            group.addTask { registerLate(runtime) }
            for _ in 0..<3 {
                group.addTask { await perform(runtime, rounds, performed) }
            }
        }
        token.cancel()
        #expect(performed.withLock { $0 } == 3 * rounds, "Every completion was called.")
        runtime.facts.removeAllOverrides(cause: .app)
        fixture.tracker.set(true, Products.premium)
        fixture.permissions.set(.authorized, .photos)
        runtime.bind { fixture.toggles.setEnabled(Leaf.self, enabled: true) }
        #expect(runtime.availability(of: Leaf.self) == .true)
        for metadata in runtime.features {
            #expect(runtime.explanation(of: metadata).verdict == runtime.availability(of: metadata.feature))
        }
        let ids = runtime.journal.events.map(\.id)
        #expect(ids == Array((ids.first ?? 0)..<(ids.first ?? 0) + UInt64(ids.count)))
    }
}

private func flip(_ fixture: Fixture, _ rounds: Int) {
    for round in 0..<rounds {
        fixture.tracker.set(round % 3 == 0 ? nil : round % 2 == 0, Products.premium)
        fixture.permissions.set(round % 2 == 0 ? .authorized : .denied, .photos)
        fixture.run { fixture.toggles.setEnabled(Leaf.self, enabled: round % 2 == 0) }
    }
}

private func override(_ runtime: FlintRuntime, _ rounds: Int) {
    for round in 0..<rounds {
        let value: FactValue? = round % 3 == 0 ? nil : .truth(round % 2 == 0 ? .true : .unknown)
        runtime.facts.setOverride(value, for: .purchase(productID: "premium"), cause: .user)
        _ = runtime.preview(overriding: [.permission(.photos): .permission(.authorized)])
        if round % 10 == 0 { runtime.facts.removeAllOverrides(cause: .user) }
    }
}

private func read(_ runtime: FlintRuntime, _ rounds: Int) {
    for _ in 0..<rounds {
        for metadata in runtime.features { _ = runtime.explanation(of: metadata).summary }
        _ = runtime.journal.events(after: 10).count
        _ = runtime.timeline.entries.last?.description
        _ = runtime.facts.all.count + runtime.products.count
        runtime.readUnannouncedFacts()
    }
}

private func registerLate(_ runtime: FlintRuntime) {
    runtime.register(Late.self)
    runtime.register(group: LateGroup.self)
    runtime.register(Leaf.self)
}

private func perform(_ runtime: FlintRuntime, _ rounds: Int, _ performed: Protected<Int>) async {
    for round in 0..<rounds {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let done: (ActionOutcome) -> Void = { _ in
                performed.withLock { $0 += 1 }
                continuation.resume()
            }
            runtime.bind {
                if round % 2 == 0, let request = Leaf.background.request() {
                    request.perform(withPresenter: {}, completion: done)
                } else {
                    Unconditional.ping.perform(withCompletion: done)
                }
            }
        }
    }
}

private final class Root: ConditionalFeature, FeatureGroup {
    static let description = "A group with a switch"
    static var isEnabled: Bool? { true }
    static var subfeatures: [FeatureDefinition.Type] { [Leaf.self, Unconditional.self] }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Leaf: ConditionalFeature {
    static let description = "Requires a fact of every kind"
    static let background = action(BackgroundAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(Products.premium)
        requirements.permission(.photos)
        requirements.userToggled(defaultValue: true)
    }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(background) }
}

private final class Unconditional: Feature {
    static let description = "Has no conditions"
    static let ping = action(PingAction.self)
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(ping) }
}

private final class Late: ConditionalFeature {
    static let description = "Is registered late"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(Products.premium) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class LateGroup: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [Late.self] }
}
