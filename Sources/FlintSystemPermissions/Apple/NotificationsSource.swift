// SPDX-License-Identifier: MIT

#if Notifications && canImport(UserNotifications)
    import FlintCore
    import UserNotifications

    /// The source of the permission for notifications with alerts, sounds, and badges.
    struct NotificationsSource: SystemPermissionSource {
        let permission = SystemPermissionConstraint.notifications
        /// The system reports the status asynchronously.
        private let answer = AsynchronousPermissionStatus { answer in
            UNUserNotificationCenter.current().getNotificationSettings { settings in
                answer(AuthorizationCode.notifications(settings.authorizationStatus.rawValue))
            }
        }

        var status: SystemPermissionStatus { answer.current }

        func request(_ completion: @escaping @Sendable () -> Void) {
            UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .sound, .badge]) { _, _ in
                answer.refresh(completion)
            }
        }

        func observe(_ handler: @escaping @Sendable () -> Void) {
            answer.observe(handler)
        }
    }
#endif
