// swift-format-ignore-file
// The part of Intents that the sources use, with its public signatures and no implementation, so that names and types are
// checked where Intents is missing.

import Foundation

public enum INSiriAuthorizationStatus: Int, Sendable {
    case notDetermined = 0
    case restricted = 1
    case denied = 2
    case authorized = 3
}

open class INPreferences: NSObject {
    open class func siriAuthorizationStatus() -> INSiriAuthorizationStatus { .notDetermined }
    open class func requestSiriAuthorization(_ handler: @escaping @Sendable (INSiriAuthorizationStatus) -> Void) {}
}
