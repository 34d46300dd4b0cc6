@testable import FeatureGating

extension AvailabilityGraph {
    mutating func addNode(requirement: Requirement<Key>, parent: NodeID?) -> NodeID {
        let numbered = requirement.map { intern($0) }
        return addNode(numbered: numbered, parent: parent)
    }

    @discardableResult
    mutating func setRequirement(_ requirement: Requirement<Key>, of node: NodeID) -> [VerdictChange] {
        let numbered = requirement.map { intern($0) }
        return setRequirement(numbered: numbered, of: node)
    }

    @discardableResult
    mutating func set(_ truth: Truth, for key: Key) -> [VerdictChange] {
        let fact = intern(key)
        return set(truth, at: fact)
    }

    @discardableResult
    mutating func set(_ values: [(Key, Truth)]) -> [VerdictChange] {
        let numbered = values.map { (intern($0.0), $0.1) }
        return set(numbered)
    }

    func truth(of key: Key) -> Truth {
        id(of: key).map { table[$0] } ?? .unknown
    }

    func dependents(of key: Key) -> [NodeID] {
        id(of: key).map { dependents(at: $0) } ?? []
    }
}
