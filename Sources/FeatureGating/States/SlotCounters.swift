// SPDX-License-Identifier: MIT

/// Counters for the 512 slots of a block, each for the number of added blocks in which the slot's bit is set.
///
/// The counters are bit-sliced. Each stored block holds one binary digit of all 512 sums. Adding a block takes about
/// five operations for all 512 sums regardless of their magnitude, which is faster than counting the block's bits.
///
/// Each digit has a sum and, half of the time, a waiting block of the same weight. When another block of that weight
/// arrives, the three are combined into a new sum and a carry of twice the weight, as in a binary adder. Digit *n*
/// takes part in one of 2^(n+1) additions.
struct SlotCounters: ~Copyable {
    /// The bits of all sums, by binary digit.
    private let sums: UnsafeMutableBufferPointer<StateBlock>
    /// For each digit, a block that waits for another block of the same weight.
    ///
    /// An entry is valid only if the corresponding bit of ``blockCount`` is set.
    private let waiting: UnsafeMutableBufferPointer<StateBlock>
    private(set) var blockCount: UInt64 = 0

    /// Creates counters that start at zero.
    ///
    /// - Parameter blockCount: The maximum number of blocks added between two resets.
    init(blockCount: Double) {
        // More than 2^63 blocks are never added.
        let highest = UInt64(min(blockCount, 0x1p63))
        let placeCount = UInt64.bitWidth - highest.leadingZeroBitCount
        sums = .allocate(capacity: placeCount)
        sums.initialize(repeating: .zero)
        waiting = .allocate(capacity: placeCount)
        waiting.initialize(repeating: .zero)
    }

    deinit {
        sums.deallocate()
        waiting.deallocate()
    }

    /// Adds one to the sum of each slot whose bit is set.
    @inline(__always)
    mutating func add(_ block: StateBlock) {
        var carry = block
        var place = 0
        var rest = blockCount
        while rest & 1 == 1 {
            let (sum, other) = (sums[place], waiting[place])
            let difference = sum ^ other
            sums[place] = difference ^ carry
            carry = (sum & other) | (difference & carry)
            place += 1
            rest >>= 1
        }
        waiting[place] = carry
        blockCount += 1
    }

    /// Returns the total of the sums of the given slots.
    func total(of slots: StateBlock) -> UInt128 {
        var result: UInt128 = 0
        for place in 0..<(UInt64.bitWidth - blockCount.leadingZeroBitCount) {
            result += UInt128(Self.bitCount(sums[place] & slots)) << UInt128(place)
            if blockCount >> UInt64(place) & 1 == 1 {
                result += UInt128(Self.bitCount(waiting[place] & slots)) << UInt128(place)
            }
        }
        return result
    }

    mutating func reset() {
        for place in 0..<(UInt64.bitWidth - blockCount.leadingZeroBitCount) { sums[place] = .zero }
        blockCount = 0
    }

    static func bitCount(_ block: StateBlock) -> Int {
        var result = 0
        for index in block.indices { result += block[index].nonzeroBitCount }
        return result
    }
}
