// swift-format-ignore-file
// The part of CoreLocation that the sources use, with its public signatures and no implementation, so that names and types are
// checked where CoreLocation is missing.

import Foundation

public enum CLAuthorizationStatus: Int32, Sendable {
    case notDetermined = 0
    case restricted = 1
    case denied = 2
    case authorizedAlways = 3
    case authorizedWhenInUse = 4
}

public enum CLAccuracyAuthorization: Int, Sendable {
    case fullAccuracy = 0
    case reducedAccuracy = 1
}

public protocol CLLocationManagerDelegate: NSObjectProtocol {
    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)
}

open class CLLocationManager: NSObject {
    public override init() {}
    weak open var delegate: (any CLLocationManagerDelegate)?
    open var authorizationStatus: CLAuthorizationStatus { .notDetermined }
    open var accuracyAuthorization: CLAccuracyAuthorization { .fullAccuracy }
    open func requestWhenInUseAuthorization() {}
    open func requestAlwaysAuthorization() {}
}
