/// A small requirement written out in full, with the states that meet each part, one bit for each.
///
/// A part that is used in several places is listed in each, so that one of its places can be looked at by itself.
struct StateTable {
    /// A part of the requirement in one place.
    private struct Part {
        /// The group it is in; negative for the whole requirement.
        let group: Int
        /// Its position in that group.
        let position: Int
        /// Whether that group is a conjunction.
        let isInConjunction: Bool
        /// How many facts and empty groups it has.
        let size: Int
        /// Whether it is a conjunction itself.
        let isConjunction: Bool
        var parts: [Int] = []
    }

    private var parts: [Part] = []
    private let wordCount: Int
    private let stateCount: Int
    /// By part, the states that meet it.
    private var met: [UInt64] = []
    /// By part, the states in which the whole requirement is met just if the part is.
    private var decided: [UInt64] = []

    /// Creates the table of a requirement; `nil` if it would be too large.
    ///
    /// - Parameters:
    ///   - requirement: The requirement.
    ///   - space: Its space.
    ///   - mostStates: The most states the table may have, where values that no test distinguishes are one.
    ///   - mostFacts: The most facts the requirement may mention.
    init?(_ requirement: Requirement<StateAtom>, in space: StateSpace, mostStates: Int, mostFacts: Int) {
        guard requirement.size <= mostFacts, requirement.depth <= mostFacts,
            let layout = TableLayout(requirement, in: space, mostStates: mostStates)
        else { return nil }
        stateCount = layout.stateCount
        wordCount = (stateCount + 63) / 64
        write(requirement, layout: layout)
        evaluate()
        decide()
    }

    /// Lists the parts, each before its own parts, and evaluates tests.
    private mutating func write(_ requirement: Requirement<StateAtom>, layout: TableLayout) {
        var tests: [StateAtom: [UInt64]] = [:]
        var pending = [(requirement: requirement, group: -1, position: 0)]
        while let (requirement, group, position) = pending.popLast() {
            let index = parts.count
            var isConjunction = false
            switch requirement.form {
            case .fact(let atom):
                let states = tests[atom] ?? layout.states(meeting: atom)
                tests[atom] = states
                met += states
            case .all(let inner), .any(let inner):
                if case .all = requirement.form { isConjunction = true }
                met += Array(repeating: isConjunction ? .max : 0, count: wordCount)
                for (position, part) in inner.enumerated().reversed() { pending.append((part, index, position)) }
            }
            if group >= 0 { parts[group].parts.append(index) }
            parts.append(
                Part(
                    group: group, position: position, isInConjunction: group >= 0 && parts[group].isConjunction,
                    size: requirement.size, isConjunction: isConjunction))
        }
    }

    /// Evaluates the groups, inner ones first.
    private mutating func evaluate() {
        for (index, part) in parts.enumerated().reversed() where part.group >= 0 {
            for word in 0..<wordCount {
                let value = met[index * wordCount + word]
                if part.isInConjunction {
                    met[part.group * wordCount + word] &= value
                } else {
                    met[part.group * wordCount + word] |= value
                }
            }
        }
    }

    /// Finds out in which states each part decides the requirement.
    ///
    /// It does where its group decides it and all parts beside it leave the group open: those of a conjunction are met,
    /// and those of alternatives are not.
    private mutating func decide() {
        decided = Array(repeating: 0, count: met.count)
        for word in 0..<wordCount { decided[word] = valid(word) }
        for (index, group) in parts.enumerated() {
            for word in 0..<wordCount {
                var open = decided[index * wordCount + word]
                for part in group.parts {
                    decided[part * wordCount + word] = open
                    open &= leavesOpen(part, word)
                }
                open = .max
                for part in group.parts.reversed() {
                    decided[part * wordCount + word] &= open
                    open &= leavesOpen(part, word)
                }
            }
        }
    }

    private func leavesOpen(_ part: Int, _ word: Int) -> UInt64 {
        let value = met[part * wordCount + word]
        return parts[part].isInConjunction ? value : ~value
    }

    /// The bits of a word that stand for states.
    private func valid(_ word: Int) -> UInt64 { .max >> UInt64(max(0, 64 * (word + 1) - stateCount)) }
}

// MARK: - Results

extension StateTable {
    /// Whether the requirement is met in all states or in none; `nil` if it depends.
    var constant: Bool? {
        if (0..<wordCount).allSatisfy({ met[$0] & valid($0) == 0 }) { return false }
        return (0..<wordCount).allSatisfy { met[$0] & valid($0) == valid($0) } ? true : nil
    }

    /// Whether the requirement means the same without a part.
    private func isRedundant(_ part: Int) -> Bool {
        parts[part].group >= 0
            && (0..<wordCount).allSatisfy { word in
                decided[part * wordCount + word] & ~leavesOpen(part, word) == 0
            }
    }

    /// The parts without which the requirement means the same, each taken by itself, in reading order.
    ///
    /// Parts of a redundant part are not listed.
    var redundantParts: [[Int]] {
        var result: [[Int]] = []
        var pending = [0]
        while let part = pending.popLast() {
            if isRedundant(part) {
                result.append(path(of: part))
            } else {
                pending += parts[part].parts.reversed()
            }
        }
        return result
    }

    /// The largest part without which the requirement means the same, and of equal ones the last.
    var largestRedundantPart: [Int]? {
        var largest: Int?
        for part in parts.indices where isRedundant(part) && parts[part].size >= (largest.map { parts[$0].size } ?? 0) {
            largest = part
        }
        return largest.map(path)
    }

    /// The positions that lead to a part, from the outermost group inwards.
    private func path(of part: Int) -> [Int] {
        var path: [Int] = []
        var part = part
        while parts[part].group >= 0 {
            path.append(parts[part].position)
            part = parts[part].group
        }
        return path.reversed()
    }
}

/// Which state each bit of a ``StateTable`` stands for.
private struct TableLayout {
    private struct Variable {
        var classes: [UInt64]
        var stride = 1
    }

    private var variables: [StateVariable: Variable] = [:]
    /// How many states there are.
    private(set) var stateCount = 1

    /// Creates the layout; `nil` if there are too many states.
    init?(_ requirement: Requirement<StateAtom>, in space: StateSpace, mostStates: Int) {
        let atoms = requirement.facts
        for atom in atoms {
            var variable = variables[atom.variable] ?? Variable(classes: [space.allValues(of: atom.variable)])
            StateProblem.divide(&variable.classes, by: atom.values)
            variables[atom.variable] = variable
        }
        for variable in variables.keys {
            guard var placed = variables[variable] else { continue }
            placed.stride = stateCount
            stateCount *= placed.classes.count
            guard stateCount <= mostStates else { return nil }
            variables[variable] = placed
        }
    }

    /// Returns the states in which a test is met.
    func states(meeting atom: StateAtom) -> [UInt64] {
        var result = [UInt64](repeating: 0, count: (stateCount + 63) / 64)
        guard let variable = variables[atom.variable] else { return result }
        let isMet = variable.classes.map { $0 & atom.values != 0 }
        for state in 0..<stateCount where isMet[state / variable.stride % isMet.count] {
            result[state / 64] |= 1 << UInt64(state % 64)
        }
        return result
    }
}
