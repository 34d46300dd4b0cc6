import FeatureGating
import FlintTestSupport
import Testing

struct AvailabilityGraphTests {
    @Test func `a node is available only if its ancestors are`() {
        var graph = AvailabilityGraph<String>()
        let root = graph.addNode(requirement: .fact("beta"), parent: nil)
        let middle = graph.addNode(requirement: .always, parent: root)
        let leaf = graph.addNode(requirement: .fact("premium"), parent: middle)

        #expect(graph.set(.true, for: "premium").isEmpty)
        #expect(graph.verdict(leaf) == .unknown)
        let changes = graph.set(.true, for: "beta")
        #expect(Set(changes.map(\.node)) == [root, middle, leaf])
        #expect(changes.allSatisfy { $0.before == .unknown && $0.after == .true })
        #expect(graph.verdict(leaf) == .true)
    }

    @Test func `a node with fact identifiers behaves like a node with keys`() {
        var graph = AvailabilityGraph<String>()
        let shared = graph.intern("premium")
        let own = graph.add("toggle")
        let node = graph.addNode(numbered: .any([.fact(shared), .fact(own)]), parent: nil)
        #expect(graph.set(.false, for: "toggle").isEmpty, "A fact added by its identifier is not found by its key.")
        #expect(graph.set(.true, at: own).map(\.node) == [node])
        #expect(graph.set(.false, at: own).map(\.after) == [.unknown])
        #expect(graph.set(.true, for: "premium").map(\.after) == [.true])

        let changes = graph.setRequirement(numbered: .all([.fact(own)]), of: node)
        #expect(changes.map(\.after) == [.false])
        #expect(graph.set(.false, for: "premium").isEmpty, "The node no longer depends on the fact.")
    }

    @Test func `only changed verdicts are returned`() {
        var graph = AvailabilityGraph<String>()
        let one = graph.addNode(requirement: .all([.fact("a"), .fact("b")]), parent: nil)
        let two = graph.addNode(requirement: .fact("a"), parent: nil)
        _ = graph.addNode(requirement: .fact("c"), parent: nil)
        #expect(graph.set(.false, for: "b") == [VerdictChange(node: one, before: .unknown, after: .false)])
        #expect(graph.set(.true, for: "a") == [VerdictChange(node: two, before: .unknown, after: .true)])
        #expect(graph.set(.true, for: "a").isEmpty)
    }

    @Test func `several facts change in one step`() {
        var graph = AvailabilityGraph<String>()
        let node = graph.addNode(requirement: .any([.fact("a"), .fact("b")]), parent: nil)
        graph.set([("a", .true), ("b", .false)])
        #expect(graph.verdict(node) == .true)
        // Swapping the two values passes through "neither", which is not reported.
        #expect(graph.set([("a", .false), ("b", .true)]).isEmpty)
        #expect(graph.set([("b", .unknown), ("b", .true)]).isEmpty)
        #expect(graph.truth(of: "b") == .true)
    }

    @Test func `the value of an unused key is kept for later nodes`() {
        var graph = AvailabilityGraph<String>()
        #expect(graph.truth(of: "later") == .unknown)
        #expect(graph.set(.true, for: "later").isEmpty)
        let node = graph.addNode(requirement: .fact("later"), parent: nil)
        #expect(graph.verdict(node) == .true)
    }

    @Test func `replacing a requirement moves its dependencies`() {
        var graph = AvailabilityGraph<String>()
        let node = graph.addNode(requirement: .fact("old"), parent: nil)
        #expect(graph.setRequirement(.all([]), of: node) == [VerdictChange(node: node, before: .unknown, after: .true)])
        graph.setRequirement(.fact("new"), of: node)
        #expect(graph.dependents(of: "old").isEmpty)
        #expect(graph.dependents(of: "new") == [node])
        #expect(graph.set(.true, for: "old").isEmpty)
        #expect(graph.set(.false, for: "new").map(\.after) == [.false])
    }

    @Test func `moving a node changes its inherited verdict`() {
        var graph = AvailabilityGraph<String>()
        let closed = graph.addNode(requirement: .never, parent: nil)
        let node = graph.addNode(requirement: .always, parent: nil)
        let child = graph.addNode(requirement: .always, parent: node)
        let changes = graph.setParent(closed, of: node)
        #expect(changes.map(\.node) == [node, child])
        #expect(graph.parent(of: node) == closed)
        #expect(graph.children(of: closed) == [node])
        #expect(graph.setParent(nil, of: node).map(\.after) == [.true, .true])
        #expect(graph.children(of: closed).isEmpty)
    }

    @Test func `a node cannot become its own ancestor`() {
        var graph = AvailabilityGraph<String>()
        let top = graph.addNode(requirement: .always, parent: nil)
        let middle = graph.addNode(requirement: .always, parent: top)
        let leaf = graph.addNode(requirement: .always, parent: middle)
        for refused in [top, middle, leaf] {
            #expect(!graph.canSetParent(refused, of: top))
            #expect(graph.setParent(refused, of: top).isEmpty)
        }
        #expect(graph.parent(of: top) == nil)
        #expect(graph.children(of: leaf).isEmpty)
        #expect(graph.canSetParent(top, of: leaf))
    }

