// SPDX-License-Identifier: MIT

import FeatureGating

/// The values that a fact can have, with their names.
package enum FactDomain: Sendable {
    /// A few values, in the order of lists.
    case choices([FactChoice])
    /// Every platform in every version.
    case platforms

    package static let purchases = FactDomain.choices(
        PurchaseStatus.allCases.map { FactChoice(.truth($0.truth), id: $0.rawValue, words: $0.description) })

    package static let permissions = FactDomain.choices(
        PermissionStatus.allCases.map { FactChoice(.permission($0), id: $0.rawValue, words: $0.description) })

    package static let onOff = FactDomain.choices([
        FactChoice(.truth(.true), id: "on", words: "on"), FactChoice(.truth(.false), id: "off", words: "off"),
    ])

    /// Whether past purchases of consumable products have unlocked a feature.
    static let pastPurchases = FactDomain.choices([
        FactChoice(.truth(.true), id: "on", words: "unlocked"),
        FactChoice(.truth(.false), id: "off", words: "not unlocked"),
    ])

    package var choices: [FactChoice] {
        switch self {
        case .choices(let choices): choices
        case .platforms: []
        }
    }

    /// Returns the value with a spelling, or `nil` for an unknown spelling.
    package func value(_ text: String) -> FactValue? {
        switch self {
        case .choices(let choices): choices.first { $0.id == text }?.value
        case .platforms: CurrentPlatform(text).map { .platform($0) }
        }
    }

    package func choice(_ value: FactValue) -> FactChoice? { choices.first { $0.value == value } }
}

/// One of the values that a fact can have.
package struct FactChoice: Sendable {
    package let value: FactValue
    /// The spelling on the command line and in files, such as `not-purchased`.
    package let id: String
    /// The words that front ends display, such as "not purchased".
    package let words: String

    init(_ value: FactValue, id: String, words: String) {
        (self.value, self.id, self.words) = (value, id, words)
    }
}
