/// Work that everybody knows the cost of, which other times are multiples of.
enum Floor {
    /// How many entries the dictionary and the array have.
    private static let size = 10_000

    /// Looks a string up in a dictionary, one of 64 in turn.
    static var lookUp: Case {
        let keys = (0..<size).map { "Root/Group\($0 / 100)/Feature\($0)" }
        let dictionary = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, $0) })
        let asked = (0..<64).map { keys[$0 * (size / 64)] }
        return Case(name: "floor: string look-up in a dictionary of 10,000") { times in
            var sum = 0
            for number in 0..<times { sum &+= dictionary[asked[number & 63]] ?? 0 }
            consume(sum)
        }
    }
}
