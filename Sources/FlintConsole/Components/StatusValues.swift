// SPDX-License-Identifier: MIT

import FeatureGating
import FlintWorld

extension FilterField {
    static let featureStatus = FilterField(statusField, values: FeatureStatusSet.values.map(\.word))
    /// The field that matches a feature's requirements, including inherited ones.
    static let needs = FilterField("needs")
    static let id = FilterField("id")
    static let kind = FilterField("kind")
}

extension [String] {
    /// The non-empty strings without duplicates, in the order of their first occurrence.
    var distinct: [String] {
        var seen: Set<String> = [""]
        return filter { seen.insert($0).inserted }
    }
}

/// The statuses of a feature that can be specified in a filter's `status` field.
///
/// A feature can have several statuses at once, such as unavailable, overridden, and in focus. Filters compare sets
/// instead of words, so that a filter remains fast with thousands of features.
struct FeatureStatusSet: OptionSet, Sendable, Hashable {
    let rawValue: UInt8

    static let ok = FeatureStatusSet(rawValue: 1)
    static let no = FeatureStatusSet(rawValue: 2)
    static let unknown = FeatureStatusSet(rawValue: 4)
    static let overridden = FeatureStatusSet(rawValue: 8)
    static let hidden = FeatureStatusSet(rawValue: 16)
    static let inFocus = FeatureStatusSet(rawValue: 32)
    static let differs = FeatureStatusSet(rawValue: 64)

    /// The words for the statuses in a filter, in the order in which they are offered as completions.
    static let values: [(word: String, status: FeatureStatusSet)] = [
        ("no", .no), ("ok", .ok), ("unknown", .unknown), ("overridden", .overridden), ("hidden", .hidden),
        ("focus", .inFocus), ("available", .ok), ("unavailable", .no), ("undetermined", .unknown),
    ]
}

extension FeatureStatusSet {
    /// Creates a set with all of a feature's statuses except ``inFocus`` and ``differs``.
    ///
    /// The initializer takes the array and an index to avoid copying the feature.
    init(_ features: [FeatureSummary], _ index: Int) {
        self =
            switch features[index].isAvailable {
            case true?: .ok
            case false?: .no
            case nil: .unknown
            }
        if features[index].isOverridden { insert(.overridden) }
        if !features[index].isVisible { insert(.hidden) }
    }
}

extension ProductSnapshot: FilteredItem {
    static var filterFields: [FilterField] {
        [
            FilterField(statusField, values: ["no", "ok", "unknown", "overridden", "purchased", "not-purchased"]),
            FilterField("type", values: Kind.allCases.map(\.rawValue)), .id,
        ]
    }

    package func hasText(where isMatch: (String) -> Bool) -> Bool {
        isMatch(name) || isMatch(productID) || description.map(isMatch) == true || isMatch(type.heading)
            || subscriptionGroup.map(isMatch) == true
    }

    package func hasValue(of field: String, where isMatch: (String) -> Bool) -> Bool {
        switch field {
        case statusField:
            if override != nil, isMatch("overridden") { return true }
            return switch effective {
            case .purchased: isMatch("ok") || isMatch("purchased")
            case .notPurchased: isMatch("no") || isMatch("not-purchased")
            case .unknown: isMatch("unknown")
            }
        case "type": return isMatch(type.rawValue)
        case "id": return isMatch(productID)
        default: return false
        }
    }
}

extension PermissionSnapshot: FilteredItem {
    static var filterFields: [FilterField] {
        let statuses = PermissionStatus.allCases.map(\.rawValue)
        return [FilterField(statusField, values: ["no", "ok", "unknown", "overridden", "required"] + statuses), .id]
    }

    package func hasText(where isMatch: (String) -> Bool) -> Bool {
        isMatch(title) || isMatch(permission) || isMatch(usage)
    }

    package func hasValue(of field: String, where isMatch: (String) -> Bool) -> Bool {
        switch field {
        case statusField:
            if override != nil, isMatch("overridden") { return true }
            if isRequired, isMatch("required") { return true }
            let general =
                switch effective {
                case .authorized: "ok"
                case .notDetermined: "unknown"
                case .denied, .restricted, .unsupported: "no"
                }
            return isMatch(general) || isMatch(effective.rawValue)
        case "id": return isMatch(permission)
        default: return false
        }
    }
}

extension FactItem: FilteredItem {
    static var filterFields: [FilterField] {
        [
            FilterField(statusField, values: ["no", "ok", "unknown", "overridden", "on", "off", "required"]),
            .kind, FilterField("provider"), .id,
        ]
    }

    package func hasText(where isMatch: (String) -> Bool) -> Bool {
        if isMatch(title) { return true }
        return switch self {
        case .flag(let flag): flag.provider.map(isMatch) == true || isMatch(flag.reason)
        case .entry(let entry): isMatch(entry.key) || isMatch(displayText(of: effective)) || isMatch(rowSource)
        }
    }

    package func hasValue(of field: String, where isMatch: (String) -> Bool) -> Bool {
        switch field {
        case statusField:
            if override != nil, isMatch("overridden") { return true }
            if isRequired, isMatch("required") { return true }
            if effective.isUnknown { return isMatch("unknown") }
            return switch effective.truth {
            case .true: isMatch("ok") || isMatch("on")
            case .false: isMatch("no") || isMatch("off")
            case .unknown: false
            }
        case "kind": return isMatch(reference.kind.rawValue)
        case "provider":
            guard case .flag(let flag) = self else { return false }
            return flag.provider.map(isMatch) == true || flag.answers.contains { isMatch($0.provider) }
        case "id": return isMatch(reference.key)
        default: return false
        }
    }
}
