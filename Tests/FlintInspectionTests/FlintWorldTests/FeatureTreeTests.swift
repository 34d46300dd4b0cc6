import FlintWorld
import Testing

struct FeatureTreeTests {
    private func feature(
        _ id: String, in parent: String? = nil, isVisible: Bool = true, isAvailable: Bool? = true
    ) -> FeatureSummary {
        FeatureSummary(
            number: Int(id.utf8.first ?? 0), id: id, name: id, parent: parent, depth: 0, isVisible: isVisible,
            isAvailable: isAvailable, isOverridden: false)
    }

    private func model(_ features: [FeatureSummary]) -> AppModel {
        AppModel(
            revision: .zero, status: AppStatus(appName: ""), features: features, products: [],
            permissions: [], flags: [], overrides: [])
    }

    private func ids(_ tree: FeatureTree) -> [String] { tree.features.map(\.id) }

    @Test func `a list is sorted into the order of the hierarchy`() {
        let tree = FeatureTree([feature("a"), feature("b", in: "a"), feature("c"), feature("d", in: "a")])
        #expect(ids(tree) == ["a", "b", "d", "c"])
        #expect(Array(tree.children(of: 0)) == [1, 2])
        #expect(tree.hasChildren(0) && !tree.hasChildren(1) && !tree.hasChildren(3))
        #expect(tree.end(of: 0) == 3)
    }

    @Test func `features without their group become roots`() {
        let tree = FeatureTree([feature("a", in: "none"), feature("b", in: "c"), feature("c"), feature("d", in: "d")])
        #expect(Set(ids(tree)) == ["a", "b", "c", "d"])
        #expect(tree.sortIndex(of: "b") == (tree.sortIndex(of: "c") ?? 0) + 1)
    }

    @Test func `the first of two features with equal identifiers is kept`() {
        let tree = FeatureTree([feature("a"), feature("a", isAvailable: false), feature("b", in: "a")])
        #expect(ids(tree) == ["a", "b"])
        #expect(tree.features[0].isAvailable == true)
        #expect(tree.availableCount == 2)
    }

    @Test func `new features are inserted last in their groups with their subfeatures`() {
        var model = model([feature("a"), feature("b", in: "a"), feature("c")])
        var changes = ModelChanges(revision: Revision(rawValue: 1))
        changes.registered = [
            feature("d", in: "a"), feature("e", in: "b"), feature("f", in: "d"), feature("g"),
            feature("c", isAvailable: nil),
        ]
        let hasNewFeatures = model.apply(changes)
        #expect(hasNewFeatures)
        #expect(model.features.map(\.id) == ["a", "b", "e", "d", "f", "c", "g"])
        #expect(model.availableCount == 6)
        #expect(model.feature("c")?.isAvailable == .some(nil))
        let again = model
        let hasNewOnesAgain = model.apply(changes)
        #expect(!hasNewOnesAgain)
        #expect(model == again, "Applying changes twice has no further effect.")
    }

    @Test(arguments: [false, true])
    func `hidden features are counted separately after every change`(isSorted: Bool) {
        let features = [
            feature("a"), feature("b", in: "a", isAvailable: false), feature("c", isVisible: false),
            feature("d", in: "c", isVisible: false, isAvailable: nil),
        ]
        var model = model(isSorted ? features : features.reversed())
        func counts() -> [Int] {
            [model.availableCount, model.visibleAvailableCount, model.visibleCount, model.hiddenCount]
        }
        #expect(counts() == [2, 1, 2, 2])
        var changes = ModelChanges(revision: Revision(rawValue: 1))
        changes.states = "bd".utf8.map { .init(number: Int32($0), isAvailable: true, isOverridden: false) }
        model.apply(changes)
        #expect(counts() == [4, 2, 2, 2])
        changes.states = "ac".utf8.map { .init(number: Int32($0), isAvailable: nil, isOverridden: false) }
        changes.registered = [feature("d", in: "c"), feature("e", isVisible: false), feature("f", isAvailable: false)]
        model.apply(changes)
        #expect(counts() == [3, 2, 4, 2])
    }

    @Test func `a state applies only to the feature with its number`() {
        var model = model([feature("a"), feature("b", in: "a"), feature("c")])
        var changes = ModelChanges(revision: Revision(rawValue: 7))
        changes.states = [
            .init(number: Int32(Character("b").asciiValue ?? 0), isAvailable: false, isOverridden: true),
            .init(number: 1, isAvailable: false, isOverridden: true),
            .init(number: -1, isAvailable: nil, isOverridden: true),
            .init(number: .max, isAvailable: nil, isOverridden: true),
        ]
        model.apply(changes)
        #expect(model.features.map(\.isAvailable) == [true, false, true])
        #expect(model.features.map(\.isOverridden) == [false, true, false])
        #expect(model.availableCount == 2)
        #expect(model.revision.rawValue == 7)
    }
}
