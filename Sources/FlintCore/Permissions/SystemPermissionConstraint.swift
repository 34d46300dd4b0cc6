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
