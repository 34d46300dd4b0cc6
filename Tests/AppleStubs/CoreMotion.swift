// swift-format-ignore-file
// The part of CoreMotion that the sources use, with its public signatures and no implementation, so that names and types are
// checked where CoreMotion is missing.

import Foundation

public enum CMAuthorizationStatus: Int, Sendable {
    case notDetermined = 0
    case restricted = 1
    case denied = 2
    case authorized = 3
}

open class CMMotionActivity: NSObject {}

public typealias CMMotionActivityQueryHandler = ([CMMotionActivity]?, (any Error)?) -> Void

open class CMMotionActivityManager: NSObject {
    open class func isActivityAvailable() -> Bool { false }
    open class func authorizationStatus() -> CMAuthorizationStatus { .notDetermined }
    open func queryActivityStarting(from start: Date, to end: Date, to queue: OperationQueue, withHandler handler: @escaping CMMotionActivityQueryHandler) {}
}
