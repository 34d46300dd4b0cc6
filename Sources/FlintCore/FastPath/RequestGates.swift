// SPDX-License-Identifier: MIT

import FlintLocks

/// The fast path of requests, which needs neither a lock nor reference counting.
///
/// The gates combine an ``ActionTable`` with ``PublishedVerdicts``, which the catalog and the fact store keep up to
/// date. The metadata of each action also contains an ``ActionGate``. A request that the gates cannot decide takes the
/// regular path. A granted request costs about 1.5 dictionary lookups.
///
/// The gates do not retain the table and the verdicts, which must outlive them.
struct RequestGates: @unchecked Sendable {
    private let actions: Unmanaged<ActionTable>
    private let verdicts: Unmanaged<PublishedVerdicts>

    init(actions: ActionTable, verdicts: PublishedVerdicts) {
        self.actions = Unmanaged.passUnretained(actions)
        self.verdicts = Unmanaged.passUnretained(verdicts)
    }

    /// Returns the metadata of an action that is certainly allowed now, or `nil` if the regular path has to decide.
    @inline(__always)
    func metadataIfAllowed(feature: Any.Type, action: Any.Type) -> Unmanaged<ActionMetadata>? {
        guard let found = actions._withUnsafeGuaranteedRef({ $0.unmanagedMetadata(feature, action) }),
            verdicts._withUnsafeGuaranteedRef({ verdicts in
                verdicts.slowPathReasons.isEmpty
                    && verdicts.isTrue(found._withUnsafeGuaranteedRef { $0.gate.decidingNode })
            })
        else { return nil }
        return found
    }

    func metadata(feature: Any.Type, action: Any.Type) -> Unmanaged<ActionMetadata>? {
        guard verdicts._withUnsafeGuaranteedRef({ $0.slowPathReasons.isEmpty }) else { return nil }
        return actions._withUnsafeGuaranteedRef { $0.unmanagedMetadata(feature, action) }
    }

    @inline(__always)
    func grants(feature: Any.Type, action: Any.Type) -> Bool {
        let node = actions._withUnsafeGuaranteedRef { $0.decidingNode(feature: feature, action: action) }
        return node >= 0
            && verdicts._withUnsafeGuaranteedRef { !$0.slowPathReasons.contains(.overridesExpire) && $0.isTrue(node) }
    }
}

/// An action's deciding node and the mark of its queue, both readable without a lock.
///
/// The verdict of the deciding node determines whether the action is allowed. The gate is closed until registration
/// calls ``setDecidingNode(_:isSwitched:)``, and remains closed if the feature depends on unannounced facts other than
/// its own runtime switch. Requests then take the regular path.
struct ActionGate: ~Copyable {
    private let node = Atomic<Int32>(Self.closed)
    private let switchedNode = Atomic<Int32>(Self.closed)
    private let queue = Atomic<Int>(0)

    private static let closed: Int32 = -1

    /// The node whose verdict decides the request, or a negative number if the regular path has to decide.
    var decidingNode: Int32 { node.load(ordering: .acquiring) }

    /// The node whose verdict decides the request once the feature's runtime switch has been read.
    ///
    /// Negative if no switch needs to be read or if the regular path has to decide.
    var decidingNodeAfterSwitch: Int32 { switchedNode.load(ordering: .acquiring) }

    func setDecidingNode(_ node: Int32?, isSwitched: Bool = false) {
        self.node.store(isSwitched ? Self.closed : node ?? Self.closed, ordering: .releasing)
        switchedNode.store(isSwitched ? node ?? Self.closed : Self.closed, ordering: .releasing)
    }

    var queueMark: Int { queue.load(ordering: .relaxed) }

    func queueMark(_ find: () -> Int) -> Int {
        let known = queue.load(ordering: .relaxed)
        guard known == 0 else { return known }
        let found = find()
        queue.store(found, ordering: .relaxed)
        return found
    }
}
