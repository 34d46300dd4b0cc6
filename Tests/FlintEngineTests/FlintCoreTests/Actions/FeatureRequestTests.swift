import Testing

@testable import FlintCore

@MainActor struct FeatureRequestTests {
    private let fixture = Fixture(Kiosk.self, Stall.self, Shop.self)

    @Test func `a feature's own request decides about every request of its actions`() {
        fixture.run {
            Kiosk.$isLocked.withValue(true) {
                #expect(Kiosk.ping.request() == nil)
                #expect(Kiosk.request(Kiosk.ping) == nil)
                #expect(requested(Kiosk.ping) == nil)
            }
            #expect(Kiosk.ping.request() != nil)
            #expect(Kiosk.request(Kiosk.ping) != nil)
            #expect(requested(Kiosk.ping) != nil)
            Kiosk.$isLocked.withValue(true) {
                #expect(Kiosk.ping.request() == nil, "The feature declines the request even after it has granted one.")
            }
        }
        #expect(fixture.advisories == [])
    }

    @Test func `a request that the feature declines is recorded with the feature's reason`() throws {
        fixture.run { Kiosk.$isLocked.withValue(true) { _ = Kiosk.ping.request() } }
        let denial = try #require(fixture.denials.first)
        #expect(fixture.denials.count == 1 && fixture.advisories == [])
        #expect(denial.feature == "Kiosk" && denial.actionID == "PingAction")
        #expect(denial.explanation.verdict == .true)
        let event = try #require(fixture.runtime.journal.events.last)
        let record = EventFormatter(runtime: fixture.runtime).record(of: event)
        #expect(record.title == "Kiosk: “Ping” denied: the feature declined the request")
        #expect(record.details.last?.label == "user setting")
        #expect(record.details.last?.value == "User setting: on (met)")
    }

