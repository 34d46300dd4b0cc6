import Dispatch
import FeatureGating
import FlintLocks
import Testing

@testable import FlintCore

/// User settings that another thread turns on and announces while they are read.
private final class OvertakenToggles: UserFeatureToggles, Sendable {
    let isToBeOvertaken = Protected(false)
    private let isOn = Protected(false)
    private let observers = WeakObserverList<any UserFeatureTogglesObserver>()

    func addObserver(_ observer: UserFeatureTogglesObserver) { observers.add(observer) }

    func removeObserver(_ observer: UserFeatureTogglesObserver) { observers.remove(observer) }

    func announce() { observers.notify { $0.userFeatureTogglesDidChange() } }

    func isEnabled(_ feature: ConditionalFeatureDefinition.Type) -> Bool? {
        let answer = isOn.withLock { $0 }
        let isFirst = isToBeOvertaken.withLock { armed in
            defer { armed = false }
            return armed
        }
        guard isFirst else { return answer }
        let done = DispatchSemaphore(value: 0)
        DispatchQueue(label: "tests.overtaking").async {
            self.isOn.withLock { $0 = true }
            self.announce()
            done.signal()
        }
        done.wait()
        return answer
    }
}

struct FactSourcesTests {
    @Test func `announcing a product reads past purchases only of features that require it and credits`() {
        let fixture = Fixture(First.self, Second.self, Other.self, Owned.self, Free.self)
        let before = fixture.tracker.pastQuestions.count
        fixture.tracker.set(true, Products.premium)
        #expect(
            fixture.tracker.pastQuestions.dropFirst(before)
                == [ObjectIdentifier(First.self), ObjectIdentifier(Second.self)])
        fixture.tracker.set(true, Products.season)
        #expect(fixture.tracker.pastQuestions.count == before + 2, "No feature requires the product.")
    }

    @Test func `past purchases that unlock no feature are neither a fact nor a change`() {
        let fixture = Fixture(First.self)
        fixture.tracker.set(false, Products.premium)
        #expect(fixture.facts[.pastPurchases(feature: "First")] == nil)
        #expect(fixture.changes.map(\.key) == [.purchase(productID: "premium")])
    }

    @Test func `past purchases that begin or stop unlocking a feature are announced as changes`() {
        let fixture = Fixture(First.self)
        fixture.tracker.set(true, Products.premium)
        fixture.tracker.setPast(true, First.self, announcing: Products.credits)
        #expect(fixture.run { First.isAvailable } == true)
        fixture.tracker.setPast(false, First.self, announcing: Products.credits)
        #expect(fixture.run { First.isAvailable } == nil)
        let changes = fixture.changes.filter { $0.key == .pastPurchases(feature: "First") }
        #expect(changes.map(\.after.actual) == [.truth(.true), .truth(.false)])
        #expect(changes.map(\.before?.actual) == [.truth(.false), .truth(.true)])
    }

    @Test func `past purchases that are known at registration are not an event`() {
        let fixture = Fixture()
        fixture.tracker.set(true, Products.premium)
        fixture.tracker.setPast(true, First.self, announcing: Products.credits)
        fixture.runtime.register(First.self)
        #expect(fixture.run { First.isAvailable } == true)
        #expect(fixture.changes.isEmpty)
    }

    @Test func `an announcement of toggles reads only the features with a toggle`() {
        let fixture = Fixture(First.self, Toggled.self)
        fixture.toggles.setEnabled(Toggled.self, enabled: true)
        #expect(fixture.changes.map(\.key) == [.userSetting(feature: "Toggled")])
        #expect(fixture.run { Toggled.isAvailable } == true)
    }

    /// Another thread announces a newer value after a value is read and before it is stored.
    @Test func `a value that an announcement supersedes while it is read is read again`() {
        let toggles = OvertakenToggles()
        let runtime = FlintRuntime()
        runtime.setUp(EmptyApp.self) { $0.userFeatureToggles = toggles }
        runtime.register(Toggled.self)
        #expect(runtime.facts[.userSetting(feature: "Toggled")]?.actual == .truth(.false))
        toggles.isToBeOvertaken.withLock { $0 = true }
        toggles.announce()
        #expect(runtime.facts[.userSetting(feature: "Toggled")]?.actual == .truth(.true))
    }

    @Test func `a moved feature reads the runtime switches of its new groups at every request`() {
        let fixture = Fixture(Inner.self)
        #expect(fixture.runtime.availability(of: Leaf.self) == .true)
        fixture.runtime.register(group: Outer.self)
        #expect(fixture.runtime.path(of: Leaf.self) == "Outer/Inner/Leaf")
        #expect(fixture.runtime.availability(of: Leaf.self) == .true)
        Outer.on.withLock { $0 = false }
        #expect(fixture.runtime.availability(of: Leaf.self) == .false, "The change is not announced.")
        Outer.on.withLock { $0 = true }
        #expect(fixture.runtime.availability(of: Leaf.self) == .true)
    }

    @Test func `reading unannounced facts reads every runtime switch`() {
        let fixture = Fixture(SwitchedAlone.self)
        SwitchedAlone.on.withLock { $0 = false }
        fixture.runtime.readUnannouncedFacts()
        #expect(fixture.changes.map(\.key) == [.runtimeSwitch(feature: "SwitchedAlone")])
    }
}

private final class First: ConditionalFeature {
    static let description = "Needs a product and credits"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(Products.premium)
        requirements.purchase(Products.credits, quantity: 5)
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Second: ConditionalFeature {
    static let description = "Needs the product or another"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(anyOf: Products.supporter, Products.premium)
        requirements.purchase(Products.premium)
        requirements.purchase(Products.credits, quantity: 2)
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Other: ConditionalFeature {
    static let description = "Needs another product"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(Products.supporter) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Owned: ConditionalFeature {
    static let description = "Needs the product alone"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(Products.premium) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Free: ConditionalFeature {
    static let description = "Needs no product"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.permission(.photos) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Toggled: ConditionalFeature {
    static let description = "Is up to the user"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.userToggled(defaultValue: false) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Leaf: Feature {
    static let description = "Is at the bottom"
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Inner: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [Leaf.self] }
}

private final class Outer: ConditionalFeature, FeatureGroup {
    static let description = "Has a switch"
    static let on = Protected(true)
    static var isEnabled: Bool? { on.withLock { $0 } }
    static var subfeatures: [FeatureDefinition.Type] { [Inner.self] }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class SwitchedAlone: ConditionalFeature {
    static let description = "Has a switch"
    static let on = Protected(true)
    static var isEnabled: Bool? { on.withLock { $0 } }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) {}
}
