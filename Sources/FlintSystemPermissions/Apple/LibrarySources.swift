// SPDX-License-Identifier: MIT

import FlintCore
import FlintLocks

#if Contacts && canImport(Contacts)
    import Contacts
#endif
#if (CalendarEvents || Reminders) && canImport(EventKit)
    import EventKit
#endif
#if MediaLibrary && canImport(MediaPlayer) && !os(macOS) && !os(tvOS)
    import MediaPlayer
#endif
#if (Photos || PhotosAddOnly) && canImport(Photos)
    import Photos
#endif

#if Photos && canImport(Photos)
    struct PhotosSource: SystemPermissionSource {
        let permission = SystemPermissionConstraint.photos

        var answer: AuthorizationAnswer? {
            AuthorizationQuestion.photoLibrary.answer(PHPhotoLibrary.authorizationStatus(for: .readWrite).rawValue)
        }

        func request(_ completion: @escaping @Sendable () -> Void) {
            PHPhotoLibrary.requestAuthorization(for: .readWrite) { _ in completion() }
        }
    }
#endif

#if PhotosAddOnly && canImport(Photos)
    struct PhotosAddOnlySource: SystemPermissionSource {
        let permission = SystemPermissionConstraint.photosAddOnly

        var answer: AuthorizationAnswer? {
            AuthorizationQuestion.photoAdditions.answer(PHPhotoLibrary.authorizationStatus(for: .addOnly).rawValue)
        }

        func request(_ completion: @escaping @Sendable () -> Void) {
            PHPhotoLibrary.requestAuthorization(for: .addOnly) { _ in completion() }
        }
    }
#endif

#if Contacts && canImport(Contacts)
    struct ContactsSource: SystemPermissionSource {
        let permission = SystemPermissionConstraint.contacts(entity: .contacts)
        private let store = UncheckedSendable(CNContactStore())

        var answer: AuthorizationAnswer? {
            AuthorizationQuestion.contacts.answer(CNContactStore.authorizationStatus(for: .contacts).rawValue)
        }

        func request(_ completion: @escaping @Sendable () -> Void) {
            store.value.requestAccess(for: .contacts) { _, _ in completion() }
        }
    }
#endif

#if CalendarEvents && canImport(EventKit)
    struct CalendarEventsSource: SystemPermissionSource {
        let permission = SystemPermissionConstraint.calendarEvents
        private let store = UncheckedSendable(EKEventStore())

        var answer: AuthorizationAnswer? {
            AuthorizationQuestion.calendarEvents.answer(EKEventStore.authorizationStatus(for: .event).rawValue)
        }

        func request(_ completion: @escaping @Sendable () -> Void) {
            store.value.requestFullAccessToEvents { _, _ in completion() }
        }
    }
#endif

#if Reminders && canImport(EventKit)
    struct RemindersSource: SystemPermissionSource {
        let permission = SystemPermissionConstraint.reminders
        private let store = UncheckedSendable(EKEventStore())

        var answer: AuthorizationAnswer? {
            AuthorizationQuestion.reminders.answer(EKEventStore.authorizationStatus(for: .reminder).rawValue)
        }

        func request(_ completion: @escaping @Sendable () -> Void) {
            store.value.requestFullAccessToReminders { _, _ in completion() }
        }
    }
#endif

#if MediaLibrary && canImport(MediaPlayer) && !os(macOS) && !os(tvOS)
    struct MediaLibrarySource: SystemPermissionSource {
        let permission = SystemPermissionConstraint.mediaLibrary

        var answer: AuthorizationAnswer? {
            AuthorizationQuestion.mediaLibrary.answer(MPMediaLibrary.authorizationStatus().rawValue)
        }

        func request(_ completion: @escaping @Sendable () -> Void) {
            MPMediaLibrary.requestAuthorization { _ in completion() }
        }
    }
#endif
