// SPDX-License-Identifier: MIT

#if Notifications && canImport(UserNotifications)
    import FlintCore
    import UserNotifications

    struct NotificationsSource: SystemPermissionSource {
        let permission = SystemPermissionConstraint.notifications
        private let status = AsynchronousPermissionStatus(AuthorizationQuestion.notifications.answer(0)) { answer in
            UNUserNotificationCenter.current().getNotificationSettings { settings in
                answer(AuthorizationQuestion.notifications.answer(settings.authorizationStatus.rawValue))
            }
        }

        var answer: AuthorizationAnswer? { status.current }

        func request(_ completion: @escaping @Sendable () -> Void) {
            UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .sound, .badge]) { _, _ in
                status.refresh(completion)
            }
        }

        func observe(_ handler: @escaping @Sendable () -> Void) {
            status.observe(handler)
        }
    }
#endif
