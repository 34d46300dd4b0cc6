import FeatureGating
import Testing

@testable import FlintCore

/// The answers that depend on a fact.
struct AnswerListTests {
    @Test func aListStartsEmpty() {
        #expect(AnswerList().only == nil)
        #expect(AnswerList().all == [])
    }

    @Test func aSingleAnswerIsTheOnlyOne() {
        var list = AnswerList()
        list.append(FactID(rawValue: 7))
        #expect(list.only == FactID(rawValue: 7))
        #expect(list.all == [FactID(rawValue: 7)])
    }

    @Test func severalKeepTheirOrderAndNoneIsTheOnlyOne() {
        var list = AnswerList()
        for number in [3, 1, 2] { list.append(FactID(rawValue: Int32(number))) }
        #expect(list.only == nil)
        #expect(list.all.map(\.rawValue) == [3, 1, 2])
    }
}
