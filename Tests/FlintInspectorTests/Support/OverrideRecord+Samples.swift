import Foundation
import InspectorKit

extension OverrideRecord {
    /// An override of the purchase of Premium.
    static func premium(
        _ value: String = "purchased", reason: String? = nil, expiry: OverrideExpiry? = nil
    ) -> OverrideRecord {
        OverrideRecord(kind: .purchase, key: "premium", value: value, reason: reason, expiry: expiry, source: "console")
    }

    /// An override of the location permission.
    static func location(_ value: String = "authorized", expiry: OverrideExpiry? = nil) -> OverrideRecord {
        OverrideRecord(kind: .permission, key: "location-when-in-use", value: value, expiry: expiry, source: "console")
    }
}

extension OverrideExpiry {
    /// An expiry after a number of seconds, rounded up to a second as in a saved file.
    static func inSeconds(_ seconds: Double) -> OverrideExpiry {
        .until(Date(timeIntervalSince1970: (Date().timeIntervalSince1970 + seconds).rounded(.up)))
    }
}
