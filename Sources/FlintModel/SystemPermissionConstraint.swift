/// Something the operating system lets an app do only if the user permits it.
///
/// ```swift
/// requirements.permissions(.photos, .camera, .location(usage: .whenInUse))
/// ```
public enum SystemPermissionConstraint: Sendable, Hashable {
    /// Taking pictures and films.
    case camera
    /// The user's pictures.
    case photos
    /// Listening.
    case microphone
    /// Knowing where the device is.
    case location(usage: LocationUsage)
    /// The user's address book.
    case contacts(entity: ContactsEntity)
    /// The user's appointments.
    case calendarEvents
    /// The user's reminders.
    case reminders
    /// Steps, stairs and other activity.
    case motion
    /// Turning speech into text.
    case speechRecognition
    /// Being used through Siri.
    case siriKit
    /// Devices in the neighbourhood.
    case bluetooth
    /// The user's music.
    case mediaLibrary
    /// Alerts, sounds and badges.
    case notifications
    /// Devices on the same network.
    case localNetwork
    /// The user's health records.
    case health
}

extension SystemPermissionConstraint: CaseIterable {
    /// Every permission, in the order in which lists show them.
    public static let allCases: [SystemPermissionConstraint] = [
        .camera, .photos, .microphone, .location(usage: .whenInUse), .location(usage: .always),
        .contacts(entity: .contacts), .calendarEvents, .reminders, .motion, .speechRecognition, .siriKit, .bluetooth,
        .mediaLibrary, .notifications, .localNetwork, .health,
    ]
}

extension SystemPermissionConstraint: CustomStringConvertible {
    /// The permission as people read it.
    public var description: String {
        switch self {
        case .camera: "Camera"
        case .photos: "Photos"
        case .microphone: "Microphone"
        case .location(usage: .whenInUse): "Location when in use"
        case .location(usage: .always): "Location always"
        case .contacts: "Contacts"
        case .calendarEvents: "Calendar Events"
        case .reminders: "Reminders"
        case .motion: "Motion"
        case .speechRecognition: "Speech Recognition"
        case .siriKit: "Siri Kit"
        case .bluetooth: "Bluetooth Peripheral"
        case .mediaLibrary: "Media Library"
        case .notifications: "Notifications"
        case .localNetwork: "Local Network"
        case .health: "Health"
        }
    }
}

extension SystemPermissionConstraint {
    /// What an app that requests the permission would like to do, such as "access the microphone".
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
        }
    }
}

/// When an app may know where the device is.
public enum LocationUsage: Sendable, Hashable, CaseIterable {
    /// At any time, also in the background; this includes ``whenInUse``.
    case always
    /// Only while the app is being used.
    case whenInUse
}

/// What an app may see of the user's contacts.
public enum ContactsEntity: Sendable, Hashable, CaseIterable {
    /// People and organisations.
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
        }
    }

    /// Creates the permission with a name.
    ///
    /// - Parameter name: The exact ``name``; anything else gives `nil`.
    public init?(name: String) {
        guard let match = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = match
    }

    /// Creates the permission that a person means by the beginning of its name.
    ///
    /// - Parameters:
    ///   - text: A ``name`` or its beginning, in capital or small letters, such as `cam`.
    ///   - candidates: The permissions that can be meant. With fewer of them less has to be typed: `location` is
    ///     enough where only one kind of location is a candidate.
    /// - Throws: ``UnrecognizedName`` if none of the candidates, or more than one, can be meant.
    package init(
        matching text: String, among candidates: some Collection<SystemPermissionConstraint> = Self.allCases
    ) throws(UnrecognizedName) {
        self = try UnrecognizedName.resolve(text, kind: "permission", among: candidates, name: \.name)
    }
}

extension SystemPermissionConstraint: Codable {
    /// Decodes a permission from its name.
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
