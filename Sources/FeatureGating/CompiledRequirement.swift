/// A requirement as a flat program over numbered facts.
///
/// A program is a list of tests, one per mention of a fact. Each test names the test that follows when its fact holds
/// and when it does not; the operators have dissolved into these jumps, so evaluation follows one path, skips whatever
/// cannot matter, recurses nowhere and allocates nothing.
///
/// Three values need no third jump. Without negation, conjunction and disjunction act on the two bits of a ``Truth``
/// separately, so one run over the bit "certainly true" settles whether the answer is true, and otherwise a
/// second run over the bit "could be true" settles whether it is unknown or false.
///
/// A part that is used in several places would be written out in every one of them, because the tests that follow it
/// differ. Where that makes a program long, the part is a program of its own instead: it is run first, and its value
/// is tested as if it were a fact.
package struct CompiledRequirement: Sendable {
    /// One mention of a fact, with where to go next.
    struct Test: Sendable {
        /// The fact, or `~n` for the value of the n-th shared part.
        let fact: Int32
        var whenTrue: Int32
        var whenFalse: Int32
    }

    /// The target that ends a run with "met".
    static let met: Int32 = -1
    /// The target that ends a run with "not met".
    static let unmet: Int32 = -2

    /// The size up to which a requirement with shared parts is written out in full, which is faster.
    static let longestInFull = 256

    let tests: [Test]
    let start: Int32
    /// The targets that begin the shared parts, in the order in which to run them; mostly there are none.
    let sharedParts: [Int32]

    /// The facts the program may read, each once, in reading order except that shared parts come first.
    package var facts: [FactID] {
        var seen: Set<FactID> = []
        return tests.lazy.filter { $0.fact >= 0 }.map { FactID(rawValue: $0.fact) }.filter { seen.insert($0).inserted }
    }

    /// Compiles a requirement, giving a number to each fact it mentions.
    ///
    /// - Parameters:
    ///   - requirement: The condition.
    ///   - table: Where facts get their numbers; facts new to it start as unknown.
    package init<Key>(_ requirement: Requirement<Key>, interning table: inout FactTable<Key>) {
        self.init(requirement.map { table.intern($0) })
    }

    /// Compiles a requirement over facts that have their numbers already.
    ///
    /// - Parameter requirement: The condition.
    package init(_ requirement: Requirement<FactID>) {
        var tests: [Test] = []
        (start, sharedParts) = Self.write(requirement, behind: &tests)
        self.tests = tests
    }

    /// Appends the program of a requirement to a list of tests.
    ///
    /// - Parameters:
    ///   - requirement: The condition.
    ///   - tests: The programs that are there already.
    /// - Returns: The target that begins the program and those that begin its shared parts, counted from its own first
    ///   test as all of its targets are.
    static func write(
        _ requirement: Requirement<FactID>, behind tests: inout [Test]
    ) -> (start: Int32, sharedParts: [Int32]) {
        let first = tests.count
        guard requirement.size > longestInFull else {
            return (write(requirement, sharing: [:], behind: &tests, first: first), [])
        }
        var numbers: [ObjectIdentifier: Int32] = [:]
        var starts: [Int32] = []
        for group in requirement.sharedGroups() where group.size > 1 {
            starts.append(write(Requirement(.group(group)), sharing: numbers, behind: &tests, first: first))
            numbers[ObjectIdentifier(group)] = Int32(numbers.count)
        }
        return (write(requirement, sharing: numbers, behind: &tests, first: first), starts)
    }

    /// Writes the tests of a requirement.
    ///
    /// - Parameters:
    ///   - requirement: The condition.
    ///   - numbers: The numbers of the shared parts that have been written.
    ///   - tests: The tests that are there already.
    ///   - first: The test from which targets are counted.
    /// - Returns: The target that begins it.
    private static func write(
        _ requirement: Requirement<FactID>, sharing numbers: [ObjectIdentifier: Int32], behind tests: inout [Test],
        first: Int
    ) -> Int32 {
        // Written from its end, so that every test knows the one that follows, and then reversed.
        let begin = tests.count
        let entry = append(requirement, sharing: numbers, to: &tests, first: first)
        let turn = Int32(begin - first + tests.count - first) - 1
        func moved(_ target: Int32) -> Int32 { target < 0 ? target : turn - target }
        // Reversing a part of an array through a slice would copy it.
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

    /// A group whose parts are being written, last one first.
    private struct OpenGroup {
        let group: RequirementGroup<FactID>
        let whenTrue: Int32
        let whenFalse: Int32
        var remaining: Int
        /// The target that begins what has been written of the group and what follows it.
        var entry: Int32

        init(_ group: RequirementGroup<FactID>, whenTrue: Int32, whenFalse: Int32) {
            self.group = group
            self.whenTrue = whenTrue
            self.whenFalse = whenFalse
            remaining = group.parts.count
            entry = group.isConjunction ? whenTrue : whenFalse
        }
    }

    /// Appends the tests of a requirement, last one first, and returns the target that begins it.
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

    /// Appends the tests of a small group with one call for every level, which takes no list of open groups.
    private static func append(
        _ group: RequirementGroup<FactID>, whenTrue: Int32, whenFalse: Int32, to tests: inout [Test], first: Int
    ) -> Int32 {
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

    /// Evaluates the program over the values of a table.
    ///
    /// - Parameter truths: The values by fact number, as in ``FactTable/truths``; at least as many as the table had
    ///   facts when the program was compiled.
    /// - Returns: The result of ``Requirement/evaluate(_:)``.
    package func evaluate(_ truths: [Truth]) -> Truth {
        truths.withUnsafeBufferPointer { truths in
            evaluate { truths[$0.index] }
        }
    }

    /// Evaluates the program over values supplied by a function.
    ///
    /// - Parameter truth: The value of a fact. It is asked at most twice for each mention and must answer the same
    ///   throughout one evaluation.
    /// - Returns: The result of ``Requirement/evaluate(_:)``.
    @inline(__always)
    package func evaluate(_ truth: (FactID) -> Truth) -> Truth {
        tests.withUnsafeBufferPointer { tests in
            sharedParts.isEmpty
                ? Self.evaluate(tests, from: start, truth)
                : Self.evaluate(tests, from: start, sharing: sharedParts, truth)
        }
    }

    /// Evaluates a program that is kept elsewhere.
    @inline(__always)
    static func evaluate(
        _ tests: UnsafeBufferPointer<Test>, from start: Int32, _ truth: (FactID) -> Truth
    ) -> Truth {
        if run(tests, from: start, bit: certain, truth) { return .true }
        return run(tests, from: start, bit: possible, truth) ? .unknown : .false
    }

    /// Evaluates a program with shared parts, which are run once and first.
    static func evaluate(
        _ tests: UnsafeBufferPointer<Test>, from start: Int32, sharing parts: [Int32], _ truth: (FactID) -> Truth
    ) -> Truth {
        var values: [Truth] = []
        values.reserveCapacity(parts.count)
        for part in parts + [start] {
            let value = evaluate(tests, from: part) { fact in
                fact.rawValue < 0 ? values[Int(~fact.rawValue)] : truth(fact)
            }
            values.append(value)
        }
        return values[parts.count]
    }

    /// The bit of a truth that means "certainly true".
    private static let certain: UInt8 = 0b10
    /// The bit of a truth that means "could be true".
    private static let possible: UInt8 = 0b01

    /// Follows the program over one bit of every truth.
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
