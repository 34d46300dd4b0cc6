// SPDX-License-Identifier: MIT

extension AppModel {
    package func has(_ fact: FactReference) -> Bool {
        switch fact.kind {
        case .purchase: products[fact.key] != nil
        case .permission: permissions.contains { $0.permission == fact.key }
        case .userSetting, .runtimeSwitch: feature(fact.key) != nil
        case .flag: flags[fact.key] != nil
        case .platform: true
        }
    }

    /// Returns the title of a fact, such as "User setting of Dynamic Speed".
    package func title(of fact: FactReference) -> String {
        let key = FactKey(fact)
        return key?.title(
            product: { products[$0]?.name }, feature: { feature($0.description)?.name ?? $0.description }) ?? fact.key
    }
}
