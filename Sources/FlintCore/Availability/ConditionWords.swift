import FeatureGating

/// A condition and the facts behind it, in words.
struct ConditionWords {
    /// What sort of thing is required.
    let kind: RequirementState.Kind
    /// What is required.
    let title: String
    /// What features see.
    let value: String
    /// What is laid over the actual value, if anything is.
    let override: String?
    /// Who says so.
    let source: String

    /// Words a condition.
    ///
    /// - Parameters:
    ///   - condition: The condition.
    ///   - products: Every known product, by identifier.
    ///   - fact: What is known of each fact.
    init(_ condition: Condition, products: [String: Product], fact: (FactKey) -> Fact?) {
        let key = condition.factKeys[0]
        let main = fact(key)
        override = main?.override.map { $0.value.words(for: key) }
        var source = main?.override == nil ? main?.source.rawValue ?? "" : "override"
        var value = main?.effective.words(for: key) ?? key.nothingKnown.words(for: key)
        switch condition {
        case .platform(let rule):
            kind = .platform
            let current = main?.effective.currentPlatform ?? .real
            title = rule.title(on: current.platform)
        case .permission(let permission):
            kind = .permission
            title = permission.description
            value = Condition.effectiveStatus(of: permission, fact).words
            if let wider = PermissionRules.wider(than: permission), main?.override == nil,
                value != main?.effective.words(for: key)
            {
                source = fact(.permission(wider))?.override == nil ? FactSource.system.rawValue : "override"
            }
        case .purchase(let purchase):
            kind = .purchase
            let name = products[purchase.productID]?.name ?? purchase.productID
            title = purchase.quantity.map { "\($0) × \(name)" } ?? name
            if condition.truth(fact) == .true, main?.effective.truth != .true {
                value = "unlocked by past purchases"
                source = "store"
            }
        case .userToggle:
            kind = .userToggle
            title = "Turned on by the user"
        case .runtimeSwitch:
            kind = .runtimeEnabled
            title = "Turned on by the program"
        case .featureFlag(let key):
            kind = .featureFlag
            title = "Flag \(key)"
        }
        self.value = value
        self.source = source
    }
}

extension FactValue {
    /// The value as people read it, for the fact it belongs to.
    public func words(for key: FactKey) -> String {
        switch self {
        case .permission(let status): return status.words
        case .platform(let platform): return platform.description
        case .truth(let truth):
            switch (key, truth) {
            case (.purchase, .true): return "purchased"
            case (.purchase, .false): return "not purchased"
            case (.pastPurchases, .true): return "unlocked"
            case (.pastPurchases, .false): return "not unlocked"
            case (_, .true): return "on"
            case (_, .false): return "off"
            case (_, .unknown): return "unknown"
            }
        }
    }
}

extension SystemPermissionStatus {
    /// The status as people read it.
    public var words: String { self == .notDetermined ? "not determined" : rawValue }
}
