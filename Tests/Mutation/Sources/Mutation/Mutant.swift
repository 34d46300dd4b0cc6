/// A change to one line of a source file.
struct Mutant: Sendable {
    /// The kinds of changes.
    enum Kind: String, CaseIterable {
        case condition = "negated condition"
        case comparison = "changed operator"
        case result = "inverted result"
        case number = "replaced number"
        case deletion = "deleted statement"
    }

    /// A piece of the changed line.
    enum Piece {
        case text(String)
        /// The mutant's index, which is assigned when the mutant is chosen.
        case index
    }

    let kind: Kind
    let file: String
    let line: Int
    /// The changed code before and after, for the report.
    let change: String
    let pieces: [Piece]
    var index = 0

    /// Returns the line that contains both the original code and the change.
    var rewrittenLine: String {
        pieces.map {
            switch $0 {
            case .text(let text): text
            case .index: String(index)
            }
        }.joined()
    }

    var title: String { "\(file):\(line): \(description)" }

    private var description: String { "\(kind.rawValue): \(change)" }

    /// The title of a mutant in a report of an earlier run, after which the code may have moved.
    struct Title {
        let file: String
        let line: Int
        private let description: String

        /// Creates a title from a line of a report, or returns `nil` for other lines.
        init?(_ text: Substring) {
            // The list of survivors counts the suites after each title.
            let end = text.firstRange(of: #/ \(\d+ suites.*\)$/#)?.lowerBound ?? text.endIndex
            guard let match = text[..<end].wholeMatch(of: #/(Sources/[^:]*):(\d+): (.*)/#), let line = Int(match.2)
            else { return nil }
            file = String(match.1)
            self.line = line
            description = String(match.3)
        }

        /// Returns the mutant with the same change that is nearest to the line.
        ///
        /// - Parameters:
        ///   - mutants: The possible mutants of the file.
        ///   - shift: The number of lines by which the code before this line has moved.
        /// - Returns: The mutant, or `nil` if the code has changed.
        func find(in mutants: [Mutant], movedBy shift: Int) -> Mutant? {
            func distance(_ mutant: Mutant) -> Int { abs(mutant.line - line - shift) }
            return mutants.filter { $0.description == description }.min { distance($0) < distance($1) }
        }
    }
}

extension [Mutant] {
    /// The mutants with their positions as indexes.
    var numbered: [Mutant] {
        enumerated().map { index, mutant in
            var mutant = mutant
            mutant.index = index
            return mutant
        }
    }
}

/// The generator of the choice, so that the same seed chooses the same mutants on every machine.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

/// Chooses mutants evenly from files, at most one per line.
///
/// - Parameters:
///   - count: The number of mutants.
///   - files: The possible mutants of each file.
///   - generator: The source of the order.
/// - Returns: The chosen mutants, sorted by file and line.
func choose(_ count: Int, from files: [[Mutant]], using generator: inout SplitMix64) -> [Mutant] {
    var queues = files.map { mutants in
        var lines: Set<Int> = []
        return mutants.shuffled(using: &generator).filter { lines.insert($0.line).inserted }
    }.shuffled(using: &generator)
    var chosen: [Mutant] = []
    while chosen.count < count, queues.contains(where: { !$0.isEmpty }) {
        for index in queues.indices where chosen.count < count {
            if let mutant = queues[index].popLast() { chosen.append(mutant) }
        }
    }
    return chosen.sorted { ($0.file, $0.line) < ($1.file, $1.line) }
}
