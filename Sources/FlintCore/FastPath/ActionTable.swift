// SPDX-License-Identifier: MIT

import FlintLocks

/// A lock-free lookup table of the declared actions of all features, by type.
///
/// Every request looks up its action here. A dictionary behind a lock takes several times as long, as the benchmark
/// suite `fast-path` shows.
///
/// The table is a hash table with open addressing that only grows. A writer holds a lock, and readers do not. A table
/// that has become too small is retained until this object is released, because a reader may still be using it. Unless
/// the table is reset, all retired tables together are no larger than the newest one.
package final class ActionTable: Sendable {
    /// An entry of the table.
    ///
    /// A writer stores the metadata last, and a reader loads it first.
    private struct Slot: ~Copyable {
        let feature = Atomic<UInt>(0)
        let action = Atomic<UInt>(0)
        let metadata = Atomic<UnsafeRawPointer?>(nil)
    }

    /// An array in which at most half of the slots are occupied.
    ///
    /// The number of slots is a power of two.
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

        /// Returns the slot of an entry with its metadata, or the free slot for the entry.
        ///
        /// The metadata is the value that was read during the search, because a writer may have occupied a free slot
        /// since.
        func slot(
            of feature: UInt, _ action: UInt
        ) -> (slot: UnsafeMutablePointer<Slot>, metadata: UnsafeRawPointer?) {
            // The lowest bits of all type addresses are equal. The multiplication mixes the other bits into the top.
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

    private struct State {
        var table: Table?
        var retired: [Table] = []
        var owners: [ActionMetadata] = []
        var count = 0
    }

    private let state = Protected(State())
    nonisolated(unsafe) private let newest = Atomic<UnsafeRawPointer?>(nil)

    package init() {}

    func metadata(feature: Any.Type, action: Any.Type) -> ActionMetadata? {
        unmanagedMetadata(feature, action)?.takeUnretainedValue()
    }

    /// Returns the node whose verdict alone decides a request for the action, or a negative number.
    package func decidingNode(feature: Any.Type, action: Any.Type) -> Int32 {
        unmanagedMetadata(feature, action)?._withUnsafeGuaranteedRef { known in
            known.usesDefaultRequest.load(ordering: .relaxed) ? known.gate.decidingNode : -1
        } ?? -1
    }

    func usesDefaultRequest(feature: Any.Type, action: Any.Type) -> Bool {
        unmanagedMetadata(feature, action)?._withUnsafeGuaranteedRef { $0.usesDefaultRequest.load(ordering: .relaxed) }
            ?? false
    }

    @inline(__always)
    func unmanagedMetadata(_ feature: Any.Type, _ action: Any.Type) -> Unmanaged<ActionMetadata>? {
        guard let newest = newest.load(ordering: .acquiring) else { return nil }
        return Unmanaged<Table>.fromOpaque(newest)._withUnsafeGuaranteedRef { table in
            table.slot(of: Self.number(feature), Self.number(action)).metadata.map(Unmanaged.fromOpaque)
        }
    }

    package func add(_ metadata: ActionMetadata, feature: Any.Type, action: Any.Type) {
        state.withLock { state in
            state.owners.append(metadata)
            state.count += 1
            let table = state.table.flatMap { state.count * 2 > 1 << $0.bits ? nil : $0 } ?? grow(&state)
            Self.insert(metadata, Self.number(feature), Self.number(action), in: table)
        }
    }

    func reset() {
        state.withLock { state in
            state.count = 0
            // A reader may still be using the table.
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
        // A reader that finds the metadata also finds the types, because they were stored first.
        slot.pointee.metadata.store(found, ordering: .releasing)
    }

    private static func number(_ type: Any.Type) -> UInt { UInt(bitPattern: ObjectIdentifier(type)) }
}
