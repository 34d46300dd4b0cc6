import Synchronization

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
