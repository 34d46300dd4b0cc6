import FlintCore
import Synchronization

/// The types of generated features and groups, by number and the other way round.
///
/// Each is made once: what the language's runtime spends on it is no part of any measurement.
enum GeneratedTypes {
    private struct State {
        var features: [any GeneratedFeature.Type] = []
        var groups: [any GeneratedGroup.Type] = []
        var numbers: [ObjectIdentifier: Int] = [:]
    }

    private static let state = Mutex(State())

    /// Makes so many features, and the groups for them, unless there are enough.
    static func prepare(_ count: Int) {
        state.withLock { state in
            while state.features.count < count {
                let index = state.features.count % letters.count
                if index == 0 {
                    let number = state.groups.count
                    let (first, second) = (letters[number / letters.count], letters[number % letters.count])
                    let group = group(first, second)
                    state.numbers[ObjectIdentifier(group)] = number
                    state.groups.append(group)
                }
                let (group, letter) = (state.groups[state.groups.count - 1], letters[index])
                let feature = group.feature(letter)
                state.numbers[ObjectIdentifier(feature)] = state.features.count
                state.features.append(feature)
            }
        }
    }

    /// The type of a feature that has been made.
    static func feature(_ number: Int) -> any GeneratedFeature.Type { state.withLock { $0.features[number] } }

    /// The type of a group that has been made.
    static func group(_ number: Int) -> FeatureDefinition.Type { state.withLock { $0.groups[number] } }

    /// The number of a type.
    static func number(of type: Any.Type) -> Int { state.withLock { $0.numbers[ObjectIdentifier(type)] ?? 0 } }

    private static func group<A: Letter, B: Letter>(_: A.Type, _: B.Type) -> any GeneratedGroup.Type {
        Folder<A, B>.self
    }
}
