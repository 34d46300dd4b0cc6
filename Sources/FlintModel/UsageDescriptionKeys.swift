// SPDX-License-Identifier: MIT

extension SystemPermissionConstraint {
    /// The keys under which an app's property list must state the reason for the permission.
    ///
    /// The system's prompt displays the text of the first key. The system terminates an app that requests a permission
    /// without its reason. The array is empty for a permission whose prompt displays no reason.
    package var usageDescriptionKeys: [String] {
        switch self {
        case .camera: ["NSCameraUsageDescription"]
        case .photos: ["NSPhotoLibraryUsageDescription"]
        case .microphone: ["NSMicrophoneUsageDescription"]
        case .location(usage: .whenInUse): ["NSLocationWhenInUseUsageDescription"]
        case .location(usage: .always):
            ["NSLocationAlwaysAndWhenInUseUsageDescription", "NSLocationWhenInUseUsageDescription"]
        case .contacts: ["NSContactsUsageDescription"]
        case .calendarEvents: ["NSCalendarsFullAccessUsageDescription"]
        case .reminders: ["NSRemindersFullAccessUsageDescription"]
        case .motion: ["NSMotionUsageDescription"]
        case .speechRecognition: ["NSSpeechRecognitionUsageDescription"]
        case .siriKit: ["NSSiriUsageDescription"]
        case .bluetooth: ["NSBluetoothAlwaysUsageDescription"]
        case .mediaLibrary: ["NSAppleMusicUsageDescription"]
        case .notifications: []
        case .localNetwork: ["NSLocalNetworkUsageDescription"]
        case .health: ["NSHealthShareUsageDescription"]
        case .photosAddOnly: ["NSPhotoLibraryAddUsageDescription"]
        case .tracking: ["NSUserTrackingUsageDescription"]
        case .faceID: ["NSFaceIDUsageDescription"]
        case .homeKit: ["NSHomeKitUsageDescription"]
        }
    }

    /// The keys that are required only by earlier systems or for some uses of the permission.
    package var optionalUsageDescriptionKeys: [String] {
        switch self {
        case .photos: ["NSPhotoLibraryAddUsageDescription"]
        case .location(usage: .whenInUse): ["NSLocationUsageDescription"]
        case .location(usage: .always): ["NSLocationAlwaysUsageDescription", "NSLocationUsageDescription"]
        case .calendarEvents: ["NSCalendarsUsageDescription", "NSCalendarsWriteOnlyAccessUsageDescription"]
        case .reminders: ["NSRemindersUsageDescription"]
        case .bluetooth: ["NSBluetoothPeripheralUsageDescription"]
        case .health: ["NSHealthUpdateUsageDescription", "NSHealthClinicalHealthRecordsShareUsageDescription"]
        case .camera, .microphone, .contacts, .motion, .speechRecognition, .siriKit, .mediaLibrary, .notifications,
            .localNetwork, .photosAddOnly, .tracking, .faceID, .homeKit:
            []
        }
    }
}
