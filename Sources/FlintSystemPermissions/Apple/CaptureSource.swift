// SPDX-License-Identifier: MIT

#if (Camera || Microphone) && canImport(AVFoundation) && !os(watchOS)
    import FlintLocks
    import AVFoundation
    import FlintCore

    struct CaptureSource: SystemPermissionSource {
        let permission: SystemPermissionConstraint
        private let mediaType: UncheckedSendable<AVMediaType>

        #if Camera
            static var camera: CaptureSource {
                CaptureSource(permission: .camera, mediaType: UncheckedSendable(.video))
            }
        #endif

        #if Microphone
            static var microphone: CaptureSource {
                CaptureSource(permission: .microphone, mediaType: UncheckedSendable(.audio))
            }
        #endif

        var answer: AuthorizationAnswer? {
            let status = AVCaptureDevice.authorizationStatus(for: mediaType.value)
            return AuthorizationQuestion.captureDevice.answer(status.rawValue)
        }

        func request(_ completion: @escaping @Sendable () -> Void) {
            AVCaptureDevice.requestAccess(for: mediaType.value) { _ in completion() }
        }
    }
#endif