    @Test func `a request that the engine refuses is recorded once, with the unmet requirements`() {
        fixture.toggles.setEnabled(Kiosk.self, enabled: false)
        fixture.run {
            #expect(Kiosk.ping.request() == nil)
            Kiosk.$isLocked.withValue(true) { #expect(Kiosk.ping.request() == nil) }
        }
        #expect(fixture.denials.count == 2)
        #expect(fixture.denials.allSatisfy { $0.explanation.verdict == .false })
    }

    @Test func `a feature of a class that is not final can have its own request, which subclasses inherit`() {
        fixture.run {
            fixture.runtime.register(Booth.self)
            Stall.$isLocked.withValue(true) {
                #expect(Stall.ping.request() == nil)
                #expect(Booth.run.request() == nil)
                #expect(Booth.request(Booth.run) == nil)
            }
            #expect(Stall.ping.request() != nil)
            #expect(Booth.run.request() != nil)
            Booth.$isShut.withValue(true) {
                #expect(Stall.ping.request() != nil)
                #expect(Booth.run.request() == nil, "A subclass overrides the function.")
            }
        }
        #expect(fixture.advisories == [])
    }

    @Test func `the engine's decision applies to the subclass whose action is requested`() {
        fixture.run {
            fixture.runtime.register(Booth.self)
            fixture.toggles.setEnabled(Stall.self, enabled: false)
            #expect(Stall.ping.request() == nil)
            #expect(Booth.run.request() != nil)
        }
    }

    @Test func `a protocol can supply the request of its features`() {
        let fixture = Fixture(Supplied.self)
        fixture.run { #expect(Supplied.ping.request() == nil) }
        #expect(fixture.denials.count == 1)
    }

    @Test func `a subclass whose own request cannot be called is reported once`() {
        let fixture = Fixture(Plain.self, Hidden.self)
        fixture.run {
            #expect(Plain.ping.request() != nil)
            #expect(fixture.advisories == [])
            for _ in 0..<2 { #expect(Hidden.run.request() != nil) }
        }
        #expect(fixture.advisories.count == 1)
        let remedy = "Declare it there as a class func, and override it in Hidden."
        #expect(fixture.advisories.first?.contains(remedy) == true)
    }

    @Test func `the first request reveals that a feature leaves the decision to the engine`() {
        let table = fixture.runtime.catalog.actions
        fixture.run {
            #expect(!table.usesDefaultRequest(feature: Shop.self, action: PingAction.self))
            _ = Shop.ping.request()
            #expect(table.usesDefaultRequest(feature: Shop.self, action: PingAction.self))
            _ = Kiosk.ping.request()
            _ = requested(Kiosk.ping)
            #expect(!table.usesDefaultRequest(feature: Kiosk.self, action: PingAction.self))
        }
    }

    @Test func `a feature's own request applies to actions that are performed by name`() throws {
        let action = try #require(fixture.runtime.metadata(for: Kiosk.self)?.actions.first)
        let refusals = Log()
        func perform() {
            fixture.runtime.perform(action, parameters: [:], router: nil, userInitiated: true) {
                refusals.append($0.refusal ?? "performed")
            }
        }
        Kiosk.$isLocked.withValue(true) { perform() }
        perform()
        #expect(refusals.lines == ["The feature declined the request.", "performed"])
    }

    @Test func `a feature's own request applies to URLs`() {
        let fixture = Fixture.app(Kiosk.self)
        Kiosk.$isLocked.withValue(true) {
            let refused = PerformIncomingURLAction.URLActionError.notAvailable
            #expect(fixture.open("notes://ping") == .failure(error: refused))
        }
        #expect(fixture.open("notes://ping") == .success)
    }

    @Test func `two features can request each other`() {
        let fixture = Fixture(First.self, Second.self)
        fixture.run {
            #expect(First.ping.request() != nil)
            #expect(Second.ping.request() != nil)
        }
        #expect(fixture.denials.isEmpty)
    }

    @Test func `a feature that requests itself with another feature's helper gets the engine's decision`() {
        let fixture = Fixture(Roundabout.self)
        fixture.run {
            #expect(Roundabout.ping.request() != nil)
            Roundabout.$isLocked.withValue(true) { #expect(Roundabout.ping.request() == nil) }
        }
    }

    /// Requests an action of a feature that is known only as a type parameter.
    private func requested<FeatureType: ConditionalFeature, ActionType: Action>(
        _ binding: ConditionalActionBinding<FeatureType, ActionType>
    ) -> VerifiedActionBinding<FeatureType, ActionType>? {
        FeatureType.request(binding)
    }
}

private final class Kiosk: ConditionalFeature, URLMapped {
    @TaskLocal static var isLocked = false
    static let description = "Can be locked"
    static let ping = action(PingAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.userToggled(defaultValue: true)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(ping)
    }

    static func urlMappings(routes: URLMappingsBuilder) {
        routes.send("ping", to: ping)
    }

    static func request<A>(_ binding: ConditionalActionBinding<Kiosk, A>) -> VerifiedActionBinding<Kiosk, A>? {
        isLocked ? nil : binding.request()
    }
}

private class Stall: ConditionalFeature {
    @TaskLocal static var isLocked = false
    static let description = "Can be locked"
    static let ping = action(PingAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.userToggled(defaultValue: true)
    }

    class func prepare(actions: FeatureActionsBuilder) {
        actions.declare(ping)
    }

    class func request<A>(_ binding: ConditionalActionBinding<Stall, A>) -> VerifiedActionBinding<Stall, A>? {
        isLocked ? nil : binding.request()
    }
}

private final class Booth: Stall {
    @TaskLocal static var isShut = false
    static let run = action(RunAction.self)

    override class func prepare(actions: FeatureActionsBuilder) {
        actions.declare(run)
    }

    override class func request<A>(
        _ binding: ConditionalActionBinding<Stall, A>
    ) -> VerifiedActionBinding<Stall, A>? {
        isShut ? nil : super.request(binding)
    }
}

private class Plain: ConditionalFeature {
    static let description = "Leaves requests to the engine"
    static let ping = action(PingAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) {}
    class func prepare(actions: FeatureActionsBuilder) { actions.declare(ping) }
}

private final class Hidden: Plain {
    static let run = action(RunAction.self)
    override class func prepare(actions: FeatureActionsBuilder) { actions.declare(run) }

    static func request<A>(_ binding: ConditionalActionBinding<Hidden, A>) -> VerifiedActionBinding<Hidden, A>? {
        nil
    }
}

private final class Shop: ConditionalFeature {
    static let description = "Leaves requests to the engine"
    static let ping = action(PingAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) {}
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(ping) }
}

private protocol Suppliable: ConditionalFeature {}

extension Suppliable {
    static func request<A>(
        _ binding: ConditionalActionBinding<RequestedFeature, A>
    ) -> VerifiedActionBinding<RequestedFeature, A>? {
        nil
    }
}

private final class Supplied: Suppliable {
    static let description = "Uses the request that a protocol supplies"
    static let ping = action(PingAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) {}
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(ping) }
}

private final class First: ConditionalFeature {
    static let description = "Requests the second feature"
    static let ping = action(PingAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) {}
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(ping) }

    static func request<A>(_ binding: ConditionalActionBinding<First, A>) -> VerifiedActionBinding<First, A>? {
        Second.ping.request() == nil ? nil : binding.request()
    }
}

private final class Second: ConditionalFeature {
    static let description = "Requests the first feature"
    static let ping = action(PingAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) {}
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(ping) }

    static func request<A>(_ binding: ConditionalActionBinding<Second, A>) -> VerifiedActionBinding<Second, A>? {
        First.ping.request() == nil ? nil : binding.request()
    }
}

private final class Roundabout: ConditionalFeature {
    @TaskLocal static var isLocked = false
    static let description = "Requests itself with a helper"
    static let ping = action(PingAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) {}
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(ping) }

    static func request<A>(
        _ binding: ConditionalActionBinding<Roundabout, A>
    ) -> VerifiedActionBinding<Roundabout, A>? {
        isLocked ? nil : generic(self, binding)
    }

    private static func generic<F: ConditionalFeature, A: Action>(
        _ feature: F.Type, _ binding: ConditionalActionBinding<F, A>
    ) -> VerifiedActionBinding<F, A>? {
        feature.request(binding)
    }
}
