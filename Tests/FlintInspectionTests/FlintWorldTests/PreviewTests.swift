import FlintWorld
import Testing

struct PreviewTests {
    private func change(_ id: String, _ before: Bool?, _ after: Bool?) -> FeatureChange {
        FeatureChange(featureID: id, featureName: id, before: before, after: after)
    }

    @Test func `changes are counted by availability before and after`() {
        let preview = Preview(
            [
                change("a", false, true), change("b", nil, true), change("c", false, true), change("d", false, nil),
            ], limit: .max)
        #expect(
            preview.counts == [
                Preview.ChangeCount(before: false, after: true, count: 2),
                Preview.ChangeCount(before: nil, after: true, count: 1),
                Preview.ChangeCount(before: false, after: nil, count: 1),
            ])
    }

    @Test func `counting returns the number of features with the same change`() {
        var counts: [Preview.ChangeCount] = []
        #expect(Preview.add(false, true, to: &counts) == 1)
        #expect(Preview.add(true, false, to: &counts) == 1)
        #expect(Preview.add(false, true, to: &counts) == 2)
        #expect(Preview.add(nil, true, to: &counts) == 1)
    }

    @Test func `a shortened preview keeps the counts of all changes`() {
        let preview = Preview([change("a", false, true), change("b", false, true)], limit: 1)
        #expect(preview.changes.map(\.featureID) == ["a"])
        #expect(preview.counts == [Preview.ChangeCount(before: false, after: true, count: 2)])
    }
}
