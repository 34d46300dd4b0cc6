import FeatureGating
import Testing

struct FactTableTests {
    @Test func `facts start as unknown and keep their identifiers`() {
        var table = FactTable<String>()
        #expect(table.id(of: "a") == nil)
        let first = table.intern("a")
        let second = table.intern("b")
        #expect(table[first] == .unknown)
        #expect(table.intern("a") == first)
        #expect(table.id(of: "b") == second)
        #expect(first < second)
        #expect(table.key(of: second) == "b")
        #expect(table.count == 2)
    }

    @Test func `values are stored by identifier`() {
        var table = FactTable<String>()
        let first = table.intern("a")
        let second = table.intern("b")
        table[second] = .true
        table[first] = .false
        #expect(table.truths == [.false, .true])
    }

    @Test func `an added fact is found only by its identifier`() {
        var table = FactTable<String>()
        let own = table.add("toggle")
        #expect(table.id(of: "toggle") == nil)
        #expect(table.key(of: own) == "toggle")
        #expect(table[own] == .unknown)
        #expect(table.intern("toggle") != own)
    }
}
