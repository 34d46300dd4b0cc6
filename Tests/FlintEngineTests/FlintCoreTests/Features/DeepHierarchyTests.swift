import FeatureGating
import Testing

@testable import FlintCore

struct DeepHierarchyTests {
    @Test func `a hierarchy of two thousand levels is registered, changed and released`() {
        let depth = 2_000
        Hierarchy.$depth.withValue(depth) {
            let requirement: @Sendable (FeatureConstraintsBuilder) -> Void = { $0.userToggled(defaultValue: true) }
            Hierarchy.$constraints.withValue(requirement) {
                let fixture = Fixture(Hierarchy.level(0))
                let innermost = Hierarchy.level(depth - 1)
                let metadata = fixture.runtime.metadata(for: innermost)
                #expect(metadata?.ancestors.count == depth - 1)
                #expect(metadata?.path.count == depth && metadata?.path.path.count == depth)
                #expect(metadata?.factKeys.count == 2 * depth)
                #expect(fixture.runtime.availability(of: innermost) == .true)
                fixture.toggles.setEnabled(Hierarchy.level(0), enabled: false)
                #expect(fixture.runtime.availability(of: innermost) == .false)
                #expect(metadata.map { fixture.runtime.metadata(at: $0.path) } == metadata)
            }
        }
    }

    @Test func `facts that no source announces are read once per level`() {
        let depth = 1_000
        Hierarchy.$depth.withValue(depth) {
            let requirement: @Sendable (FeatureConstraintsBuilder) -> Void = { requirements in
                requirements.runtimeEnabled()
                requirements.purchase(Products.premium)
            }
            Hierarchy.$constraints.withValue(requirement) {
                let fixture = Fixture(Hierarchy.level(0), announcing: false)
                let innermost = Hierarchy.level(depth - 1)
                let facts = fixture.runtime.metadata(for: innermost)?.inputs()?.unannouncedFacts.map { Array($0) }
                #expect(facts?.count == depth + 1)
                #expect(facts?.filter { $0 == .purchase(Products.premium) }.count == 1)
                fixture.tracker.set(true, Products.premium)
                #expect(fixture.runtime.availability(of: innermost) == .true)
            }
        }
    }

    @Test func `a path of ten thousand names is compared, hashed, encoded and released`() {
        var (one, other) = (TopicPath([]), TopicPath([]))
        for number in 0..<10_000 {
            one = one.appending("\(number)")
            other = other.appending("\(number)")
        }
        #expect(one == other && one.hashValue == other.hashValue)
        #expect(one.matches(other.parentPath() ?? []) && one.matches("0/1/2") && !one.matches("0/2"))
        #expect(one.path == (0..<10_000).map { "\($0)" })
        #expect(one != TopicPath(["x"] + one.path.dropFirst()))
        #expect(TopicPath(stringLiteral: one.description) == one)
    }
}
