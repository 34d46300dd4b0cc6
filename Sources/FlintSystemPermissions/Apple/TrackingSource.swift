// SPDX-License-Identifier: MIT

#if Tracking && canImport(AppTrackingTransparency) && !os(watchOS)
    import AppTrackingTransparency
    import FlintCore

    /// The source of the tracking permission.
    ///
    /// The system shows the prompt only while the app is active.
    struct TrackingSource: SystemPermissionSource {
        let permission = SystemPermissionConstraint.tracking

        var answer: AuthorizationAnswer? {
            AuthorizationQuestion.tracking.answer(Int(ATTrackingManager.trackingAuthorizationStatus.rawValue))
        }

        func request(_ completion: @escaping @Sendable () -> Void) {
            ATTrackingManager.requestTrackingAuthorization { _ in completion() }
        }
    }
#endif
