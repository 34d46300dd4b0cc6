// swift-format-ignore-file
// The part of EventKit that the sources use, with its public signatures and no implementation, so that names and types are
// checked where EventKit is missing.

import Foundation

public enum EKEntityType: UInt, Sendable {
    case event = 0
    case reminder = 1
}

public enum EKAuthorizationStatus: Int, Sendable {
    case notDetermined = 0
    case restricted = 1
    case denied = 2
    case fullAccess = 3
    case writeOnly = 4
}

open class EKEventStore: NSObject {
    open class func authorizationStatus(for entityType: EKEntityType) -> EKAuthorizationStatus { .notDetermined }
    open func requestFullAccessToEvents(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {}
    open func requestFullAccessToReminders(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {}
}
