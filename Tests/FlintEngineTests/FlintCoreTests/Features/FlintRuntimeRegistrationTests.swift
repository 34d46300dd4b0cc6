import FeatureGating
import Testing

@testable import FlintCore

struct FlintRuntimeRegistrationTests {
    @Test func `groups are registered with their subfeatures`() {
        let fixture = Fixture(Library.self)
        let paths = fixture.runtime.features.map(\.path.description)
        #expect(
            paths == ["EmptyApp", "FlintFeatures"]
                + FlintFeatures.subfeatures.map { "FlintFeatures/\($0)" }
                + ["Library", "Library/Shelf", "Library/Export"])
        #expect(fixture.run { Export.parent } == Library.self)
        #expect(fixture.advisories.isEmpty)
    }

    @Test func `a feature registered after setup is evaluated`() {
        let fixture = Fixture()
        fixture.tracker.set(true, Products.premium)
        #expect(fixture.run { Export.isAvailable } == false)
        fixture.runtime.register(Export.self)
        #expect(fixture.run { Export.isAvailable } == true)
        fixture.tracker.set(false, Products.premium)
        #expect(fixture.run { Export.isAvailable } == false)
    }

    @Test func `a feature keeps its constraints when its group is registered later`() {
        let fixture = Fixture(Export.self)
        fixture.tracker.set(true, Products.premium)
        #expect(fixture.runtime.path(of: Export.self) == "Export")
        fixture.runtime.register(group: Library.self)
        #expect(fixture.runtime.path(of: Export.self) == "Library/Export")
        #expect(fixture.runtime.metadata(at: "Export") == nil)
        #expect(fixture.run { Export.isAvailable } == true)
        fixture.tracker.set(nil, Products.premium)
        #expect(fixture.run { Export.isAvailable } == nil)
        #expect(
            fixture.runtime.features.suffix(3).map(\.path.description)
                == ["Library", "Library/Shelf", "Library/Export"], "A group precedes its features.")
    }

    @Test func `a moved feature depends on its new group`() {
        let fixture = Fixture(Shelf.self)
        #expect(fixture.runtime.availability(of: Shelf.self) == .true)
        fixture.runtime.register(group: Locked.self)
        #expect(fixture.runtime.availability(of: Shelf.self) == .unknown)
        fixture.tracker.set(false, Products.supporter)
        #expect(fixture.runtime.availability(of: Shelf.self) == .false)
    }

    @Test func `a moved group keeps its subfeatures`() {
        let fixture = Fixture(Library.self)
        fixture.runtime.register(group: Whole.self)
        #expect(fixture.runtime.path(of: Export.self) == "Whole/Library/Export")
        #expect(fixture.runtime.metadata(at: "Library/Export") == nil)
        #expect(fixture.runtime.metadata(at: "Whole/Library/Export")?.feature == Export.self)
    }

    @Test func `an override follows a moved feature`() {
        let fixture = Fixture(Toggled.self)
        fixture.facts.setOverride(.truth(.true), for: .userSetting(feature: "Toggled"), cause: .user)
        #expect(fixture.run { Toggled.isAvailable } == true)
        fixture.runtime.register(group: ToggledGroup.self)
        #expect(fixture.run { Toggled.isAvailable } == true)
        fixture.facts.setOverride(nil, for: .userSetting(feature: "ToggledGroup/Toggled"), cause: .user)
        #expect(fixture.run { Toggled.isAvailable } == false)
    }

    @Test func `registering a feature twice causes an advisory and changes nothing`() {
        let fixture = Fixture(Export.self, Export.self)
        #expect(fixture.runtime.features.filter { $0.feature == Export.self }.count == 1)
        #expect(fixture.advisories.contains { $0.contains("Export is registered twice") })
    }

    @Test func `a feature in two groups stays in the first`() {
        let fixture = Fixture(Library.self, Rival.self)
        #expect(fixture.runtime.path(of: Export.self) == "Library/Export")
        #expect(fixture.advisories.contains { $0.contains("Export is in two groups") })
    }

    @Test func `a feature listed twice in one group causes an advisory`() {
        let fixture = Fixture(Doubled.self)
        #expect(fixture.runtime.features.filter { $0.feature == Shelf.self }.count == 1)
        #expect(fixture.advisories.contains { $0.contains("Shelf is in") && $0.contains("twice") })
    }

    @Test func `a group that contains itself causes an advisory and is registered once`() {
        let fixture = Fixture(Ring.self)
        #expect(fixture.runtime.path(of: InnerRing.self) == "Ring/InnerRing")
        #expect(fixture.advisories.count == 1)
        #expect(fixture.advisories.contains { $0.contains("Ring contains itself") })
    }

    @Test func `a fixed identifier is kept when the feature moves into a group`() {
        let fixture = Fixture(Fixed.self)
        #expect(fixture.runtime.path(of: Fixed.self) == "legacy")
        fixture.runtime.register(group: FixedGroup.self)
        #expect(fixture.runtime.path(of: Fixed.self) == "legacy")
        #expect(fixture.runtime.metadata(at: "legacy")?.parent?.feature == FixedGroup.self)
        #expect(StoredFeatureToggles.key(for: Fixed.self) == "features.user.toggle.legacy")
        fixture.runtime.register(group: GroupOfFixedGroup.self)
        #expect(fixture.runtime.path(of: Fixed.self) == "legacy", "The identifier is fixed even if the group moves.")
    }

    @Test func `a fixed identifier that another feature has causes an advisory and is not used`() {
        let fixture = Fixture(Fixed.self, ReusesIdentifier.self)
        #expect(fixture.runtime.path(of: ReusesIdentifier.self) == "ReusesIdentifier")
        #expect(fixture.advisories.contains { $0.contains("ReusesIdentifier fixes the identifier legacy") })
        #expect(fixture.run { ReusesIdentifier.ping.request() } == nil)
        #expect(fixture.denials.last?.feature == "ReusesIdentifier", "The denial names the requested feature.")
    }

    @Test func `two different products with one identifier cause an advisory`() {
        let fixture = Fixture(Library.self, ReusesProductIdentifier.self)
        #expect(fixture.runtime.products.filter { $0.productID == "premium" }.count == 1)
        #expect(fixture.advisories.contains { $0.contains("Two products have the identifier premium") })
    }

    @Test func `facts shared by features registered together are read once`() {
        let fixture = Fixture(Sharing.self)
        #expect(fixture.tracker.questions == 1, "Both features require the same product.")
        #expect(
            fixture.tracker.pastQuestions == [
                ObjectIdentifier(Sharing.First.self), ObjectIdentifier(Sharing.Second.self),
            ],
            "Past purchases are read for each feature.")
        fixture.runtime.register(Sharing.Late.self)
        #expect(fixture.tracker.questions == 2, "A later registration reads the product again.")
    }

    @Test func `constraints are evaluated before a feature prepares`() {
        let fixture = Fixture(QueriesItselfInPrepare.self)
        #expect(fixture.advisories == ["while preparing: false"])
    }

    @Test func `postPrepare is called after the subfeatures are registered`() {
        let fixture = Fixture(Finishing.self)
        #expect(fixture.advisories == ["finished with Shelf at Finishing/Shelf"])
    }

    @Test func `root features keep the order of registration`() {
        let fixture = Fixture(Finishing.self, Export.self)
        fixture.runtime.register(group: FixedGroup.self)
        let roots = fixture.runtime.features.filter { $0.parent == nil && $0.feature != FlintFeatures.self }
        #expect(roots.map(\.typeName.shortened) == ["EmptyApp", "Finishing", "Export", "FixedGroup"])
        #expect(fixture.run { Export.parent } == nil)
    }

    @Test func `a feature registered concurrently is registered once`() async {
        let fixture = Fixture()
        let runtime = fixture.runtime
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { runtime.register(Export.self) } }
        }
        #expect(runtime.features.filter { $0.feature == Export.self }.count == 1)
    }
}

