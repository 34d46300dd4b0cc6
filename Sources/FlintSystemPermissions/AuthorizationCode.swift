import FlintCore

/// How Apple's frameworks number the states of a permission.
///
/// The numbers are the raw values of the frameworks' enumerations, which are part of their public interface. A number
/// that a later system adds grants nothing: it is `denied`.
package enum AuthorizationCode {
    /// The numbers of `AVAuthorizationStatus`, `PHAuthorizationStatus`, `CNAuthorizationStatus`, `CMAuthorizationStatus`
    /// and `CBManagerAuthorization`.
    ///
    /// - Parameter code: The number: not determined, restricted, denied, authorized, and limited, which is access to
    ///   what the user has chosen.
    /// - Returns: The status.
    package static func restrictedFirst(_ code: Int) -> SystemPermissionStatus {
        switch code {
        case 0: .notDetermined
        case 1: .restricted
        case 3, 4: .authorized
        default: .denied
        }
    }

    /// The numbers of `SFSpeechRecognizerAuthorizationStatus` and `MPMediaLibraryAuthorizationStatus`.
    ///
    /// - Parameter code: The number: not determined, denied, restricted, authorized.
    /// - Returns: The status.
    package static func deniedFirst(_ code: Int) -> SystemPermissionStatus {
        switch code {
        case 0: .notDetermined
        case 2: .restricted
        case 3: .authorized
        default: .denied
        }
    }

    /// The numbers of `EKAuthorizationStatus`.
    ///
    /// - Parameter code: The number: not determined, restricted, denied, full access, and write only, with which an
    ///   app cannot read and which asking again may widen.
    /// - Returns: The status.
    package static func events(_ code: Int) -> SystemPermissionStatus {
        code == 4 ? .notDetermined : restrictedFirst(code)
    }

    /// The numbers of `UNAuthorizationStatus`.
    ///
    /// - Parameter code: The number: not determined, denied, authorized, provisional, which delivers quietly, and
    ///   ephemeral, for app clips.
    /// - Returns: The status.
    package static func notifications(_ code: Int) -> SystemPermissionStatus {
        switch code {
        case 0: .notDetermined
        case 2, 3, 4: .authorized
        default: .denied
        }
    }

    /// The numbers of `CLAuthorizationStatus`.
    ///
    /// - Parameters:
    ///   - code: The number: not determined, restricted, denied, always, when in use.
    ///   - usage: What the app would like to know.
    ///   - hasAskedForMore: Whether it has asked for more than it has got; the system asks for that once.
    /// - Returns: The status.
    package static func location(
        _ code: Int, usage: LocationUsage, hasAskedForMore: Bool = false
    ) -> SystemPermissionStatus {
        switch (code, usage) {
        case (0, _): .notDetermined
        case (1, _): .restricted
        case (3, _), (4, .whenInUse): .authorized
        case (4, .always): hasAskedForMore ? .denied : .notDetermined
        default: .denied
        }
    }
}
