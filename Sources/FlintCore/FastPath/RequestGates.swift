import Synchronization

/// Answers most requests without a lock and without counting references.
///
/// This is what the rest of the framework sees of the fast path: `admitted`, `found` and `areOpen` for requests, and an
/// ``ActionGate`` in the metadata of each action. What they stand on is an ``ActionTable`` and ``PublishedVerdicts``,
/// which the catalog and the fact store keep up to date. Whatever they cannot answer takes the ordinary way. A granted
/// request costs 1.5 lookups with them.
///
/// The owner of the gates must keep the objects they refer to.
struct RequestGates: @unchecked Sendable {
    private let actions: Unmanaged<ActionTable>
    private let verdicts: Unmanaged<PublishedVerdicts>

    /// Refers to a catalog's actions and to a fact store's verdicts.
    init(actions: ActionTable, verdicts: PublishedVerdicts) {
        self.actions = Unmanaged.passUnretained(actions)
        self.verdicts = Unmanaged.passUnretained(verdicts)
    }

    /// What is known of an action that may certainly be performed now; if there is nothing, there is more to ask.
    @inline(__always)
    func admitted(feature: Any.Type, action: Any.Type) -> Unmanaged<ActionMetadata>? {
        guard let found = actions._withUnsafeGuaranteedRef({ $0.found(feature, action) }),
            verdicts._withUnsafeGuaranteedRef({ verdicts in
                verdicts.slowPathReasons.isEmpty
                    && verdicts.isTrue(found._withUnsafeGuaranteedRef { $0.gate.decidingNode })
            })
        else { return nil }
        return found
    }

    /// What is known of an action, if nothing but a verdict, and perhaps a switch, has to be asked about it.
    func found(feature: Any.Type, action: Any.Type) -> Unmanaged<ActionMetadata>? {
        guard verdicts._withUnsafeGuaranteedRef({ $0.slowPathReasons.isEmpty }) else { return nil }
        return actions._withUnsafeGuaranteedRef { $0.found(feature, action) }
    }

    /// Whether a request is certainly granted now; if not, there is more to ask.
    @inline(__always)
    func areOpen(feature: Any.Type, action: Any.Type) -> Bool {
        let node = actions._withUnsafeGuaranteedRef { $0.decidingNode(feature: feature, action: action) }
        return node >= 0
            && verdicts._withUnsafeGuaranteedRef { !$0.slowPathReasons.contains(.overridesExpire) && $0.isTrue(node) }
    }
}

/// What it takes to know whether an action may be performed and where, for reading without a lock.
struct ActionGate: ~Copyable {
    private let node = Atomic<Int32>(Self.closed)
    private let switchedNode = Atomic<Int32>(Self.closed)
    private let queue = Atomic<Int>(0)

    private static let closed: Int32 = -1

    /// The node of the fact store whose verdict decides; negative if more than that has to be asked.
    var decidingNode: Int32 { node.load(ordering: .acquiring) }

    /// The node whose verdict decides once the switch of the feature itself has been read; negative if there is none.
    var decidingNodeAfterSwitch: Int32 { switchedNode.load(ordering: .acquiring) }

    /// Lets the verdict of a node decide.
    ///
    /// - Parameters:
    ///   - node: The node, or `nil` if more than its verdict has to be asked.
    ///   - isSwitched: Whether the switch of the feature itself has to be read before.
    func decide(by node: Int32?, isSwitched: Bool = false) {
        self.node.store(isSwitched ? Self.closed : node ?? Self.closed, ordering: .releasing)
        switchedNode.store(isSwitched ? node ?? Self.closed : Self.closed, ordering: .releasing)
    }

    /// The mark of the queue the action is performed on; 0 until it has been looked for.
    var queueMark: Int { queue.load(ordering: .relaxed) }

    /// The mark of the queue the action is performed on.
    ///
    /// - Parameter find: Finds it the first time.
    /// - Returns: The mark, as ``QueueIdentity`` has it.
    func queueMark(_ find: () -> Int) -> Int {
        let known = queue.load(ordering: .relaxed)
        guard known == 0 else { return known }
        let found = find()
        queue.store(found, ordering: .relaxed)
        return found
    }
}
