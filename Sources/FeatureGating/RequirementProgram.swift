// SPDX-License-Identifier: MIT

/// The compiler of requirements to flat programs over numbered facts, and their evaluation.
///
/// A program is a list of tests, one per mention of a fact. Each test stores the next test for each outcome, so the
/// jumps replace the operators. Evaluation follows a single path and skips every test that cannot affect the result. It
/// does not recurse, and it allocates memory only for the values of shared parts.
///
/// Two jumps per test are enough for three truth values. Because requirements have no negation, conjunction and
/// disjunction act on the two bits of a ``Truth`` separately. A first run over the bit "certainly true" decides whether
/// the result is true. If it is not, a second run over the bit "could be true" decides whether the result is unknown or
/// false.
///
/// A part that several groups share would be repeated in each of them, because the tests after it differ. If the
/// repetition makes a program too long, the shared part becomes a program that runs first, and the other programs test
/// its value like a fact.
enum RequirementProgram {
    /// One mention of a fact, with a jump target for each outcome.
    ///
    /// A target is the index of the next test, or ``met`` or ``unmet``, which end a run.
    struct Test: Sendable {
        /// The fact's number, or `~n` for the value of the shared part at index `n`.
        let fact: Int32
        var whenTrue: Int32
        var whenFalse: Int32
    }

    static let met: Int32 = -1
    static let unmet: Int32 = -2

    /// The maximum size of a requirement that is written out in full.
    ///
    /// In a larger requirement, shared parts are compiled separately. A program that is written out in full evaluates
    /// faster.
    static let longestInFull = 256

    /// Appends the program of a requirement to the tests of earlier programs.
    ///
    /// The result contains the targets at which the program and its shared parts start, relative to the first appended
    /// test. The shared parts are in execution order, and most programs have none.
    static func append(
        _ requirement: Requirement<FactID>, to tests: inout [Test]
    ) -> (start: Int32, sharedParts: [Int32]) {
        let first = tests.count
        guard requirement.size > longestInFull else {
            return (write(requirement, sharing: [:], to: &tests, first: first), [])
        }
        var numbers: [ObjectIdentifier: Int32] = [:]
        var starts: [Int32] = []
        // A group of one fact is as cheap to test as a stored value.
        for group in requirement.sharedGroups() where group.size > 1 {
            starts.append(write(Requirement(.group(group)), sharing: numbers, to: &tests, first: first))
            numbers[ObjectIdentifier(group)] = Int32(numbers.count)
        }
        return (write(requirement, sharing: numbers, to: &tests, first: first), starts)
    }

    /// Writes the tests of a requirement, and returns the target at which they start, relative to the test at `first`.
    private static func write(
        _ requirement: Requirement<FactID>, sharing numbers: [ObjectIdentifier: Int32], to tests: inout [Test],
        first: Int
    ) -> Int32 {
        // The tests are written back to front, so that each one knows its successors, and then reversed.
        let begin = tests.count
        let entry = append(requirement, sharing: numbers, to: &tests, first: first)
        // The new tests swap places around their middle, so an index relative to `first` becomes `turn` minus the
        // index.
        let turn = Int32(begin - first + tests.count - first) - 1
        func moved(_ target: Int32) -> Int32 { target < 0 ? target : turn - target }
        // Reversing a slice of the array would copy the slice.
        var (low, high) = (begin, tests.count - 1)
        while low < high {
            tests.swapAt(low, high)
            (low, high) = (low + 1, high - 1)
        }
        for index in begin..<tests.count {
            tests[index].whenTrue = moved(tests[index].whenTrue)
            tests[index].whenFalse = moved(tests[index].whenFalse)
        }
        return moved(entry)
    }

    private struct OpenGroup {
        let group: RequirementGroup<FactID>
        let whenTrue: Int32
        let whenFalse: Int32
        var remaining: Int
        var entry: Int32

        init(_ group: RequirementGroup<FactID>, whenTrue: Int32, whenFalse: Int32) {
            self.group = group
            self.whenTrue = whenTrue
            self.whenFalse = whenFalse
            remaining = group.parts.count
            // The last part is written first. It continues where the group continues.
            entry = group.isConjunction ? whenTrue : whenFalse
        }
    }

