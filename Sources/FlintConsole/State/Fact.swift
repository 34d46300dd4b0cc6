import InspectorKit

/// A fact that can be overridden.
struct Fact: Sendable, Hashable {
    /// The kind of fact.
    let kind: OverrideRecord.Kind
    /// The product id, permission name or feature id; `current` for the platform.
    let key: String
    /// What the fact is called.
    let title: String

    /// Creates a fact.
    init(kind: OverrideRecord.Kind, key: String, title: String) {
        self.kind = kind
        self.key = key
        self.title = title
    }

    /// The fact an override is about.
    init(_ record: OverrideRecord) {
        self.init(kind: record.kind, key: record.key, title: "")
    }

    /// The fact behind a requirement, or `nil` if the requirement depends on none that can be overridden.
    init?(_ requirement: RequirementState) {
        guard let reference = requirement.fact else { return nil }
        self.init(kind: reference.kind, key: reference.key, title: requirement.title)
    }

    /// A value the fact can be forced to, as people read it, and the command that forces it.
    typealias Value = (title: String, command: Command)

    /// Every value the fact can be forced to; empty for the platform, which is typed.
    var values: [Value] {
        let values: [(title: String, value: String)] =
            switch kind {
            case .purchase: PurchaseStatus.allCases.map { ($0.description, $0.rawValue) }
            case .permission: PermissionStatus.allCases.map { ($0.description, $0.rawValue) }
            case .toggle, .runtimeSwitch, .flag: ["on", "off"].map { ($0, $0) }
            case .platform: []
            }
        return values.map { ($0.title, .setOverride(reference, Override(value: $0.value))) }
    }

    /// The command that removes the fact's override.
    var drop: Command { .setOverride(reference, nil) }

    /// Returns the current override of the fact, if there is one.
    func record(in model: AppModel) -> OverrideRecord? { model.override(of: reference) }

    /// The identity of the fact, without its title.
    var reference: FactReference { FactReference(kind: kind, key: key) }
}
