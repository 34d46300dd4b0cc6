// swift-format-ignore-file
// The part of AppTrackingTransparency that the sources use, with its public signatures and no implementation, so that
// names and types are checked where AppTrackingTransparency is missing.

import Foundation

open class ATTrackingManager: NSObject {
    public enum AuthorizationStatus: UInt, Sendable {
        case notDetermined = 0
        case restricted = 1
        case denied = 2
        case authorized = 3
    }

    open class var trackingAuthorizationStatus: ATTrackingManager.AuthorizationStatus { .notDetermined }
    open class func requestTrackingAuthorization(completionHandler completion: @escaping @Sendable (ATTrackingManager.AuthorizationStatus) -> Void) {}
}
