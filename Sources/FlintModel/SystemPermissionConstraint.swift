// SPDX-License-Identifier: MIT

/// A resource or an operation that an app can use only with the user's permission.
///
/// A feature requires permissions in its constraints:
///
/// ```swift
/// requirements.permissions(.photos, .camera, .location(usage: .whenInUse))
/// ```
///
/// JSON and the command line use the ``name`` of a permission. See ``PermissionStatus`` for the states of a permission.
public enum SystemPermissionConstraint: Sendable, Hashable {
    /// Access to the camera for capturing photos and videos.
    case camera
    /// Access to the user's photo library.
    case photos
    /// Access to the microphone for recording audio.
    case microphone
    /// Access to the device's location.
    case location(usage: LocationUsage)
    /// Access to the user's contacts.
    case contacts(entity: ContactsEntity)
    /// Access to the events in the user's calendars.
    case calendarEvents
    /// Access to the user's reminders.
    case reminders
    /// Access to motion and fitness data, such as steps.
    case motion
    /// Recognition of the user's speech.
    case speechRecognition
    /// Use of the app through Siri.
    case siriKit
    /// Access to nearby Bluetooth devices.
    case bluetooth
    /// Access to the user's media library.
    case mediaLibrary
    /// Notifications with alerts, sounds, and badges.
    case notifications
    /// Access to devices on the local network.
    case localNetwork
    /// Access to the user's health data.
    case health
    /// Adding photos to the user's photo library, without reading it.
    ///
    /// The permission is included in ``photos``.
    case photosAddOnly
    /// Tracking of the user across other companies' apps and websites.
    case tracking
    /// Authentication with Face ID.
    case faceID
    /// Access to the user's home and its accessories.
    case homeKit
}

extension SystemPermissionConstraint: CaseIterable {
    /// Every permission, in display order.
    public static let allCases: [SystemPermissionConstraint] = [
        .camera, .photos, .microphone, .location(usage: .whenInUse), .location(usage: .always),
        .contacts(entity: .contacts), .calendarEvents, .reminders, .motion, .speechRecognition, .siriKit, .bluetooth,
        .mediaLibrary, .notifications, .localNetwork, .health, .photosAddOnly, .tracking, .faceID, .homeKit,
    ]
}

extension SystemPermissionConstraint: CustomStringConvertible {
    /// The permission's display name.
    public var description: String {
        switch self {
        case .camera: "Camera"
        case .photos: "Photos"
        case .microphone: "Microphone"
        case .location(usage: .whenInUse): "Location when in use"
        case .location(usage: .always): "Location always"
        case .contacts: "Contacts"
        case .calendarEvents: "Calendar events"
        case .reminders: "Reminders"
        case .motion: "Motion"
        case .speechRecognition: "Speech recognition"
        case .siriKit: "SiriKit"
        case .bluetooth: "Bluetooth"
        case .mediaLibrary: "Media library"
        case .notifications: "Notifications"
        case .localNetwork: "Local network"
        case .health: "Health"
        case .photosAddOnly: "Photos add only"
        case .tracking: "Tracking"
        case .faceID: "Face ID"
        case .homeKit: "HomeKit"
        }
    }
}

extension SystemPermissionConstraint {
    package var requestedAccess: String {
        switch self {
        case .camera: "access the camera"
        case .photos: "access your photos"
        case .microphone: "access the microphone"
        case .location(usage: .whenInUse): "access your location while you use the app"
        case .location(usage: .always): "access your location at any time"
        case .contacts: "access your contacts"
        case .calendarEvents: "access your calendar"
        case .reminders: "access your reminders"
        case .motion: "access your motion and fitness activity"
        case .speechRecognition: "recognize your speech"
        case .siriKit: "be used through Siri"
        case .bluetooth: "use Bluetooth"
        case .mediaLibrary: "access your media library"
        case .notifications: "send you notifications"
        case .localNetwork: "access devices on your local network"
        case .health: "access your health data"
        case .photosAddOnly: "add to your photos"
        case .tracking: "track your activity across other companies' apps and websites"
        case .faceID: "use Face ID"
        case .homeKit: "access your home accessories"
        }
    }
}

/// The times at which an app may access the device's location.
public enum LocationUsage: Sendable, Hashable, CaseIterable {
    /// At any time, including in the background.
    ///
    /// This usage includes ``whenInUse``.
    case always
    /// Only while the app is in use.
    case whenInUse
}

/// The kinds of contact data that an app may access.
public enum ContactsEntity: Sendable, Hashable, CaseIterable {
    /// People and organizations.
    case contacts
}

extension SystemPermissionConstraint {
    /// The name in JSON and on the command line, such as `location-when-in-use`.
    public var name: String {
        switch self {
        case .camera: "camera"
        case .photos: "photos"
        case .microphone: "microphone"
        case .location(usage: .whenInUse): "location-when-in-use"
        case .location(usage: .always): "location-always"
        case .contacts: "contacts"
        case .calendarEvents: "calendar-events"
        case .reminders: "reminders"
        case .motion: "motion"
        case .speechRecognition: "speech-recognition"
        case .siriKit: "siri-kit"
        case .bluetooth: "bluetooth"
        case .mediaLibrary: "media-library"
        case .notifications: "notifications"
        case .localNetwork: "local-network"
        case .health: "health"
        case .photosAddOnly: "photos-add-only"
        case .tracking: "tracking"
        case .faceID: "face-id"
        case .homeKit: "home-kit"
        }
    }

    /// Creates the permission with a name, or returns `nil` if the name is unknown.
    ///
    /// - Parameter name: The exact ``name`` of a permission.
    public init?(name: String) {
        guard let match = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = match
    }

    /// Creates a permission from a unique prefix of its name.
    ///
    /// - Parameters:
    ///   - text: A ``name`` or its beginning, without regard to case, such as `cam`.
    ///   - candidates: The permissions to choose from. Fewer candidates allow shorter prefixes: `location` is
    ///     sufficient if only one location permission is a candidate.
    /// - Throws: ``UnrecognizedName`` if no candidate matches or if several candidates match.
    package init(
        matching text: String, among candidates: some Collection<SystemPermissionConstraint> = Self.allCases
    ) throws(UnrecognizedName) {
        self = try UnrecognizedName.resolve(text, kind: "permission", among: candidates, name: \.name)
    }
}

extension SystemPermissionConstraint: Codable {
    /// Decodes a permission from its name.
    ///
    /// - Throws: `DecodingError` if the name is unknown.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let name = try container.decode(String.self)
        guard let permission = SystemPermissionConstraint(name: name) else {
            let error = UnrecognizedName(kind: "permission", text: name, candidates: [])
            throw DecodingError.dataCorruptedError(in: container, debugDescription: error.description)
        }
        self = permission
    }

    /// Encodes the permission as its name.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}
