import Synchronization

/// The declared actions of all features by type, for finding without a lock.
///
/// Every request looks here. A dictionary under a lock takes several times as long, which the benchmark suite
/// `fast-path` measures and holds.
///
/// A hash table with open addressing that only grows. A writer holds a lock; readers take none. A table that has
/// become too small is kept, with everything in it, until this one is released, because a reader may still be using
/// it; all of them together are no larger than the last.
package final class ActionTable: Sendable {
    /// One entry; a reader loads the metadata first, and a writer stores it last.
    private struct Slot: ~Copyable {
        let feature = Atomic<UInt>(0)
        let action = Atomic<UInt>(0)
        let metadata = Atomic<UnsafeRawPointer?>(nil)
    }

    /// As many slots as a power of two, of which at most half are taken.
    private final class Table: Sendable {
        nonisolated(unsafe) let slots: UnsafeMutablePointer<Slot>
        let bits: Int

        init(bits: Int) {
            self.bits = bits
            slots = .allocate(capacity: 1 << bits)
            for number in 0..<1 << bits { (slots + number).initialize(to: Slot()) }
        }

        deinit {
            slots.deallocate()
        }

        /// The slot that has an entry, with the entry, or the free one where it belongs.
        ///
        /// The entry is what was read while looking: a slot that was free then may have another's by now.
        func slot(
            of feature: UInt, _ action: UInt
        ) -> (slot: UnsafeMutablePointer<Slot>, metadata: UnsafeRawPointer?) {
            // Types lie at addresses whose last bits are always the same; multiplying mixes the others into the top.
            let mixed = (feature ^ (action &<< 1)) &* 0x9E37_79B9_7F4A_7C15
            var number = Int(truncatingIfNeeded: mixed &>> UInt(64 - bits))
            let mask = (1 &<< bits) &- 1
            while true {
                let slot = slots + number
                guard let metadata = slot.pointee.metadata.load(ordering: .acquiring) else { return (slot, nil) }
                if slot.pointee.feature.load(ordering: .relaxed) == feature,
                    slot.pointee.action.load(ordering: .relaxed) == action
                {
                    return (slot, metadata)
                }
                number = (number &+ 1) & mask
            }
        }
    }

    /// What only a writer needs.
    private struct State {
        /// The newest table.
        var table: Table?
        var retired: [Table] = []
        var owners: [ActionMetadata] = []
        var count = 0
    }

    private let state = Protected(State())
    /// The newest table, which the state keeps.
    nonisolated(unsafe) private let newest = Atomic<UnsafeRawPointer?>(nil)

    /// Creates a table without actions.
    package init() {}

    /// What is known of an action, or `nil` if its feature does not declare it.
    func metadata(feature: Any.Type, action: Any.Type) -> ActionMetadata? {
        found(feature, action)?.takeUnretainedValue()
    }

    /// The node whose verdict alone decides whether a request is granted; negative if there is none.
    package func decidingNode(feature: Any.Type, action: Any.Type) -> Int32 {
        found(feature, action)?._withUnsafeGuaranteedRef { known in
            known.leavesRequestsToEngine.load(ordering: .relaxed) ? known.gate.decidingNode : -1
        } ?? -1
    }

    /// Whether a feature is known to have no `request(_:)` of its own.
    func leavesRequestsToEngine(feature: Any.Type, action: Any.Type) -> Bool {
        found(feature, action)?._withUnsafeGuaranteedRef { $0.leavesRequestsToEngine.load(ordering: .relaxed) } ?? false
    }

    /// What is known of an action, without counting a reference to it.
    @inline(__always)
    func found(_ feature: Any.Type, _ action: Any.Type) -> Unmanaged<ActionMetadata>? {
        guard let newest = newest.load(ordering: .acquiring) else { return nil }
        return Unmanaged<Table>.fromOpaque(newest)._withUnsafeGuaranteedRef { table in
            table.slot(of: Self.number(feature), Self.number(action)).metadata.map(Unmanaged.fromOpaque)
        }
    }

    /// Adds an action of a feature; a later one of the same types takes the place of an earlier one.
    package func add(_ metadata: ActionMetadata, feature: Any.Type, action: Any.Type) {
        state.withLock { state in
            state.owners.append(metadata)
            state.count += 1
            let table = state.table.flatMap { state.count * 2 > 1 << $0.bits ? nil : $0 } ?? grow(&state)
            Self.insert(metadata, Self.number(feature), Self.number(action), in: table)
        }
    }

    /// Forgets every action; what a reader may still be using stays in memory.
    func reset() {
        state.withLock { state in
            state.count = 0
            if let table = state.table { state.retired.append(table) }
            state.table = nil
            newest.store(nil, ordering: .releasing)
        }
    }

    private func grow(_ state: inout State) -> Table {
        let table = Table(bits: max(6, state.count.bitWidth - (state.count * 2).leadingZeroBitCount))
        if let old = state.table {
            for number in 0..<1 << old.bits {
                let slot = old.slots + number
                guard let found = slot.pointee.metadata.load(ordering: .relaxed) else { continue }
                Self.insert(
                    Unmanaged<ActionMetadata>.fromOpaque(found).takeUnretainedValue(),
                    slot.pointee.feature.load(ordering: .relaxed), slot.pointee.action.load(ordering: .relaxed),
                    in: table)
            }
            state.retired.append(old)
        }
        state.table = table
        newest.store(UnsafeRawPointer(Unmanaged.passUnretained(table).toOpaque()), ordering: .releasing)
        return table
    }

    private static func insert(_ metadata: ActionMetadata, _ feature: UInt, _ action: UInt, in table: Table) {
        let slot = table.slot(of: feature, action).slot
        slot.pointee.feature.store(feature, ordering: .relaxed)
        slot.pointee.action.store(action, ordering: .relaxed)
        let found = UnsafeRawPointer(Unmanaged.passUnretained(metadata).toOpaque())
        slot.pointee.metadata.store(found, ordering: .releasing)
    }

    private static func number(_ type: Any.Type) -> UInt { UInt(bitPattern: ObjectIdentifier(type)) }
}
