import FeatureGating
import Testing

struct DependencyIndexTests {
    private let fact = FactID(rawValue: 2)

    private func node(_ number: Int32) -> NodeID { NodeID(rawValue: number) }

    @Test func `an unused fact has no dependents`() {
        var index = DependencyIndex()
        #expect(index.dependents(of: fact).isEmpty)
        index.remove(node(1), dependingOn: fact)
        #expect(index.dependents(of: fact).isEmpty)
    }

    @Test func `dependents are ascending and distinct`() {
        var index = DependencyIndex()
        for number: Int32 in [5, 1, 3, 5, 9, 1] { index.add(node(number), dependingOn: fact) }
        #expect(index.dependents(of: fact).map(\.rawValue) == [1, 3, 5, 9])
        #expect(index.dependents(of: FactID(rawValue: 0)).isEmpty)
    }

    @Test func `removing a dependant keeps the others`() {
        var index = DependencyIndex()
        for number: Int32 in 0..<6 { index.add(node(number), dependingOn: fact) }
        index.remove(node(3), dependingOn: fact)
        index.remove(node(3), dependingOn: fact)
        index.remove(node(40), dependingOn: fact)
        #expect(index.dependents(of: fact).map(\.rawValue) == [0, 1, 2, 4, 5])
    }
}
