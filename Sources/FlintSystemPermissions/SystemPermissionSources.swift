// SPDX-License-Identifier: MIT

import FlintCore

enum SystemPermissionSources {
    static var all: [any SystemPermissionSource] {
        var sources: [any SystemPermissionSource] = []
        #if Camera && canImport(AVFoundation) && !os(watchOS)
            sources.append(CaptureSource.camera)
        #endif
        #if Microphone && canImport(AVFoundation) && !os(watchOS)
            sources.append(CaptureSource.microphone)
        #endif
        #if Photos && canImport(Photos)
            sources.append(PhotosSource())
        #endif
        #if PhotosAddOnly && canImport(Photos)
            sources.append(PhotosAddOnlySource())
        #endif
        #if Contacts && canImport(Contacts)
            sources.append(ContactsSource())
        #endif
        #if CalendarEvents && canImport(EventKit)
            sources.append(CalendarEventsSource())
        #endif
        #if Reminders && canImport(EventKit)
            sources.append(RemindersSource())
        #endif
        #if MediaLibrary && canImport(MediaPlayer) && !os(macOS) && !os(tvOS)
            sources.append(MediaLibrarySource())
        #endif
        #if SpeechRecognition && canImport(Speech) && !os(watchOS) && !os(tvOS)
            sources.append(SpeechRecognitionSource())
        #endif
        #if Location && canImport(CoreLocation)
            sources.append(LocationSource(.whenInUse))
            #if !os(tvOS)
                sources.append(LocationSource(.always))
            #endif
        #endif
        #if Motion && canImport(CoreMotion) && !os(macOS) && !os(tvOS) && !os(visionOS)
            sources.append(MotionSource())
        #endif
        #if Bluetooth && canImport(CoreBluetooth)
            sources.append(BluetoothSource())
        #endif
        #if Notifications && canImport(UserNotifications)
            sources.append(NotificationsSource())
        #endif
        #if SiriKit && canImport(Intents) && !os(macOS) && !os(tvOS)
            sources.append(SiriKitSource())
        #endif
        #if Tracking && canImport(AppTrackingTransparency) && !os(watchOS)
            sources.append(TrackingSource())
        #endif
        return sources
    }
}