    private static func append(
        _ requirement: Requirement<FactID>, sharing numbers: [ObjectIdentifier: Int32], to tests: inout [Test],
        first: Int
    ) -> Int32 {
        let root: RequirementGroup<FactID>
        switch requirement.storage {
        case .empty(let isConjunction):
            return isConjunction ? met : unmet
        case .fact(let fact):
            tests.append(Test(fact: fact.rawValue, whenTrue: met, whenFalse: unmet))
            return Int32(tests.count - first) - 1
        case .group(let group):
            root = group
        }
        if root.isSmall, numbers.isEmpty {
            return append(root, whenTrue: met, whenFalse: unmet, to: &tests, first: first)
        }
        var open = [OpenGroup(root, whenTrue: met, whenFalse: unmet)]
        while true {
            let last = open.count - 1
            guard open[last].remaining > 0 else {
                let entry = open.removeLast().entry
                if last == 0 { return entry }
                open[last - 1].entry = entry
                continue
            }
            open[last].remaining -= 1
            let current = open[last]
            let whenTrue = current.group.isConjunction ? current.entry : current.whenTrue
            let whenFalse = current.group.isConjunction ? current.whenFalse : current.entry
            switch current.group.parts[current.remaining].storage {
            case .empty(let isConjunction):
                open[last].entry = isConjunction ? whenTrue : whenFalse
            case .fact(let fact):
                tests.append(Test(fact: fact.rawValue, whenTrue: whenTrue, whenFalse: whenFalse))
                open[last].entry = Int32(tests.count - first) - 1
            case .group(let group):
                if !numbers.isEmpty, let number = numbers[ObjectIdentifier(group)] {
                    tests.append(Test(fact: ~number, whenTrue: whenTrue, whenFalse: whenFalse))
                    open[last].entry = Int32(tests.count - first) - 1
                } else {
                    open.append(OpenGroup(group, whenTrue: whenTrue, whenFalse: whenFalse))
                }
            }
        }
    }

    private static func append(
        _ group: RequirementGroup<FactID>, whenTrue: Int32, whenFalse: Int32, to tests: inout [Test], first: Int
    ) -> Int32 {
        // Recursion is faster than maintaining a list of open groups, and a small group cannot overflow the stack.
        var entry = group.isConjunction ? whenTrue : whenFalse
        for part in group.parts.reversed() {
            let (whenTrue, whenFalse) = group.isConjunction ? (entry, whenFalse) : (whenTrue, entry)
            switch part.storage {
            case .empty(let isConjunction):
                entry = isConjunction ? whenTrue : whenFalse
            case .fact(let fact):
                tests.append(Test(fact: fact.rawValue, whenTrue: whenTrue, whenFalse: whenFalse))
                entry = Int32(tests.count - first) - 1
            case .group(let inner):
                entry = append(inner, whenTrue: whenTrue, whenFalse: whenFalse, to: &tests, first: first)
            }
        }
        return entry
    }

    /// Evaluates a program over values that a closure supplies.
    ///
    /// The closure is called at most twice for each mention and must return the same value throughout one evaluation.
    /// The result equals the result of ``Requirement/evaluate(_:)``.
    @inline(__always)
    static func evaluate(
        _ tests: UnsafeBufferPointer<Test>, from start: Int32, _ truth: (FactID) -> Truth
    ) -> Truth {
        if run(tests, from: start, bit: certain, truth) { return .true }
        return run(tests, from: start, bit: possible, truth) ? .unknown : .false
    }

    static func evaluate(
        _ tests: UnsafeBufferPointer<Test>, from start: Int32, sharing parts: [Int32], _ truth: (FactID) -> Truth
    ) -> Truth {
        // Each shared part runs once, before the parts that test it.
        var values: [Truth] = []
        values.reserveCapacity(parts.count)
        for part in parts + [start] {
            let value = evaluate(tests, from: part) { fact in
                // A shared part tests only earlier parts, so their values are already known.
                fact.rawValue < 0 ? values[Int(~fact.rawValue)] : truth(fact)
            }
            values.append(value)
        }
        return values[parts.count]
    }

    private static let certain: UInt8 = 0b10
    private static let possible: UInt8 = 0b01

    @inline(__always)
    private static func run(
        _ tests: UnsafeBufferPointer<Test>, from start: Int32, bit: UInt8, _ truth: (FactID) -> Truth
    ) -> Bool {
        var next = start
        while next >= 0 {
            let test = tests[Int(next)]
            let holds = truth(FactID(rawValue: test.fact)).rawValue & bit != 0
            next = holds ? test.whenTrue : test.whenFalse
        }
        return next == met
    }
}
