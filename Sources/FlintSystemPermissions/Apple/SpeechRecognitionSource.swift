// SPDX-License-Identifier: MIT

#if SpeechRecognition && canImport(Speech) && !os(watchOS) && !os(tvOS)
    import FlintCore
    import Speech

    struct SpeechRecognitionSource: SystemPermissionSource {
        let permission = SystemPermissionConstraint.speechRecognition

        var answer: AuthorizationAnswer? {
            AuthorizationQuestion.speechRecognition.answer(SFSpeechRecognizer.authorizationStatus().rawValue)
        }

        func request(_ completion: @escaping @Sendable () -> Void) {
            SFSpeechRecognizer.requestAuthorization { _ in completion() }
        }
    }
#endif
