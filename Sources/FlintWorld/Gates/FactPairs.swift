// SPDX-License-Identifier: MIT

/// Rows of facts in which every pair of values of two facts occurs at least once.
///
/// Pairwise rows are independent of requirements. They find faults that depend on the interaction of two facts.
package struct FactPairs: Sendable, Encodable {
    /// A fact with the values that requirements tell apart.
    package struct Column: Sendable, Encodable {
        package let fact: FactReference
        package let title: String
        package let values: [String]
    }

    /// The largest number of facts for which rows are computed.
    package static let columnLimit = 400

    package let columns: [Column]
    /// The value of each fact, in the order of ``columns``.
    package let rows: [[String]]
    /// Permissions that include others: if the first is granted, so is the second.
    let implications: [(wide: Int, narrow: Int)]

    private enum CodingKeys: CodingKey {
        case columns, rows
    }

    fileprivate init(_ columns: [Column], implications: [(wide: Int, narrow: Int)]) {
        self.columns = columns
        self.implications = implications
        var table = PairTable(columns.map(\.values.count), implications)
        rows =
            columns.count > Self.columnLimit
            ? [] : table.rows().map { row in zip(columns, row).map { $0.values[$1] } }
    }

    /// The facts as a model for the program PICT, which generates combinations of values.
    package var model: [String] {
        let names = columns.map { "\($0.fact.kind.rawValue) \($0.fact.key)" }
        return zip(columns, names).map { "\($1): \($0.values.joined(separator: ", "))" }
            + (implications.isEmpty ? [] : [""])
            + implications.map { wide, narrow in
                "IF [\(names[wide])] = \"\(columns[wide].values[0])\" "
                    + "THEN [\(names[narrow])] = \"\(columns[narrow].values[0])\";"
            }
    }
}

extension World {
    /// Returns the facts that features depend on, with rows that contain every pair of their values.
    ///
    /// - Parameter isIncluded: A closure that returns whether a feature's facts are included.
    /// - Returns: The facts and rows, without rows for more than ``FactPairs/columnLimit`` facts.
    package func factPairs(of isIncluded: (DeclaredFeature) -> Bool = { !$0.belongsToFramework }) -> FactPairs {
        let (circuit, _) = circuit(of: isIncluded, preferring: [])
        let columns = circuit.variables.compactMap { variable in
            FactReference(variable.key).map { fact in
                FactPairs.Column(
                    fact: fact, title: title(of: variable.key),
                    values: variable.values.map { $0.text(of: variable.key) })
            }
        }
        let implications = circuit.variables.indices.compactMap { narrow -> (wide: Int, narrow: Int)? in
            guard case .permission(let permission) = circuit.variables[narrow].key,
                let wide = PermissionRules.wider(than: permission).flatMap({ circuit.factIndices[.permission($0)] })
            else { return nil }
            return (wide, narrow)
        }
        return FactPairs(columns, implications: implications)
    }
}

/// The pairs of values that no row contains yet.
private struct PairTable {
    private let counts: [Int]
    private let starts: [Int]
    private let total: Int
    private let implications: [(wide: Int, narrow: Int)]
    /// Whether a pair of values is missing, by the numbers of both values with the lower fact first.
    private var isMissing: [Bool]

    init(_ counts: [Int], _ implications: [(wide: Int, narrow: Int)]) {
        self.counts = counts
        self.implications = implications
        var (starts, total): ([Int], Int) = ([], 0)
        for count in counts {
            starts.append(total)
            total += count
        }
        (self.starts, self.total) = (starts, total)
        isMissing = []
        guard counts.count <= FactPairs.columnLimit else { return }
        isMissing = Array(repeating: false, count: total * total)
        for second in counts.indices {
            for first in 0..<second {
                for value in 0..<counts[first] {
                    for other in 0..<counts[second] where isAllowed(first, value, second, other) {
                        isMissing[(starts[first] + value) * total + starts[second] + other] = true
                    }
                }
            }
        }
    }

    private func isAllowed(_ first: Int, _ value: Int, _ second: Int, _ other: Int) -> Bool {
        !implications.contains { wide, narrow in
            (wide == first && narrow == second && value == 0 && other != 0)
                || (wide == second && narrow == first && other == 0 && value != 0)
        }
    }

    /// Returns rows that contain every allowed pair, each with a missing pair and as many others as a greedy choice adds.
    mutating func rows() -> [[Int]] {
        guard counts.count > 1 else { return counts.first.map { (0..<$0).map { [$0] } } ?? [] }
        var rows: [[Int]] = []
        var start = 0
        while let next = isMissing[start...].firstIndex(of: true) {
            start = next
            var row: [Int?] = Array(repeating: nil, count: counts.count)
            for number in [next / total, next % total] {
                let fact = starts.lastIndex { $0 <= number } ?? 0
                row[fact] = number - starts[fact]
            }
            for fact in counts.indices where row[fact] == nil { row[fact] = bestValue(of: fact, row) }
            let complete = row.map { $0 ?? 0 }
            for second in counts.indices {
                for first in 0..<second {
                    isMissing[(starts[first] + complete[first]) * total + starts[second] + complete[second]] = false
                }
            }
            rows.append(complete)
        }
        return rows
    }

    /// Returns the value that adds most missing pairs to an incomplete row.
    private func bestValue(of fact: Int, _ row: [Int?]) -> Int {
        var best: (value: Int, count: Int)?
        for value in 0..<counts[fact] {
            var count = 0
            var isPossible = true
            for (other, known) in row.enumerated() {
                guard let known, isPossible else { continue }
                isPossible = isAllowed(other, known, fact, value)
                let (lower, upper) =
                    other < fact
                    ? (starts[other] + known, starts[fact] + value) : (starts[fact] + value, starts[other] + known)
                if isMissing[lower * total + upper] { count += 1 }
            }
            if isPossible, count > best?.count ?? -1 { best = (value, count) }
        }
        return best?.value ?? 0
    }
}
