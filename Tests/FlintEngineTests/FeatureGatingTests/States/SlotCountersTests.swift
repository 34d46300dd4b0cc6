import FlintTestSupport
import Testing

@testable import FeatureGating

struct SlotCountersTests {
    @Test(arguments: [1, 2, 3, 7, 8, 100, 255])
    func `sums equal the sums of the individual bits`(blockCount: Int) {
        var random = SplitMix64(seed: UInt64(blockCount))
        var sums = SlotCounters(blockCount: Double(blockCount))
        for _ in 0..<2 {
            let slots = StateBlock.random(in: 0...(.max), using: &random)
            var expected = 0
            for _ in 0..<blockCount {
                let block = StateBlock.random(in: 0...(.max), using: &random)
                sums.add(block)
                expected += SlotCounters.bitCount(block & slots)
            }
            #expect(sums.total(of: slots) == UInt128(expected))
            sums.reset()
        }
    }
}
