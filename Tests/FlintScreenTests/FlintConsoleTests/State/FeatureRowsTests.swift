import FlintWorld
import Testing

@testable import FlintConsole

struct FeatureRowsTests {
    private func rows(_ parents: [(id: String, parent: String?)], collapsed: Set<String> = []) -> [String] {
        let features = parents.map { DeclaredFeature(id: $0.id, name: $0.id, parent: $0.parent) }
        let rows = FeatureRows.rows(tree: World(features, in: World()).model.tree, collapsed: collapsed, filter: nil)
        return rows.map { String(repeating: "-", count: $0.depth) + $0.id }
    }

    @Test func `rows list parents first, in declaration order`() {
        let list: [(id: String, parent: String?)] = [("a", nil), ("b", "a"), ("c", nil), ("d", "a"), ("e", "b")]
        #expect(rows(list) == ["a", "-b", "--e", "-d", "c"])
        #expect(rows(list, collapsed: ["b"]) == ["a", "-b", "-d", "c"])
        #expect(rows(list, collapsed: ["a", "b"]) == ["a", "c"])
    }

    @Test func `a hidden group is listed if it contains a visible feature`() {
        let features = [
            DeclaredFeature(id: "a", name: "a"), DeclaredFeature(id: "b", name: "b", parent: "a", isVisible: false),
            DeclaredFeature(id: "c", name: "c", isVisible: false), DeclaredFeature(id: "d", name: "d", parent: "c"),
            DeclaredFeature(id: "e", name: "e", isVisible: false),
        ]
        let tree = World(features, in: World()).model.tree
        func rows(collapsed: Set<String> = [], showsHidden: Bool) -> [String] {
            FeatureRows.rows(tree: tree, collapsed: collapsed, filter: nil, showsHidden: showsHidden)
                .map { ($0.hasChildren ? "+" : "") + $0.id }
        }
        #expect(rows(showsHidden: false) == ["a", "+c", "d"])
        #expect(rows(collapsed: ["a", "c"], showsHidden: false) == ["a", "+c"])
        #expect(rows(showsHidden: true) == ["+a", "b", "+c", "d", "e"])
    }

    @Test func `a hierarchy of 5,000 levels is listed`() {
        let chain = (0..<5_000).map { (id: "f\($0)", parent: $0 == 0 ? nil : "f\($0 - 1)") }
        #expect(rows(chain).count == 5_000)
    }
}
