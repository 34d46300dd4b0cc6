// SPDX-License-Identifier: MIT

#if SiriKit && canImport(Intents) && !os(macOS) && !os(tvOS)
    import FlintCore
    import Intents

    struct SiriKitSource: SystemPermissionSource {
        let permission = SystemPermissionConstraint.siriKit

        var answer: AuthorizationAnswer? {
            AuthorizationQuestion.siri.answer(INPreferences.siriAuthorizationStatus().rawValue)
        }

        func request(_ completion: @escaping @Sendable () -> Void) {
            INPreferences.requestSiriAuthorization { _ in completion() }
        }
    }
#endif
