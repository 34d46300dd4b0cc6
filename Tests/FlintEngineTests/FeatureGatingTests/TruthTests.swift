import FeatureGating
import Testing

struct TruthTests {
    @Test func `a conjunction with a false part is false`() {
        for other in Truth.allCases {
            #expect((Truth.false && other) == .false)
            #expect((other && Truth.false) == .false)
            #expect((Truth.true && other) == other)
        }
        #expect((Truth.unknown && .unknown) == .unknown)
    }

    @Test func `a disjunction with a true part is true`() {
        for other in Truth.allCases {
            #expect((Truth.true || other) == .true)
            #expect((other || Truth.true) == .true)
            #expect((Truth.false || other) == other)
        }
        #expect((Truth.unknown || .unknown) == .unknown)
    }

    @Test func `negation follows De Morgan's laws`() {
        #expect(!Truth.unknown == .unknown)
        for first in Truth.allCases {
            #expect(!(!first) == first)
            for second in Truth.allCases {
                #expect(!(first && second) == (!first || !second))
            }
        }
    }

    @Test func `an optional Boolean converts to a truth value and back`() {
        for value in [true, false, nil] {
            #expect(Truth(value).boolValue == value)
        }
    }
}
