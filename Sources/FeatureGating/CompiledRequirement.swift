/// A requirement as a flat program over numbered facts.
///
/// A program is a list of tests, one per mention of a fact. Each test names the test to go on with when its fact
/// holds and when it does not; the operators have dissolved into these jumps, so evaluation follows one path,
/// skips whatever cannot matter, recurses nowhere and allocates nothing.
///
/// Three values need no third jump. Without negation, conjunction and disjunction act on the two bits of a ``Truth``
/// separately, so one run over the bit "certainly true" settles whether the answer is true, and otherwise a
/// second run over the bit "could be true" settles whether it is unknown or false.
public struct CompiledRequirement: Sendable {
    /// One mention of a fact, with where to go next.
    struct Test: Sendable {
        let fact: Int32
        var whenTrue: Int32
        var whenFalse: Int32
    }

    /// The target that ends a run with "met".
    static let met: Int32 = -1
    /// The target that ends a run with "not met".
    static let unmet: Int32 = -2

    let tests: [Test]
    let start: Int32

    /// The facts the program may read, each once, in reading order.
    public var facts: [FactID] {
        var seen: Set<FactID> = []
        return tests.lazy.map { FactID(rawValue: $0.fact) }.filter { seen.insert($0).inserted }
    }

    /// Compiles a requirement, giving a number to each fact it mentions.
    ///
    /// - Parameters:
    ///   - requirement: The condition.
    ///   - table: Where facts get their numbers; facts new to it start as unknown.
    public init<Key>(_ requirement: Requirement<Key>, interning table: inout FactTable<Key>) {
        self.init(requirement.map { table.intern($0) })
    }

    /// Compiles a requirement over facts that have their numbers already.
    ///
    /// - Parameter requirement: The condition.
    public init(_ requirement: Requirement<FactID>) {
        var tests: [Test] = []
        start = Self.write(requirement, behind: &tests)
        self.tests = tests
    }

    /// Writes the program of a requirement behind others.
    ///
    /// - Parameters:
    ///   - requirement: The condition.
    ///   - tests: The programs that are there already.
    /// - Returns: The target that begins the program, counted from its own first test as all of its targets are.
    static func write(_ requirement: Requirement<FactID>, behind tests: inout [Test]) -> Int32 {
        // Written from its end, so that every test knows the one to go on with, and then turned round.
        let first = tests.count
        let entry = append(requirement, whenTrue: met, whenFalse: unmet, to: &tests, first: first)
        let last = Int32(tests.count - first) - 1
        func moved(_ target: Int32) -> Int32 { target < 0 ? target : last - target }
        // Reversing a part of an array through a slice would copy it.
        var (low, high) = (first, tests.count - 1)
        while low < high {
            tests.swapAt(low, high)
            (low, high) = (low + 1, high - 1)
        }
        for index in first..<tests.count {
            tests[index].whenTrue = moved(tests[index].whenTrue)
            tests[index].whenFalse = moved(tests[index].whenFalse)
        }
        return moved(entry)
    }

    /// Appends the tests of a requirement, last one first, and returns the target that begins it.
    private static func append(
        _ requirement: Requirement<FactID>, whenTrue: Int32, whenFalse: Int32, to tests: inout [Test], first: Int
    ) -> Int32 {
        switch requirement {
        case .fact(let fact):
            tests.append(Test(fact: fact.rawValue, whenTrue: whenTrue, whenFalse: whenFalse))
            return Int32(tests.count - first) - 1
        case .all(let parts):
            var next = whenTrue
            for part in parts.reversed() {
                next = append(part, whenTrue: next, whenFalse: whenFalse, to: &tests, first: first)
            }
            return next
        case .any(let parts):
            var next = whenFalse
            for part in parts.reversed() {
                next = append(part, whenTrue: whenTrue, whenFalse: next, to: &tests, first: first)
            }
            return next
        }
    }

    /// Evaluates the program over the values of a table.
    ///
    /// - Parameter truths: The values by fact number, as in ``FactTable/truths``; at least as many as the table had
    ///   facts when the program was compiled.
    /// - Returns: What ``Requirement/evaluate(_:)`` says of the requirement.
    public func evaluate(_ truths: [Truth]) -> Truth {
        truths.withUnsafeBufferPointer { truths in
            evaluate { truths[$0.index] }
        }
    }

    /// Evaluates the program over values supplied by a function.
    ///
    /// - Parameter truth: The value of a fact. It is asked at most twice for each mention and must answer the same
    ///   throughout one evaluation.
    /// - Returns: What ``Requirement/evaluate(_:)`` says of the requirement.
    @inline(__always)
    public func evaluate(_ truth: (FactID) -> Truth) -> Truth {
        tests.withUnsafeBufferPointer { Self.evaluate($0, from: start, truth) }
    }

    /// Evaluates a program that is kept elsewhere.
    @inline(__always)
    static func evaluate(
        _ tests: UnsafeBufferPointer<Test>, from start: Int32, _ truth: (FactID) -> Truth
    ) -> Truth {
        if run(tests, from: start, bit: certain, truth) { return .true }
        return run(tests, from: start, bit: possible, truth) ? .unknown : .false
    }

    /// The bit of a truth that says "certainly true".
    private static let certain: UInt8 = 0b10
    /// The bit of a truth that says "could be true".
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
