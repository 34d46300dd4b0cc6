// SPDX-License-Identifier: MIT

import FlintCore

/// The answer of one of Apple's frameworks to an ``AuthorizationQuestion``.
package struct AuthorizationAnswer: Sendable, Hashable {
    package enum NextStep: String, Sendable, Hashable, CaseIterable {
        case ask
        /// A request shows the system's prompt at most once. After that, only the settings help.
        case askOnce = "ask once, then settings"
        /// Only the user can grant more access, in the system's settings.
        case settings
        /// The app has all access, or the user cannot grant more.
        case nothing
    }

    /// The raw value in the framework's enumeration, which is part of its public interface.
    package let code: Int
    package let name: String
    /// Whether the app has the access that the permission stands for, at least to some items.
    package let isGranted: Bool
    package let nextStep: NextStep
    package let attribute: PermissionAttribute?

    /// Returns the permission's status.
    ///
    /// The status is not determined while the app may still ask.
    package func status(hasAskedForMore: Bool) -> SystemPermissionStatus {
        if isGranted { return .authorized }
        return switch nextStep {
        case .ask: .notDetermined
        case .askOnce: hasAskedForMore ? .denied : .notDetermined
        case .settings: .denied
        case .nothing: .restricted
        }
    }
}

/// A question to one of Apple's frameworks of whether an app is authorized.
///
/// ``answers`` is the only place that knows the meaning of the frameworks' answers. The article on the module shows the
/// same table.
package enum AuthorizationQuestion: String, Sendable, Hashable, CaseIterable {
    case captureDevice = "AVAuthorizationStatus"
    case photoLibrary = "PHAuthorizationStatus for readWrite"
    case photoAdditions = "PHAuthorizationStatus for addOnly"
    case contacts = "CNAuthorizationStatus"
    case calendarEvents = "EKAuthorizationStatus for event"
    case reminders = "EKAuthorizationStatus for reminder"
    case mediaLibrary = "MPMediaLibraryAuthorizationStatus"
    case speechRecognition = "SFSpeechRecognizerAuthorizationStatus"
    case locationWhenInUse = "CLAuthorizationStatus when in use"
    case locationAlways = "CLAuthorizationStatus always"
    case motion = "CMAuthorizationStatus"
    case bluetooth = "CBManagerAuthorization"
    case notifications = "UNAuthorizationStatus"
    case siri = "INSiriAuthorizationStatus"
    case tracking = "ATTrackingManager.AuthorizationStatus"

    package var answers: [AuthorizationAnswer] {
        switch self {
        case .captureDevice, .motion, .siri, .tracking:
            return Self.restrictedFirst
        case .photoLibrary, .photoAdditions, .contacts:
            // Limited access covers the items that the user has selected.
            return Self.restrictedFirst + [granted(4, "limited", .settings, .limited)]
        case .calendarEvents:
            // Write-only access does not let the app read events.
            return Self.restrictedFirst.dropLast() + [granted(3, "fullAccess"), missing(4, "writeOnly", .askOnce)]
        case .reminders:
            return Self.restrictedFirst.dropLast() + [granted(3, "fullAccess"), missing(4, "writeOnly", .settings)]
        case .bluetooth:
            return Self.restrictedFirst.dropLast() + [granted(3, "allowedAlways")]
        case .mediaLibrary, .speechRecognition:
            return [
                missing(0, "notDetermined", .ask), missing(1, "denied", .settings), missing(2, "restricted", .nothing),
                granted(3, "authorized"),
            ]
        case .locationWhenInUse:
            return Self.restrictedFirst.dropLast() + [
                granted(3, "authorizedAlways"), granted(4, "authorizedWhenInUse", .askOnce),
            ]
        case .locationAlways:
            // Provisional access, which the user confirms later, is reported as access at any time.
            return Self.restrictedFirst.dropLast() + [
                granted(3, "authorizedAlways"), missing(4, "authorizedWhenInUse", .askOnce),
            ]
        case .notifications:
            // Provisional notifications are delivered quietly. App Clips receive ephemeral authorization for a few
            // hours. A request for more prompts the user in both cases.
            return [
                missing(0, "notDetermined", .ask), missing(1, "denied", .settings), granted(2, "authorized"),
                granted(3, "provisional", .ask, .provisional), granted(4, "ephemeral", .ask, .ephemeral),
            ]
        }
    }

    package func answer(_ code: Int) -> AuthorizationAnswer {
        // A value that a later system adds grants no access.
        answers.first { $0.code == code } ?? missing(code, "unknown", .settings)
    }

    private static let restrictedFirst = [
        missing(0, "notDetermined", .ask), missing(1, "restricted", .nothing), missing(2, "denied", .settings),
        granted(3, "authorized"),
    ]
}

private func granted(
    _ code: Int, _ name: String, _ nextStep: AuthorizationAnswer.NextStep = .nothing,
    _ attribute: PermissionAttribute? = nil
) -> AuthorizationAnswer {
    AuthorizationAnswer(code: code, name: name, isGranted: true, nextStep: nextStep, attribute: attribute)
}

private func missing(_ code: Int, _ name: String, _ nextStep: AuthorizationAnswer.NextStep) -> AuthorizationAnswer {
    AuthorizationAnswer(code: code, name: name, isGranted: false, nextStep: nextStep, attribute: nil)
}
