import Foundation
import InspectorKit

extension OverrideRecord {
    /// Premium, purchased.
    static func premium(
        _ value: String = "purchased", reason: String? = nil, expiry: OverrideExpiry? = nil
    ) -> OverrideRecord {
        OverrideRecord(kind: .purchase, key: "premium", value: value, reason: reason, expiry: expiry, source: "console")
    }

    /// The permission for where one is.
    static func location(_ value: String = "authorized", expiry: OverrideExpiry? = nil) -> OverrideRecord {
        OverrideRecord(kind: .permission, key: "location-when-in-use", value: value, expiry: expiry, source: "console")
    }
}

extension OverrideExpiry {
    /// Until some time from now, to the second, as a file keeps it.
    static func inSeconds(_ seconds: Double) -> OverrideExpiry {
        .until(Date(timeIntervalSince1970: (Date().timeIntervalSince1970 + seconds).rounded(.up)))
    }
}
