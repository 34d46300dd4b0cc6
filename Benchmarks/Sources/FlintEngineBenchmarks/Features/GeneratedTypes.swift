// SPDX-License-Identifier: MIT

import FlintCore
import FlintLocks

/// The types of generated features and groups, indexed by number, with a reverse lookup.
///
/// Each type is created once, so the cost of creating types in the language's runtime is not part of any measurement.
enum GeneratedTypes {
    private struct State {
        var features: [any GeneratedFeature.Type] = []
        var groups: [any GeneratedGroup.Type] = []
        var numbers: [ObjectIdentifier: Int] = [:]
    }

    private static let state = Protected(State())

    /// Creates the types of a number of features and their groups.
    ///
    /// Existing types are kept.
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

    static func feature(_ number: Int) -> any GeneratedFeature.Type { state.withLock { $0.features[number] } }

    static func group(_ number: Int) -> FeatureDefinition.Type { state.withLock { $0.groups[number] } }

    static func number(of type: Any.Type) -> Int { state.withLock { $0.numbers[ObjectIdentifier(type)] ?? 0 } }

    private static func group<A: Letter, B: Letter>(_: A.Type, _: B.Type) -> any GeneratedGroup.Type {
        Folder<A, B>.self
    }
}
