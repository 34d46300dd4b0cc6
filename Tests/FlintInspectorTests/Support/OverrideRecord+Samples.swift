import Foundation
import InspectorKit

extension OverrideRecord {
    /// Premium, purchased.
    static func premium(
        _ value: String = "purchased", reason: String? = nil, limit: OverrideLimit? = nil
    ) -> OverrideRecord {
        OverrideRecord(kind: .purchase, key: "premium", value: value, reason: reason, limit: limit, source: "console")
    }

    /// The permission for where one is.
    static func location(_ value: String = "authorized", limit: OverrideLimit? = nil) -> OverrideRecord {
        OverrideRecord(kind: .permission, key: "location-when-in-use", value: value, limit: limit, source: "console")
    }
}

extension OverrideLimit {
    /// Until some time from now, to the second, as a file keeps it.
    static func inSeconds(_ seconds: Double) -> OverrideLimit {
        .until(Date(timeIntervalSince1970: (Date().timeIntervalSince1970 + seconds).rounded(.up)))
    }
}
