import Testing

@testable import FlintCore

struct FeatureKindsTests {
    @Test func `a plain feature is neither conditional nor a group`() {
        #expect(FeatureKinds.conditional(Plain.self) == nil)
        #expect(FeatureKinds.group(Plain.self) == nil)
    }

    @Test func `a type can be both conditional and a group`() {
        #expect(FeatureKinds.conditional(Both.self) == Both.self)
        #expect(FeatureKinds.group(Both.self) == Both.self)
    }

    @Test func `conformances that a subclass adds are recognized`() {
        #expect(FeatureKinds.group(Extended.self) == Extended.self)
        #expect(FeatureKinds.conditional(Extended.self) == Extended.self)
        #expect(FeatureKinds.group(Base.self) == nil)
    }

    @Test func `a subclass of a group is a group`() {
        #expect(FeatureKinds.group(Inherited.self) == Inherited.self)
        #expect(FeatureKinds.conditional(Inherited.self) == Inherited.self)
    }

    @Test func `subfeatures and constraints that a subclass adds are registered`() {
        let runtime = FlintRuntime()
        Flint.withRuntime(runtime) {
            Flint.setup(Extended.self)
            #expect(runtime.metadata(for: Plain.self)?.parent?.feature == Extended.self)
            #expect(runtime.constraints(of: Extended.self).isRuntimeEnabledRequired)
        }
    }

    /// Only a debug build makes this check.
    @Test func `constraints added by a conditional conformance cause an advisory`() {
        let runtime = FlintRuntime()
        Flint.withRuntime(runtime) {
            Flint.setup(Shelf.self)
            let advisories = runtime.journal.advisories
            #expect(advisories.count == 1)
            #expect(advisories.first?.contains("Declare the conformance together with the type") == true)
        }
    }

    final class Shelf: FeatureGroup {
        static let description = "Contains one feature"
        static var subfeatures: [FeatureDefinition.Type] { [Sometimes<Int>.self] }
    }

    final class Sometimes<Value>: Feature {
        static var description: String { "Has constraints for some values" }
        static func prepare(actions: FeatureActionsBuilder) {}
    }

    final class Plain: Feature {
        static let description = "A feature without conditions"
        static func prepare(actions: FeatureActionsBuilder) {}
    }

    class Both: ConditionalFeature, FeatureGroup {
        static var subfeatures: [FeatureDefinition.Type] { [] }
        static func constraints(requirements: FeatureConstraintsBuilder) {}
    }

    final class Inherited: Both {}

    class Base: FeatureDefinition {
        static let description = "A superclass of features"
        static func prepare(actions: FeatureActionsBuilder) {}
    }

    final class Extended: Base, FeatureGroup, ConditionalFeatureDefinition {
        static var subfeatures: [FeatureDefinition.Type] { [Plain.self] }
        static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    }
}

extension FeatureKindsTests.Sometimes: ConditionalFeatureDefinition, ConditionalFeature where Value: Numeric {
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
}
