import FlintWorld
import Foundation

extension OverrideRecord {
    static func premium(
        _ value: String = "purchased", reason: String? = nil, expiry: OverrideExpiry? = nil
    ) -> OverrideRecord {
        OverrideRecord(kind: .purchase, key: "premium", value: value, reason: reason, expiry: expiry, source: "console")
    }

    static func location(_ value: String = "authorized", expiry: OverrideExpiry? = nil) -> OverrideRecord {
        OverrideRecord(kind: .permission, key: "location-when-in-use", value: value, expiry: expiry, source: "console")
    }
}

extension OverrideExpiry {
    /// Returns an expiry after a number of seconds, rounded up to a whole second as in a saved file.
    static func inSeconds(_ seconds: Double) -> OverrideExpiry {
        .until(Date(timeIntervalSince1970: (Date().timeIntervalSince1970 + seconds).rounded(.up)))
    }
}
