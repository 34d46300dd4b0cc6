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
    public var description: String { traits.title }

    package var requestedAccess: String { traits.requestedAccess }

    /// The keys under which an app's property list must state the reason for the permission.
    ///
    /// The system's prompt displays the text of the first key. The system terminates an app that requests a permission
    /// without its reason. The array is empty for a permission whose prompt displays no reason.
    package var usageDescriptionKeys: [String] { traits.usageDescriptionKeys }

    /// The keys that are required only by earlier systems or for some uses of the permission.
    package var optionalUsageDescriptionKeys: [String] { traits.optionalUsageDescriptionKeys }

    private struct Traits {
        let title: String
        let requestedAccess: String
        let usageDescriptionKeys: [String]
        let optionalUsageDescriptionKeys: [String]

        init(_ title: String, _ requestedAccess: String, _ keys: [String], optional: [String] = []) {
            (self.title, self.requestedAccess) = (title, requestedAccess)
            (usageDescriptionKeys, optionalUsageDescriptionKeys) = (keys, optional)
        }
    }

    private var traits: Traits {
        switch self {
        case .camera: Traits("Camera", "access the camera", ["NSCameraUsageDescription"])
        case .photos:
            Traits(
                "Photos", "access your photos", ["NSPhotoLibraryUsageDescription"],
                optional: ["NSPhotoLibraryAddUsageDescription"])
        case .microphone: Traits("Microphone", "access the microphone", ["NSMicrophoneUsageDescription"])
        case .location(usage: .whenInUse):
            Traits(
                "Location when in use", "access your location while you use the app",
                ["NSLocationWhenInUseUsageDescription"], optional: ["NSLocationUsageDescription"])
        case .location(usage: .always):
            Traits(
                "Location always", "access your location at any time",
                ["NSLocationAlwaysAndWhenInUseUsageDescription", "NSLocationWhenInUseUsageDescription"],
                optional: ["NSLocationAlwaysUsageDescription", "NSLocationUsageDescription"])
        case .contacts: Traits("Contacts", "access your contacts", ["NSContactsUsageDescription"])
        case .calendarEvents:
            Traits(
                "Calendar events", "access your calendar", ["NSCalendarsFullAccessUsageDescription"],
                optional: ["NSCalendarsUsageDescription", "NSCalendarsWriteOnlyAccessUsageDescription"])
        case .reminders:
            Traits(
                "Reminders", "access your reminders", ["NSRemindersFullAccessUsageDescription"],
                optional: ["NSRemindersUsageDescription"])
        case .motion: Traits("Motion", "access your motion and fitness activity", ["NSMotionUsageDescription"])
        case .speechRecognition:
            Traits("Speech recognition", "recognize your speech", ["NSSpeechRecognitionUsageDescription"])
        case .siriKit: Traits("SiriKit", "be used through Siri", ["NSSiriUsageDescription"])
        case .bluetooth:
            Traits(
                "Bluetooth", "use Bluetooth", ["NSBluetoothAlwaysUsageDescription"],
                optional: ["NSBluetoothPeripheralUsageDescription"])
        case .mediaLibrary: Traits("Media library", "access your media library", ["NSAppleMusicUsageDescription"])
        case .notifications: Traits("Notifications", "send you notifications", [])
        case .localNetwork:
            Traits("Local network", "access devices on your local network", ["NSLocalNetworkUsageDescription"])
        case .health:
            Traits(
                "Health", "access your health data", ["NSHealthShareUsageDescription"],
                optional: ["NSHealthUpdateUsageDescription", "NSHealthClinicalHealthRecordsShareUsageDescription"])
        case .photosAddOnly: Traits("Photos add only", "add to your photos", ["NSPhotoLibraryAddUsageDescription"])
        case .tracking:
            Traits(
                "Tracking", "track your activity across other companies' apps and websites",
                ["NSUserTrackingUsageDescription"])
        case .faceID: Traits("Face ID", "use Face ID", ["NSFaceIDUsageDescription"])
        case .homeKit: Traits("HomeKit", "access your home accessories", ["NSHomeKitUsageDescription"])
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
