/// For each slot of a block, in how many of the blocks added so far its bit is set.
///
/// The 512 sums are bit-sliced: a block holds one binary place of all of them. To add a block takes about five operations
/// for 512 sums, however large they are, which is less than it would take to count its bits.
///
/// Two blocks of the same weight wait for a third and become one of that weight and one of twice the weight, as in a
/// binary counter: place *n* takes part in one of 2^(n+1) additions.
struct SlotSums: ~Copyable {
    /// By place, the bit of every sum.
    private let sums: UnsafeMutableBufferPointer<StateBlock>
    /// By place, a block that waits for a second one; there is one where the number of blocks has a bit.
    private let waiting: UnsafeMutableBufferPointer<StateBlock>
    /// How many blocks have been added.
    private(set) var blockCount: UInt64 = 0

    /// Creates sums of zero.
    ///
    /// - Parameter blockCount: How many blocks will be added at most before the sums are reset.
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

    /// Returns the total of the sums of some slots.
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

    /// Sets the sums back to zero.
    mutating func reset() {
        for place in 0..<(UInt64.bitWidth - blockCount.leadingZeroBitCount) { sums[place] = .zero }
        blockCount = 0
    }

    /// Returns how many bits of a block are set.
    static func bitCount(_ block: StateBlock) -> Int {
        var result = 0
        for index in block.indices { result += block[index].nonzeroBitCount }
        return result
    }
}
