@testable import FlintCore

/// A digit in the number of a level.
protocol LevelDigit: SendableMetatype {
    static var value: Int { get }
}

/// Nested groups, each with a separate type that is created at registration.
enum Hierarchy {
    @TaskLocal static var depth = 0
    @TaskLocal static var constraints: @Sendable (FeatureConstraintsBuilder) -> Void = { _ in }

    private enum Zero: LevelDigit { static let value = 0 }
    private enum One: LevelDigit { static let value = 1 }
    private enum Two: LevelDigit { static let value = 2 }
    private enum Three: LevelDigit { static let value = 3 }
    private enum Four: LevelDigit { static let value = 4 }
    private enum Five: LevelDigit { static let value = 5 }
    private enum Six: LevelDigit { static let value = 6 }
    private enum Seven: LevelDigit { static let value = 7 }
    private enum Eight: LevelDigit { static let value = 8 }
    private enum Nine: LevelDigit { static let value = 9 }

    private static let digits: [any LevelDigit.Type] = [
        Zero.self, One.self, Two.self, Three.self, Four.self, Five.self, Six.self, Seven.self, Eight.self, Nine.self,
    ]

    /// Returns the group of a level, where 0 is the outermost level.
    static func level(_ number: Int) -> ConditionalFeatureDefinition.Type {
        func make<A: LevelDigit, B: LevelDigit, C: LevelDigit, D: LevelDigit>(
            _: A.Type, _: B.Type, _: C.Type, _: D.Type
        ) -> ConditionalFeatureDefinition.Type { Level<A, B, C, D>.self }
        let (first, second, third, fourth) = (
            digits[number / 1_000], digits[number / 100 % 10], digits[number / 10 % 10], digits[number % 10]
        )
        return make(first, second, third, fourth)
    }
}

/// A level of the hierarchy, numbered by four digits.
private final class Level<A: LevelDigit, B: LevelDigit, C: LevelDigit, D: LevelDigit>: ConditionalFeature, FeatureGroup
{
    static var description: String { "A level" }

    static var subfeatures: [FeatureDefinition.Type] {
        let next = [A.value, B.value, C.value, D.value].reduce(0) { 10 * $0 + $1 } + 1
        return next < Hierarchy.depth ? [Hierarchy.level(next)] : []
    }

    static func constraints(requirements: FeatureConstraintsBuilder) { Hierarchy.constraints(requirements) }

    static func prepare(actions: FeatureActionsBuilder) {}
}
