import InspectorKit
import Testing

@testable import FlintConsole

struct SnapshotIndexTests {
    private func features(_ parents: [(id: String, parent: String?)]) -> [FeatureSnapshot] {
        var world = PodcastWorld()
        world.declarations = parents.map {
            PodcastWorld.Declaration(id: $0.id, name: $0.id, parent: $0.parent)
        }
        return world.snapshot.features
    }

    private func rows(_ list: [FeatureSnapshot], collapsed: Set<String> = []) -> [String] {
        var index = SnapshotIndex()
        _ = index.updateFeatures(from: [], to: list)
        let rows = FeatureTree.rows(index: index, features: list, collapsed: collapsed, filter: nil)
        return rows.map { String(repeating: "-", count: $0.depth) + $0.id }
    }

    @Test func theTreeIsReadParentsFirstInOrderOfDeclaration() {
        let list = features([("a", nil), ("b", "a"), ("c", nil), ("d", "a"), ("e", "b")])
        #expect(rows(list) == ["a", "-b", "--e", "-d", "c"])
        #expect(rows(list, collapsed: ["b"]) == ["a", "-b", "-d", "c"])
        #expect(rows(list, collapsed: ["a", "b"]) == ["a", "c"])
    }

    @Test func everyFeatureIsShownEvenWithoutAProperParent() {
        #expect(rows(features([("a", "nobody"), ("b", "c"), ("c", nil), ("d", "d")])) == ["a", "b", "c", "d"])
    }

    @Test func twoFeaturesOfOneIdAreBothShownAndTheFirstIsFound() {
        let list = features([("a", nil), ("a", nil), ("b", "a")])
        #expect(rows(list) == ["a", "-b", "a"])
        var index = SnapshotIndex()
        _ = index.updateFeatures(from: [], to: list)
        #expect(index.features["a"] == 0)
    }

    @Test func aDeepHierarchyIsShown() {
        let chain = (0..<5_000).map { (id: "f\($0)", parent: $0 == 0 ? nil : "f\($0 - 1)") }
        #expect(rows(features(chain)).count == 5_000)
    }

    @Test func onlyAChangeOfTheHierarchyIsToldAsOne() {
        let old = features([("a", nil), ("b", "a")])
        var new = old
        var index = SnapshotIndex()
        let first = index.updateFeatures(from: [], to: old)
        new[1].available = false
        let afterStatus = index.updateFeatures(from: old, to: new)
        #expect(index.availableCount == 1)
        new[1].name = "renamed"
        let afterName = index.updateFeatures(from: old, to: new)
        #expect([first, afterStatus, afterName] == [true, false, true])
    }
}
