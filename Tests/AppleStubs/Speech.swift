// swift-format-ignore-file
// The part of Speech that the sources use, with its public signatures and no implementation, so that names and types are
// checked where Speech is missing.

import Foundation

public enum SFSpeechRecognizerAuthorizationStatus: Int, Sendable {
    case notDetermined = 0
    case denied = 1
    case restricted = 2
    case authorized = 3
}

open class SFSpeechRecognizer: NSObject {
    open class func authorizationStatus() -> SFSpeechRecognizerAuthorizationStatus { .notDetermined }
    open class func requestAuthorization(_ handler: @escaping @Sendable (SFSpeechRecognizerAuthorizationStatus) -> Void) {}
}
