import Dispatch
import Testing

@testable import FlintCore

struct FeatureDefinitionTests {
    @Test func `a feature has defaults for all members except its description`() {
        #expect(PlainFeature.name == "Plain")
        #expect(PlainFeature.isVisible)
        #expect(PlainFeature.variation == nil)
        #expect(GroupFeature.description == "A feature group")
        #expect(DeclaresNoConditions.isEnabled == true)
    }

    @Test func `members that a feature declares replace the defaults`() throws {
        let fixture = Fixture(DeclaresEveryMember.self)
        let feature = try #require(fixture.runtime.metadata(for: DeclaresEveryMember.self)).feature
        let (name, isVisible, variation) = (feature.name, feature.isVisible, feature.variation)
        #expect(name == "The loud one" && !isVisible && variation == "B")
        #expect(fixture.runtime.path(of: DeclaresEveryMember.self) == "loud")
        #expect(fixture.advisories == ["prepared The loud one at loud"])
    }

    @Test func `the path of an unregistered feature is its type name`() {
        let fixture = Fixture()
        #expect(fixture.run { PlainFeature.identifier } == "PlainFeature")
        #expect(fixture.run { PlainFeature.parent } == nil)
        fixture.runtime.register(group: GroupFeature.self)
        #expect(fixture.run { PlainFeature.identifier } == "GroupFeature/PlainFeature")
        #expect(fixture.run { PlainFeature.parent } == GroupFeature.self)
    }

    @Test func `an action has defaults for all members except perform`() {
        #expect(RunAction.description == "No description")
        #expect(RunAction.queue === QueueIdentity.callerQueueOfSession)
        #expect(!RunAction.hideFromTimeline)
        let fixture = Fixture()
        fixture.run { #expect(RunAction.defaultSession === ActionSession.main) }
    }
}

private final class PlainFeature: Feature {
    static let description = "Plain"
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class GroupFeature: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [PlainFeature.self] }
}

private final class DeclaresNoConditions: ConditionalFeature {
    static let description = "Declares no conditions"
    static func constraints(requirements: FeatureConstraintsBuilder) {}
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class DeclaresEveryMember: ConditionalFeature {
    static let name = "The loud one"
    static let description = "Declares every optional member"
    static let isVisible = false
    static let variation: String? = "B"
    static let identifier: FeaturePath = "loud"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.userToggled(defaultValue: true) }
    static func prepare(actions: FeatureActionsBuilder) {}

    static func postPrepare() {
        FlintRuntime.current.advise("prepared \(name) at \(identifier)")
    }
}
