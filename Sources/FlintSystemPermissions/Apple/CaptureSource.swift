// SPDX-License-Identifier: MIT

#if (Camera || Microphone) && canImport(AVFoundation) && !os(watchOS)
    import AVFoundation
    import FlintCore

    /// The source of the camera and microphone permissions, which AVFoundation manages.
    struct CaptureSource: SystemPermissionSource {
        let permission: SystemPermissionConstraint
        private let mediaType: UncheckedSendable<AVMediaType>

        #if Camera
            static var camera: CaptureSource {
                CaptureSource(permission: .camera, mediaType: UncheckedSendable(object: .video))
            }
        #endif

        #if Microphone
            static var microphone: CaptureSource {
                CaptureSource(permission: .microphone, mediaType: UncheckedSendable(object: .audio))
            }
        #endif

        var answer: AuthorizationAnswer? {
            let status = AVCaptureDevice.authorizationStatus(for: mediaType.object)
            return AuthorizationQuestion.captureDevice.answer(status.rawValue)
        }

        func request(_ completion: @escaping @Sendable () -> Void) {
            AVCaptureDevice.requestAccess(for: mediaType.object) { _ in completion() }
        }
    }
#endif
