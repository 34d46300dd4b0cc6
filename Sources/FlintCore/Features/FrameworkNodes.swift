import FeatureGating
import Synchronization

/// The nodes whose verdicts say whether the framework's own features do their work, for reading without a lock.
final class FrameworkNodes: Sendable {
    nonisolated(unsafe) private let nodes: UnsafeMutablePointer<Atomic<Int32>>

    /// Creates a list in which none is known.
    init() {
        nodes = .allocate(capacity: FrameworkFeature.allCases.count)
        for feature in FrameworkFeature.allCases { (nodes + feature.rawValue).initialize(to: Atomic(-1)) }
    }

    deinit {
        nodes.deallocate()
    }

    /// The number of a feature's node, negative if it is not registered.
    func number(of feature: FrameworkFeature) -> Int32 {
        nodes[feature.rawValue].load(ordering: .acquiring)
    }

    /// Says which node is a feature's, or that it is not registered.
    func set(_ node: NodeID?, of feature: FrameworkFeature) {
        nodes[feature.rawValue].store(node?.rawValue ?? -1, ordering: .releasing)
    }
}
