// swift-format-ignore-file
// The part of NSUserActivity that the sources use, which belongs to Foundation on Apple's systems, with its public
// signatures and no implementation.

import Foundation

open class NSUserActivity {
    public init(activityType: String) { self.activityType = activityType }

    public let activityType: String
    open var title: String?
    open var userInfo: [AnyHashable: Any]?
    open var requiredUserInfoKeys: Set<String>?
    open var webpageURL: URL?
    open var keywords: Set<String> = []
    open var isEligibleForHandoff = false
    open var isEligibleForSearch = false
    open var isEligibleForPublicIndexing = false
    open var persistentIdentifier: String?
}
