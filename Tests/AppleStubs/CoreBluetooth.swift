// swift-format-ignore-file
// The part of CoreBluetooth that the sources use, with its public signatures and no implementation, so that names and types are
// checked where CoreBluetooth is missing.

import Dispatch
import Foundation

public enum CBManagerAuthorization: Int, Sendable {
    case notDetermined = 0
    case restricted = 1
    case denied = 2
    case allowedAlways = 3
}

open class CBManager: NSObject {
    open class var authorization: CBManagerAuthorization { .notDetermined }
}

public protocol CBCentralManagerDelegate: NSObjectProtocol {
    func centralManagerDidUpdateState(_ central: CBCentralManager)
}

open class CBCentralManager: CBManager {
    weak open var delegate: (any CBCentralManagerDelegate)?
    public init(delegate: (any CBCentralManagerDelegate)?, queue: DispatchQueue?) {}
}
