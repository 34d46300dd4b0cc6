// SPDX-License-Identifier: MIT

import FeatureGating
import FlintLocks

/// The verdicts of all features, readable without a lock.
///
/// A granted request should cost about as much as a dictionary lookup, and taking a lock would double this cost, as the
/// benchmark suite `fast-path` shows. Each verdict is therefore also stored here, in one byte per node. Writers hold
/// the fact store's lock, but readers do not need it. A reader that runs concurrently with a change sees the verdict
/// from either before or after the change, as it would with a lock.
package final class PublishedVerdicts: Sendable {
    /// The reasons that a reader must ask the fact store instead.
    ///
    /// The set is empty in an app without overrides that expire. Otherwise, a published verdict may be outdated, or its
    /// use may have to be counted.
    struct SlowPathReasons: OptionSet {
        let rawValue: UInt8

        /// An override has an expiration date, which may have passed.
        static let overridesExpire = SlowPathReasons(rawValue: 1)
        static let usesAreCounted = SlowPathReasons(rawValue: 2)
    }

    private typealias Verdict = Atomic<UInt8>

    /// Blocks of growing size that never move: block `b` holds `firstBlock << b` verdicts.
    nonisolated(unsafe) private let blocks: UnsafeMutablePointer<Atomic<UnsafeMutablePointer<Verdict>?>>
    private static let firstBlock = 64
    /// The number of blocks that 32-bit node numbers require.
    private static let blockCount = 26
    private let slowPathBits = Atomic<UInt8>(0)
    private let changeCount = Atomic<UInt64>(0)

    package init() {
        blocks = .allocate(capacity: Self.blockCount)
        for block in 0..<Self.blockCount { (blocks + block).initialize(to: Atomic(nil)) }
    }

    deinit {
        for block in 0..<Self.blockCount { blocks[block].load(ordering: .relaxed)?.deallocate() }
        blocks.deallocate()
    }

    var slowPathReasons: SlowPathReasons {
        get { SlowPathReasons(rawValue: slowPathBits.load(ordering: .acquiring)) }
        set { slowPathBits.store(newValue.rawValue, ordering: .releasing) }
    }

    /// The number of changes to facts and to features' requirements since the runtime was created.
    ///
    /// A result computed while holding the fact store's lock remains valid as long as the revision is the same.
    var revision: UInt64 { changeCount.load(ordering: .acquiring) }

    /// Increments the revision; called after the changed verdicts are published.
    func countChange() {
        changeCount.add(1, ordering: .releasing)
    }

    package func isTrue(_ node: Int32) -> Bool {
        guard node >= 0 else { return false }
        let position = Self.position(of: node)
        guard let block = blocks[position.block].load(ordering: .acquiring) else { return false }
        return block[position.offset].load(ordering: .acquiring) != 0
    }

    package func publish(_ verdict: Truth, of node: NodeID) {
        let position = Self.position(of: node.rawValue)
        let block = blocks[position.block].load(ordering: .relaxed) ?? addBlock(position.block)
        block[position.offset].store(verdict == .true ? 1 : 0, ordering: .releasing)
    }

    func clear() {
        // The reasons are removed last, because readers trust the verdicts as soon as the set is empty.
        for number in 0..<Self.blockCount {
            guard let block = blocks[number].load(ordering: .relaxed) else { break }
            for offset in 0..<Self.firstBlock << number { block[offset].store(0, ordering: .releasing) }
        }
        countChange()
        slowPathReasons = []
    }

    func publish(_ changes: [VerdictChange]) {
        for change in changes { publish(change.after, of: change.node) }
    }

    private func addBlock(_ number: Int) -> UnsafeMutablePointer<Verdict> {
        let size = Self.firstBlock << number
        let block = UnsafeMutablePointer<Verdict>.allocate(capacity: size)
        for offset in 0..<size { (block + offset).initialize(to: Atomic(0)) }
        blocks[number].store(block, ordering: .releasing)
        return block
    }

    private static func position(of node: Int32) -> (block: Int, offset: Int) {
        // With the first block's size added, the position of the highest bit determines the block.
        let number = Int(node) + firstBlock
        let block = (Int.bitWidth - 1 - number.leadingZeroBitCount) - firstBlock.trailingZeroBitCount
        return (block, number - firstBlock << block)
    }
}
