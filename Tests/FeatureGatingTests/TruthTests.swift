import FeatureGating
import Testing

struct TruthTests {
    @Test func conjunctionIsFalseAsSoonAsOnePartIs() {
        for other in Truth.allCases {
            #expect((Truth.false && other) == .false)
            #expect((other && Truth.false) == .false)
            #expect((Truth.true && other) == other)
        }
        #expect((Truth.unknown && .unknown) == .unknown)
    }

    @Test func disjunctionIsTrueAsSoonAsOnePartIs() {
        for other in Truth.allCases {
            #expect((Truth.true || other) == .true)
            #expect((other || Truth.true) == .true)
            #expect((Truth.false || other) == other)
        }
        #expect((Truth.unknown || .unknown) == .unknown)
    }

    @Test func negationMirrorsTheTwo() {
        #expect(!Truth.unknown == .unknown)
        for first in Truth.allCases {
            #expect(!(!first) == first)
            for second in Truth.allCases {
                #expect(!(first && second) == (!first || !second))
            }
        }
    }

    @Test func optionalBooleansGoThereAndBack() {
        for value in [true, false, nil] {
            #expect(Truth(value).boolValue == value)
        }
    }
}
