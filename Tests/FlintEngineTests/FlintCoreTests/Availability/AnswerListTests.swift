import FeatureGating
import Testing

@testable import FlintCore

struct AnswerListTests {
    @Test func `a new answer list is empty`() {
        #expect(AnswerList().single == nil)
        #expect(AnswerList().all == [])
    }

    @Test func `a single answer is returned as the only one`() {
        var list = AnswerList()
        list.append(FactID(rawValue: 7))
        #expect(list.single == FactID(rawValue: 7))
        #expect(list.all == [FactID(rawValue: 7)])
    }

    @Test func `several answers keep their order and are not returned as a single answer`() {
        var list = AnswerList()
        for number in [3, 1, 2] { list.append(FactID(rawValue: Int32(number))) }
        #expect(list.single == nil)
        #expect(list.all.map(\.rawValue) == [3, 1, 2])
    }
}
