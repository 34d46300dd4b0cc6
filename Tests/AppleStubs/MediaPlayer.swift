// swift-format-ignore-file
// The part of MediaPlayer that the sources use, with its public signatures and no implementation, so that names and types are
// checked where MediaPlayer is missing.

import Foundation

public enum MPMediaLibraryAuthorizationStatus: Int, Sendable {
    case notDetermined = 0
    case denied = 1
    case restricted = 2
    case authorized = 3
}

open class MPMediaLibrary: NSObject {
    open class func authorizationStatus() -> MPMediaLibraryAuthorizationStatus { .notDetermined }
    open class func requestAuthorization(_ handler: @escaping @Sendable (MPMediaLibraryAuthorizationStatus) -> Void) {}
}
