import Testing

@testable import FlintCore

/// Types say themselves what sort of feature they are.
struct FeatureKindsTests {
    @Test func aPlainFeatureIsNeither() {
        #expect(FeatureKinds.conditional(Plain.self) == nil)
        #expect(FeatureKinds.group(Plain.self) == nil)
    }

    @Test func aTypeThatIsBothSaysSo() {
        #expect(FeatureKinds.conditional(Both.self) == Both.self)
        #expect(FeatureKinds.group(Both.self) == Both.self)
    }

    @Test func whatASubclassAddsCounts() {
        #expect(FeatureKinds.group(Extended.self) == Extended.self)
        #expect(FeatureKinds.conditional(Extended.self) == Extended.self)
        #expect(FeatureKinds.group(Base.self) == nil)
    }

    @Test func aSubclassOfAGroupIsAGroupOfItsOwn() {
        #expect(FeatureKinds.group(Inherited.self) == Inherited.self)
        #expect(FeatureKinds.conditional(Inherited.self) == Inherited.self)
    }

    @Test func whatASubclassAddsIsRegistered() {
        let runtime = FlintRuntime()
        Flint.withRuntime(runtime) {
            Flint.setup(Extended.self)
            #expect(runtime.metadata(for: Plain.self)?.parent?.feature == Extended.self)
            #expect(runtime.constraints(of: Extended.self).isRuntimeEnabledRequired)
        }
    }

    /// A debug build says what a release build does not look for.
    @Test func constraintsThatAreOnlyAddedUnderAConditionAreReported() {
        let runtime = FlintRuntime()
        Flint.withRuntime(runtime) {
            Flint.setup(Shelf.self)
            let advisories = runtime.journal.events.compactMap { event in
                if case .advisory(let text) = event.kind { text } else { nil }
            }
            #expect(advisories.count == 1)
            #expect(advisories.first?.contains("Conform where the type is declared") == true)
        }
    }

    final class Shelf: FeatureGroup {
        static let description = "Holds one"
        static var subfeatures: [FeatureDefinition.Type] { [Sometimes<Int>.self] }
    }

    final class Sometimes<Value>: Feature {
        static var description: String { "Has constraints for some values" }
        static func prepare(actions: FeatureActionsBuilder) {}
    }

    final class Plain: Feature {
        static let description = "A feature like any other"
        static func prepare(actions: FeatureActionsBuilder) {}
    }

    class Both: ConditionalFeature, FeatureGroup {
        static var subfeatures: [FeatureDefinition.Type] { [] }
        static func constraints(requirements: FeatureConstraintsBuilder) {}
    }

    final class Inherited: Both {}

    class Base: FeatureDefinition {
        static let description = "A feature that others are made from"
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