    @Test func `a preview does not change the graph`() {
        var graph = AvailabilityGraph<String>()
        let node = graph.addNode(requirement: .fact("a"), parent: nil)
        let fact = graph.intern("a")
        #expect(graph.preview([(fact, .true)]) == [VerdictChange(node: node, before: .unknown, after: .true)])
        #expect(graph.verdict(node) == .unknown)
        #expect(graph.truth(of: "a") == .unknown)
    }

    @Test func `a change of many nodes returns each node once`() {
        var graph = AvailabilityGraph<Int>()
        var nodes: [NodeID] = []
        for number in 0..<1_000 {
            nodes.append(
                graph.addNode(requirement: .fact(0), parent: number % 10 == 0 ? nil : nodes[number - 1]))
        }
        let changes = graph.set(.true, for: 0)
        #expect(changes.map(\.node) == nodes)
    }

    @Test func `incremental verdicts match a full evaluation`() {
        var random = SplitMix64(seed: 8)
        for _ in 0..<60 {
            var model = Model(nodes: 25, facts: 8, using: &random)
            for _ in 0..<40 {
                let before = model.graph
                let changes = model.change(using: &random)
                let expected = model.verdictsFromScratch()
                for (number, verdict) in expected.enumerated() {
                    let node = NodeID(rawValue: Int32(number))
                    #expect(model.graph.verdict(node) == verdict)
                    let change = changes.filter { $0.node == node }
                    if before.verdict(node) == verdict {
                        #expect(change.isEmpty)
                    } else {
                        #expect(change == [VerdictChange(node: node, before: before.verdict(node), after: verdict)])
                    }
                }
            }
        }
    }

    @Test func `a preview returns the changes that setting makes`() {
        var random = SplitMix64(seed: 9)
        var reached = 0
        for _ in 0..<500 {
            let model = Model(nodes: 20, facts: 6, using: &random)
            let values = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                (Int.random(in: 0..<8, using: &random), Truth.allCases.randomElement(using: &random) ?? .unknown)
            }
            var changed = model.graph
            let numbered = values.compactMap { value in changed.id(of: value.0).map { ($0, value.1) } }
            let verdicts = changed.verdicts
            let predicted = changed.preview(numbered)
            #expect(changed.verdicts == verdicts, "A preview does not change the graph.")
            #expect(changed.set(values) == predicted)
            reached += predicted.isEmpty ? 0 : 1
        }
        #expect(reached > 100)
    }

    /// A graph beside a record of its requirements, parents, and values.
    private struct Model {
        var graph = AvailabilityGraph<Int>()
        private var requirements: [Requirement<Int>] = []
        private var parents: [Int?] = []
        private var values: [Int: Truth] = [:]
        private let facts: Int

        init(nodes: Int, facts: Int, using random: inout SplitMix64) {
            self.facts = facts
            for number in 0..<nodes {
                let requirement = Requirement<Int>.random(facts: facts, depth: 2, using: &random)
                let parent = Bool.random(using: &random) ? (0..<number).randomElement(using: &random) : nil
                _ = graph.addNode(requirement: requirement, parent: parent.map { NodeID(rawValue: Int32($0)) })
                requirements.append(requirement)
                parents.append(parent)
            }
        }

        /// Makes a random change and returns the changes that the graph reports.
        mutating func change(using random: inout SplitMix64) -> [VerdictChange] {
            let number = Int.random(in: 0..<requirements.count, using: &random)
            let node = NodeID(rawValue: Int32(number))
            switch Int.random(in: 0..<10, using: &random) {
            case 0:
                requirements[number] = .random(facts: facts, depth: 2, using: &random)
                return graph.setRequirement(requirements[number], of: node)
            case 1, 2:
                let parent = Bool.random(using: &random) ? parents.indices.randomElement(using: &random) : nil
                if !isAncestor(number, of: parent) { parents[number] = parent }
                return graph.setParent(parent.map { NodeID(rawValue: Int32($0)) }, of: node)
            case 3, 4, 5:
                let several = (0..<4).map { _ in randomValue(using: &random) }
                for (key, truth) in several { values[key] = truth }
                return graph.set(several)
            default:
                let (key, truth) = randomValue(using: &random)
                values[key] = truth
                return graph.set(truth, for: key)
            }
        }

        private func randomValue(using random: inout SplitMix64) -> (Int, Truth) {
            (Int.random(in: 0..<facts, using: &random), Truth.allCases.randomElement(using: &random) ?? .unknown)
        }

        private func isAncestor(_ node: Int, of start: Int?) -> Bool {
            var next = start
            while let current = next {
                if current == node { return true }
                next = parents[current]
            }
            return false
        }

        /// Evaluates every verdict from the record, without the graph.
        func verdictsFromScratch() -> [Truth] {
            requirements.indices.map { number in
                var verdict = Truth.true
                var next: Int? = number
                while let current = next {
                    verdict = verdict && requirements[current].evaluate { values[$0] ?? .unknown }
                    next = parents[current]
                }
                return verdict
            }
        }
    }
}
