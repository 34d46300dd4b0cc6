import FeatureGating
import InspectorKit

/// What the features of a recording require, evaluated as the app evaluates it.
///
/// A recording has every requirement of every feature with its value, so that the engine's own evaluator answers what
/// other values would change. What the requirements do not hold is refused rather than guessed.
struct RecordedGating {
    let state: RecordedState
    var model: AppModel { state.model }

    /// What a feature requires, with the index of each requirement among its rows.
    struct Rule {
        let rows: [RequirementState]
        let requirement: Requirement<Int>
    }

    /// Returns what a feature and the groups above it require; `nil` if the recording does not explain it.
    func rule(of featureID: String) -> Rule? {
        guard let rows = state.detail(of: featureID)?.requirements, !rows.isEmpty else { return nil }
        return Rule(rows: rows, requirement: Requirement(rows: rows))
    }

    // MARK: Facts

    /// The permission that includes another one if it is granted, by name; `nil` if none does.
    static func wider(than permission: String) -> String? {
        permission == "location-when-in-use" ? "location-always" : nil
    }

    /// The facts that a requirement depends on.
    static func facts(of row: RequirementState) -> [FactReference] {
        guard let fact = row.factReference else { return [] }
        guard fact.kind == .permission, let wider = wider(than: fact.key) else { return [fact] }
        return [fact, FactReference(kind: .permission, key: wider)]
    }

    /// Whether a requirement would be met.
    ///
    /// - Parameters:
    ///   - row: The requirement.
    ///   - assumptions: What is assumed of facts.
    /// - Returns: Whether it would be; what was recorded, unless something is assumed of a fact that it depends on.
    func truth(of row: RequirementState, assuming assumptions: RecordedAssumptions) -> Truth {
        guard let fact = row.factReference, Self.facts(of: row).contains(where: { assumptions[$0] != nil }) else {
            return row.truth
        }
        switch fact.kind {
        case .permission: return status(of: fact.key, assuming: assumptions).truth
        case .purchase, .toggle, .runtimeSwitch, .flag: return assumptions[fact]?.truth ?? row.truth
        case .platform: return row.truth
        }
    }

    /// The status of a permission that counts: its override, or what it is by itself or through a wider one.
    private func status(of permission: String, assuming assumptions: RecordedAssumptions) -> PermissionStatus {
        let known = model.permissions.first { $0.permission == permission }
        func override(of name: String) -> PermissionStatus? {
            switch assumptions[FactReference(kind: .permission, key: name)] {
            case .permission(let status)?: status
            case .removed?: nil
            default: model.permissions.first { $0.permission == name }?.override
            }
        }
        func own(_ name: String) -> PermissionStatus {
            override(of: name) ?? model.permissions.first { $0.permission == name }?.status ?? .notDetermined
        }
        if let override = override(of: permission) { return override }
        if let wider = Self.wider(than: permission), own(wider) == .authorized { return .authorized }
        return known?.status ?? .notDetermined
    }

    // MARK: Availability

    /// Returns what would change under assumptions, at the cost of the features that depend on them.
    ///
    /// - Parameter assumptions: What is assumed of facts.
    /// - Returns: The features that would change, groups before what is in them.
    /// - Throws: ``RecordedRefusal`` if the recording does not hold what decides.
    func changes(assuming assumptions: RecordedAssumptions) throws(RecordedRefusal) -> [FeatureChange] {
        guard !assumptions.isEmpty else { return [] }
        let dependants = state.features { row in Self.facts(of: row).contains { assumptions[$0] != nil } }
        var changes: [FeatureChange] = []
        guard !dependants.isEmpty else { return [] }
        for feature in model.features where dependants.contains(feature.id) {
            guard let rule = rule(of: feature.id) else { continue }
            // What was recorded must add up by itself, or what follows from it would be wrong.
            guard rule.requirement.evaluate({ rule.rows[$0].truth }).boolValue == feature.isAvailable else {
                throw RecordedRefusal(
                    "\(feature.name) is being decided at event \(state.event): the facts of several events were written "
                        + "together. Use the next event.")
            }
            let after = rule.requirement.evaluate { truth(of: rule.rows[$0], assuming: assumptions) }.boolValue
            guard after != feature.isAvailable else { continue }
            changes.append(
                FeatureChange(
                    featureID: feature.id, featureName: feature.name, before: feature.isAvailable, after: after))
        }
        return changes
    }

    /// Works out what commands would change.
    ///
    /// - Parameters:
    ///   - commands: The commands, in order.
    ///   - limit: How many features are named of those that would change in the same way.
    /// - Returns: The changes, or why the recording cannot tell.
    func preview(_ commands: [Command], limit: Int) -> Preview {
        do throws(RecordedRefusal) {
            let all = try changes(assuming: RecordedAssumptions(commands, in: self))
            var counts: [Preview.Count] = []
            let named = all.filter { Preview.count($0.before, $0.after, in: &counts) <= limit }
            return Preview(changes: named, counts: counts)
        } catch {
            return Preview(changes: [], refusal: error.message)
        }
    }
}

extension Requirement where Key == Int {
    /// Reads a requirement from its rows, each fact as the index of its row.
    ///
    /// What follows from the hierarchy is left out: the requirements of the groups above are among the rows.
    init(rows: [RequirementState]) {
        var groups: [String: Requirement] = [:]
        self = .all(Self.parts(of: rows, rows.indices, &groups))
    }

    /// The requirements of rows beside each other, each heading with the deeper rows that follow it.
    private static func parts(
        of rows: [RequirementState], _ range: Range<Int>, _ groups: inout [String: Requirement]
    ) -> [Requirement] {
        var parts: [Requirement] = []
        var index = range.lowerBound
        while index < range.upperBound {
            let row = rows[index]
            var end = index + 1
            switch row.kind {
            case .parent: break
            case .anyOf, .allOf:
                while end < range.upperBound, rows[end].depth > row.depth { end += 1 }
                if let number = row.key, let known = groups[number] {
                    parts.append(known)
                    break
                }
                let inner = self.parts(of: rows, index + 1..<end, &groups)
                let group: Requirement = row.kind == .anyOf ? .any(inner) : .all(inner)
                if let number = row.key { groups[number] = group }
                parts.append(group)
            default: parts.append(.fact(index))
            }
            index = end
        }
        return parts
    }
}

extension PermissionStatus {
    /// Whether the status grants access, or may still come to.
    fileprivate var truth: Truth {
        switch self {
        case .authorized: .true
        case .notDetermined: .unknown
        case .denied, .restricted, .unsupported: .false
        }
    }
}