private final class Shelf: Feature {
    static let description = "Holds books"
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Export: ConditionalFeature {
    static let description = "Writes books out"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(Products.premium) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Library: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [Shelf.self, Export.self] }
}

private final class Whole: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [Library.self] }
}

private final class Rival: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [Export.self] }
}

private final class Doubled: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [Shelf.self, Shelf.self] }
}

private final class Locked: ConditionalFeature, FeatureGroup {
    static let description = "Is locked"
    static var subfeatures: [FeatureDefinition.Type] { [Shelf.self] }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(Products.supporter) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Ring: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [InnerRing.self] }
}

private final class InnerRing: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [Ring.self] }
}

private final class Toggled: ConditionalFeature {
    static let description = "Is up to the user"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.userToggled(defaultValue: false) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class ToggledGroup: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [Toggled.self] }
}

private final class Fixed: ConditionalFeature {
    static let description = "Declares a fixed identifier"
    static let identifier: FeaturePath = "legacy"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.userToggled(defaultValue: true) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class FixedGroup: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [Fixed.self] }
}

private final class GroupOfFixedGroup: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [FixedGroup.self] }
}

/// Declares the fixed identifier of another feature.
private final class ReusesIdentifier: ConditionalFeature {
    static let description = "Declares another feature's identifier"
    static let identifier: FeaturePath = "legacy"
    static let ping = action(PingAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(Products.premium) }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(ping) }
}

private final class Sharing: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [First.self, Second.self] }

    final class First: Buyer {}
    final class Second: Buyer {}
    final class Late: Buyer {}
}

private protocol Buyer: ConditionalFeature {}

extension Buyer {
    static var description: String { "Needs a product and credits" }
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(Products.premium)
        requirements.purchase(Products.credits, quantity: 5)
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

/// Uses an existing product identifier for a different product.
private final class ReusesProductIdentifier: ConditionalFeature {
    static let description = "Requires another product with the same identifier"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(NonConsumableProduct(name: "Premium!", productID: "premium"))
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

/// Queries its own availability during preparation.
private final class QueriesItselfInPrepare: ConditionalFeature {
    static let description = "Queries its availability during preparation"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.userToggled(defaultValue: false) }
    static func prepare(actions: FeatureActionsBuilder) {
        FlintRuntime.current.advise("while preparing: \(isAvailable.map(String.init) ?? "nil")")
    }
}

private final class Finishing: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [Shelf.self] }
    static func postPrepare() {
        FlintRuntime.current.advise("finished with Shelf at \(Shelf.identifier)")
    }
}

extension String {
    fileprivate var shortened: String { split(separator: ".").last.map(String.init) ?? self }
}
