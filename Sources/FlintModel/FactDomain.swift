// SPDX-License-Identifier: MIT

import FeatureGating
import FlintFoundation

/// The values that a fact can have, with their names.
public enum FactDomain: Sendable, Hashable {
    /// Named values without a ranking, in display order.
    case choices([FactChoice])
    /// Named values, from the lowest to the highest.
    case ordered([FactChoice])
    /// Any whole number.
    case number
    /// Any version.
    case version
    /// Any date.
    case date
    /// Any version of any platform.
    case platforms

    package static let purchases = FactDomain.choices(
        PurchaseStatus.allCases.map { FactChoice(.truth($0.truth), id: $0.rawValue, words: $0.description) })

    package static let permissions = FactDomain.choices(
        PermissionStatus.allCases.map { FactChoice(.permission($0), id: $0.rawValue, words: $0.description) })

    package static let onOff = FactDomain.choices([
        FactChoice(.truth(.true), id: "on", words: "on"), FactChoice(.truth(.false), id: "off", words: "off"),
    ])

    package static let yesNo = FactDomain.choices([
        FactChoice(.truth(.true), id: "yes", words: "yes"), FactChoice(.truth(.false), id: "no", words: "no"),
    ])

    static let pastPurchases = FactDomain.choices([
        FactChoice(.truth(.true), id: "on", words: "unlocked"),
        FactChoice(.truth(.false), id: "off", words: "not unlocked"),
    ])

    package var choices: [FactChoice] {
        switch self {
        case .choices(let choices), .ordered(let choices): choices
        case .platforms, .number, .version, .date: []
        }
    }

    package func value(_ text: String) -> FactValue? {
        switch self {
        case .choices(let choices), .ordered(let choices): choices.first { $0.id == text }?.value
        case .platforms: CurrentPlatform(text).map { .platform($0) }
        case .number: Int(text).map { .number($0) }
        case .version: PlatformVersion(text).map { .version($0) }
        case .date: (try? Date(text, strategy: .iso8601)).map { .date($0) }
        }
    }

    func accepts(_ value: FactValue) -> Bool {
        switch (self, value) {
        case (_, .truth(.unknown)), (_, .absent), (.number, .number), (.version, .version), (.date, .date): true
        case (.choices, _), (.ordered, _): choice(value) != nil
        case (.platforms, _), (.number, _), (.version, _), (.date, _): false
        }
    }

    package var example: String {
        switch self {
        case .choices(let choices), .ordered(let choices): choices.first?.id ?? ""
        case .number: "10"
        case .version: "9.6"
        case .date: "2026-11-29T12:00:00Z"
        case .platforms: "watchOS 9.0"
        }
    }

    /// A sentence that states the valid values, for the end of an error message.
    ///
    /// The sentence begins with a space. The string is empty if the domain needs no hint.
    package var hint: String {
        switch self {
        case .number: " Write a whole number."
        case .version: " Write a version, such as \(example)."
        case .date: " Write a date, such as \(example)."
        case .choices(let choices), .ordered(let choices):
            choices.isEmpty ? "" : " Write \(choices.map(\.id).listed(with: "or"))."
        case .platforms: ""
        }
    }

    package func choice(_ value: FactValue) -> FactChoice? { choices.first { $0.value == value } }
}

/// One of the values that a fact can have.
public struct FactChoice: Sendable, Hashable {
    /// The value.
    public let value: FactValue
    /// The spelling on the command line and in files, such as `not-purchased`.
    public let id: String
    /// The words that front ends display, such as "not purchased".
    public let words: String
    /// The remedy while the fact has this value, or `nil` if the fact's remedy applies.
    public let remedy: Remedy?

    package init(_ value: FactValue, id: String, words: String, remedy: Remedy? = nil) {
        (self.value, self.id, self.words, self.remedy) = (value, id, words, remedy)
    }
}
