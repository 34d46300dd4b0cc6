// SPDX-License-Identifier: MIT

/// Work of well-known cost, used as the unit of other times.
package enum Floor {
    private static let size = 10_000

    /// Looks up strings in a dictionary, 64 in turn.
    package static var lookUp: Case {
        let keys = (0..<size).map { "Root/Group\($0 / 100)/Feature\($0)" }
        let dictionary = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, $0) })
        let asked = (0..<64).map { keys[$0 * (size / 64)] }
        return Case(name: "floor: string look-up in a dictionary of 10,000") { times in
            var sum = 0
            for number in 0..<times { sum &+= dictionary[asked[number & 63]] ?? 0 }
            consume(sum)
        }
    }

    /// Looks types up in a dictionary by identity, 64 in turn, spread evenly over the given types.
    ///
    /// - Parameter types: All types in the dictionary, more than 64.
    /// - Returns: The case.
    static func typeLookUp(in types: [Any.Type]) -> Case {
        let dictionary = Dictionary(uniqueKeysWithValues: types.enumerated().map { (ObjectIdentifier($1), $0) })
        let asked = (0..<64).map { types[$0 * (types.count / 64)] }
        return Case(name: "floor: type look-up in a dictionary of \(types.count)") { times in
            var sum = 0
            for number in 0..<times { sum &+= dictionary[ObjectIdentifier(asked[number & 63])] ?? 0 }
            consume(sum)
        }
    }

    /// Looks up types in a dictionary of 10,000.
    static var typeLookUp: Case {
        GeneratedTypes.prepare(size)
        return typeLookUp(in: (0..<size).map { GeneratedTypes.feature($0) })
    }
}
