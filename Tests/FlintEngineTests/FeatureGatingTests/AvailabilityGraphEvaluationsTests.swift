import Testing

@testable import FeatureGating

struct AvailabilityGraphEvaluationsTests {
    /// Returns a graph in which every fact has ten dependents, spread over the graph.
    private static func graph(count: Int) -> AvailabilityGraph<Int> {
        var graph = AvailabilityGraph<Int>()
        let top = graph.addNode(requirement: .always, parent: nil)
        for number in 0..<count {
            _ = graph.addNode(requirement: .any([.fact(number % (count / 10)), .fact(-1)]), parent: top)
        }
        return graph
    }

    @Test(arguments: [100, 1_000, 20_000])
    func `a change evaluates its dependents in a graph of any size`(count: Int) {
        var graph = Self.graph(count: count)
        let before = graph.store.evaluations
        #expect(graph.set(.true, for: 3).count == 10)
        #expect(graph.store.evaluations == before + 10)
        graph.set(.true, for: 3)
        #expect(graph.store.evaluations == before + 10, "Setting an equal value evaluates nothing.")
        #expect(graph.set(.true, for: -1).count == count - 10)
        #expect(graph.store.evaluations == before + 10 + count)
    }

    @Test func `adding a node evaluates it once`() {
        #expect(Self.graph(count: 500).store.evaluations == 501)
    }

    @Test func `a node that depends on several changed facts is evaluated once`() {
        var graph = Self.graph(count: 100)
        let before = graph.store.evaluations
        graph.set([(3, .true), (-1, .true)])
        #expect(graph.store.evaluations == before + 100)
    }

    @Test func `inherited verdicts are not evaluated`() {
        var graph = AvailabilityGraph<Int>()
        let top = graph.addNode(requirement: .fact(0), parent: nil)
        for number in 1...50 { _ = graph.addNode(requirement: .fact(number), parent: top) }
        let before = graph.store.evaluations
        graph.set(.false, for: 0)
        #expect(graph.store.evaluations == before + 1)
    }
}
