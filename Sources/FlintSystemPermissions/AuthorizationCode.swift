// SPDX-License-Identifier: MIT

import FlintCore

/// Conversions from the authorization statuses of Apple's frameworks.
///
/// The codes are the raw values of the frameworks' enumerations, which are part of their public interface. An unknown
/// code, such as one that a later system adds, is treated as `denied`.
package enum AuthorizationCode {
    /// Converts `AVAuthorizationStatus`, `PHAuthorizationStatus`, `CNAuthorizationStatus`, `CMAuthorizationStatus`, and
    /// `CBManagerAuthorization`.
    ///
    /// - Parameter code: The raw value. From 0: not determined, restricted, denied, authorized, limited. Limited
    ///   access, which covers the items that the user selected, counts as authorized.
    /// - Returns: The permission's status.
    package static func restrictedFirst(_ code: Int) -> SystemPermissionStatus {
        switch code {
        case 0: .notDetermined
        case 1: .restricted
        case 3, 4: .authorized
        default: .denied
        }
    }

    /// Converts `SFSpeechRecognizerAuthorizationStatus` and `MPMediaLibraryAuthorizationStatus`.
    ///
    /// - Parameter code: The raw value. From 0: not determined, denied, restricted, authorized.
    /// - Returns: The permission's status.
    package static func deniedFirst(_ code: Int) -> SystemPermissionStatus {
        switch code {
        case 0: .notDetermined
        case 2: .restricted
        case 3: .authorized
        default: .denied
        }
    }

    /// Converts `EKAuthorizationStatus`.
    ///
    /// - Parameter code: The raw value. From 0: not determined, restricted, denied, full access, write only. Write-only
    ///   access counts as not determined, because it doesn't let the app read events and another request may extend it.
    /// - Returns: The permission's status.
    package static func events(_ code: Int) -> SystemPermissionStatus {
        code == 4 ? .notDetermined : restrictedFirst(code)
    }

    /// Converts `UNAuthorizationStatus`.
    ///
    /// - Parameter code: The raw value. From 0: not determined, denied, authorized, provisional, ephemeral. Provisional
    ///   notifications, which are delivered quietly, and ephemeral authorization, which App Clips receive, count as
    ///   authorized.
    /// - Returns: The permission's status.
    package static func notifications(_ code: Int) -> SystemPermissionStatus {
        switch code {
        case 0: .notDetermined
        case 2, 3, 4: .authorized
        default: .denied
        }
    }

    /// Converts `CLAuthorizationStatus`.
    ///
    /// - Parameters:
    ///   - code: The raw value. From 0: not determined, restricted, denied, always, when in use.
    ///   - usage: The usage that the app requests.
    ///   - hasAskedForMore: Whether the app has already requested to extend when-in-use access. The system asks the
    ///     user only once, so further requests are pointless.
    /// - Returns: The permission's status.
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
