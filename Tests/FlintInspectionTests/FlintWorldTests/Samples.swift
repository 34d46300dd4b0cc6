@testable import FlintWorld

/// Sample values with defaults for most properties.
enum Samples {
    static func feature(
        available: Bool? = false, requirements: [RequirementState] = [], firstBlocking: Int? = nil,
        unlockPlans: [[UnlockStep]] = []
    ) -> FeatureSnapshot {
        FeatureSnapshot(
            id: "App/Playlists", typeName: "App.Playlists", name: "Playlists", description: "Lists", parent: nil,
            depth: 0, conditional: true, isGroup: false, visible: false, variation: nil, available: available,
            requirements: requirements, firstBlocking: firstBlocking, unlockPlans: unlockPlans,
            unlockPlansAreComplete: true, impossiblePlans: [], actions: [])
    }

    static func row(
        _ kind: RequirementKind, _ title: String, _ status: RequirementStatus, value: String = "",
        state: FactValue? = nil, from ancestor: String? = nil, depth: Int = 0
    ) -> RequirementState {
        var row = RequirementState(
            kind: kind, key: kind.isHeading ? nil : title, title: title, status: status, value: value, source: "")
        (row.state, row.inheritedFrom, row.depth) = (state, ancestor, depth)
        return row
    }

    /// Returns a permission's row with one of its statuses.
    static func permission(
        _ title: String, _ status: PermissionStatus, from ancestor: String? = nil, depth: Int = 0
    ) -> RequirementState {
        let met: RequirementStatus =
            switch status {
            case .authorized: .satisfied
            case .notDetermined: .notDetermined
            case .denied, .restricted, .unsupported: .notSatisfied
            }
        return row(
            .permission, title, met, value: status.description, state: .permission(status), from: ancestor, depth: depth
        )
    }

    static func purchase(_ title: String, _ status: PurchaseStatus, depth: Int = 0) -> RequirementState {
        let met: RequirementStatus =
            switch status {
            case .purchased: .satisfied
            case .notPurchased: .notSatisfied
            case .unknown: .notDetermined
            }
        return row(.purchase, title, met, value: status.description, depth: depth)
    }
}
