import FeatureGating
import Synchronization

/// The verdicts of all features, for reading without a lock.
///
/// A granted request must cost about as much as a dictionary lookup, and taking a lock costs as much again. So every
/// verdict is also kept here, one byte for each node, written only with the fact store's lock held and read without
/// it; the benchmark suite `fast-path` measures both. A reader sees a verdict from before or after a change that happens at the same time, as it would with a lock.
package final class PublishedVerdicts: Sendable {
    /// What makes it necessary to ask the fact store itself.
    struct SlowPathReasons: OptionSet {
        let rawValue: UInt8

        /// Some override ends at a moment, which may have come.
        static let overridesExpire = SlowPathReasons(rawValue: 1)
        /// Some override expires after a number of uses, which must be counted.
        static let usesAreCounted = SlowPathReasons(rawValue: 2)
    }

    private typealias Verdict = Atomic<UInt8>

    /// Blocks of growing size that are never moved: block `b` holds `firstBlock << b` verdicts.
    nonisolated(unsafe) private let blocks: UnsafeMutablePointer<Atomic<UnsafeMutablePointer<Verdict>?>>
    private static let firstBlock = 64
    /// Enough for as many nodes as a node's number can distinguish.
    private static let blockCount = 26
    private let slowPathBits = Atomic<UInt8>(0)
    private let changeCount = Atomic<UInt64>(0)

    /// Creates a list without verdicts.
    package init() {
        blocks = .allocate(capacity: Self.blockCount)
        for block in 0..<Self.blockCount { (blocks + block).initialize(to: Atomic(nil)) }
    }

    deinit {
        for block in 0..<Self.blockCount { blocks[block].load(ordering: .relaxed)?.deallocate() }
        blocks.deallocate()
    }

    /// What makes it necessary to ask the fact store itself.
    var slowPathReasons: SlowPathReasons {
        get { SlowPathReasons(rawValue: slowPathBits.load(ordering: .acquiring)) }
        set { slowPathBits.store(newValue.rawValue, ordering: .releasing) }
    }

    /// The number of changes of facts, and of what features depend on, so far.
    ///
    /// What was found out with the fact store's lock at one number holds for as long as that is the number.
    var revision: UInt64 { changeCount.load(ordering: .acquiring) }

    /// Counts a change once its verdicts are published; the caller holds the fact store's lock.
    func countChange() {
        changeCount.add(1, ordering: .releasing)
    }

    /// Whether a node is certainly available; a node that was never published is not.
    package func isTrue(_ node: Int32) -> Bool {
        guard node >= 0 else { return false }
        let position = Self.position(of: node)
        guard let block = blocks[position.block].load(ordering: .acquiring) else { return false }
        return block[position.offset].load(ordering: .acquiring) != 0
    }

    /// Publishes a verdict; the caller holds the fact store's lock.
    package func publish(_ verdict: Truth, of node: NodeID) {
        let position = Self.position(of: node.rawValue)
        let block = blocks[position.block].load(ordering: .relaxed) ?? addBlock(position.block)
        block[position.offset].store(verdict == .true ? 1 : 0, ordering: .releasing)
    }

    /// Forgets every verdict; the caller holds the fact store's lock.
    func clear() {
        slowPathReasons = []
        countChange()
        for number in 0..<Self.blockCount {
            guard let block = blocks[number].load(ordering: .relaxed) else { return }
            for offset in 0..<Self.firstBlock << number { block[offset].store(0, ordering: .releasing) }
        }
    }

    /// Publishes verdicts that have changed; the caller holds the fact store's lock.
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
        let number = Int(node) + firstBlock
        let block = (Int.bitWidth - 1 - number.leadingZeroBitCount) - firstBlock.trailingZeroBitCount
        return (block, number - firstBlock << block)
    }
}
