// SPDX-License-Identifier: MIT

/// A truth table for a small requirement, with one bit per state for each of its parts.
///
/// A part that several groups share is listed once for each group, so that each occurrence can be examined separately.
/// The table computes in which states each occurrence decides the requirement, and derives the redundant parts from the
/// result.
struct StateTable {
    /// One occurrence of a part in a group.
    ///
    /// `group` is the index of the group, or negative for the whole requirement. `size` is the number of facts and
    /// empty groups in the part.
    private struct Part {
        let group: Int
        let position: Int
        let isInConjunction: Bool
        let size: Int
        let isConjunction: Bool
        var parts: [Int] = []
    }

    private var parts: [Part] = []
    private let wordCount: Int
    private let stateCount: Int
    private var met: [UInt64] = []
    /// For each part, the states in which the whole requirement is met exactly if the part is met.
    private var decided: [UInt64] = []

    /// Creates the table of a requirement, or returns `nil` if the table would be too large.
    ///
    /// Values that no test distinguishes count as one value. `maximumFactCount` limits both the size and the depth.
    init?(_ requirement: Requirement<StateAtom>, in space: StateSpace, maximumStateCount: Int, maximumFactCount: Int) {
        guard requirement.size <= maximumFactCount, requirement.depth <= maximumFactCount,
            let layout = TableLayout(requirement, in: space, maximumStateCount: maximumStateCount)
        else { return nil }
        stateCount = layout.stateCount
        wordCount = (stateCount + 63) / 64
        write(requirement, layout: layout)
        evaluate()
        decide()
    }

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

    private mutating func evaluate() {
        // Groups precede their parts, so a backward pass completes each part before its group.
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

    private mutating func decide() {
        // A part decides the requirement in a state if its group decides the requirement and all other parts of the
        // group leave the group open. Parts of a conjunction leave it open if they are met. Alternatives leave their
        // group open if they are not met.
        decided = Array(repeating: 0, count: met.count)
        for word in 0..<wordCount { decided[word] = valid(word) }
        for (index, group) in parts.enumerated() {
            for word in 0..<wordCount {
                var open = decided[index * wordCount + word]
                for part in group.parts {
                    decided[part * wordCount + word] = open
                    open &= leavesOpen(part, word)
                }
                // The first pass applied the parts before each part, and this pass applies the parts after it.
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

    private func valid(_ word: Int) -> UInt64 { .max >> UInt64(max(0, 64 * (word + 1) - stateCount)) }
}

// MARK: - Results

extension StateTable {
    var constant: Bool? {
        if (0..<wordCount).allSatisfy({ met[$0] & valid($0) == 0 }) { return false }
        return (0..<wordCount).allSatisfy { met[$0] & valid($0) == valid($0) } ? true : nil
    }

    private func isRedundant(_ part: Int) -> Bool {
        parts[part].group >= 0
            && (0..<wordCount).allSatisfy { word in
                decided[part * wordCount + word] & ~leavesOpen(part, word) == 0
            }
    }

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

    /// The path of the largest redundant part, or the last of equally large ones, or `nil` if every part is needed.
    var largestRedundantPart: [Int]? {
        var largest: Int?
        for part in parts.indices where isRedundant(part) && parts[part].size >= (largest.map { parts[$0].size } ?? 0) {
            largest = part
        }
        return largest.map(path)
    }

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

private struct TableLayout {
    private struct Variable {
        var classes: [UInt64]
        var stride = 1
    }

    private var variables: [StateVariable: Variable] = [:]
    private(set) var stateCount = 1

    init?(_ requirement: Requirement<StateAtom>, in space: StateSpace, maximumStateCount: Int) {
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
            guard stateCount <= maximumStateCount else { return nil }
            variables[variable] = placed
        }
    }

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
