// swift-format-ignore-file
// The part of Contacts that the sources use, with its public signatures and no implementation, so that names and types are
// checked where Contacts is missing.

import Foundation

public enum CNEntityType: Int, Sendable {
    case contacts = 0
}

public enum CNAuthorizationStatus: Int, Sendable {
    case notDetermined = 0
    case restricted = 1
    case denied = 2
    case authorized = 3
}

open class CNContactStore: NSObject {
    open class func authorizationStatus(for entityType: CNEntityType) -> CNAuthorizationStatus { .notDetermined }
    open func requestAccess(for entityType: CNEntityType, completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void) {}
}
