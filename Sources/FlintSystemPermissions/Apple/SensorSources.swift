// SPDX-License-Identifier: MIT

import FlintCore
import FlintLocks

#if Bluetooth && canImport(CoreBluetooth)
    import CoreBluetooth
    import Foundation
#endif
#if Motion && canImport(CoreMotion) && !os(macOS) && !os(tvOS) && !os(visionOS)
    import CoreMotion
    import Foundation
#endif

#if Motion && canImport(CoreMotion) && !os(macOS) && !os(tvOS) && !os(visionOS)
    /// The source of the permission for motion and fitness data.
    ///
    /// The system asks when the app first reads the data.
    struct MotionSource: SystemPermissionSource {
        let permission = SystemPermissionConstraint.motion
        private let manager = UncheckedSendable(CMMotionActivityManager())

        var answer: AuthorizationAnswer? {
            CMMotionActivityManager.isActivityAvailable()
                ? AuthorizationQuestion.motion.answer(CMMotionActivityManager.authorizationStatus().rawValue)
                : nil
        }

        func request(_ completion: @escaping @Sendable () -> Void) {
            let now = Date()
            manager.value.queryActivityStarting(from: now, to: now, to: OperationQueue()) { _, _ in completion() }
        }
    }
#endif

#if Bluetooth && canImport(CoreBluetooth)
    /// The source of the Bluetooth permission.
    ///
    /// The system asks when a central manager is created, and the manager reports its state once the user has answered.
    struct BluetoothSource: SystemPermissionSource {
        let permission = SystemPermissionConstraint.bluetooth

        var answer: AuthorizationAnswer? { AuthorizationQuestion.bluetooth.answer(CBManager.authorization.rawValue) }

        func request(_ completion: @escaping @Sendable () -> Void) {
            BluetoothQuestion(completion).ask()
        }
    }

    /// A request that retains itself until it is answered.
    private final class BluetoothQuestion: NSObject, CBCentralManagerDelegate, @unchecked Sendable {
        private let completion: @Sendable () -> Void
        private let kept = Protected<(BluetoothQuestion, CBCentralManager)?>(nil)

        init(_ completion: @escaping @Sendable () -> Void) {
            self.completion = completion
            super.init()
        }

        func ask() {
            // The delegate is set after the manager is retained, so that no report comes too early.
            let manager = CBCentralManager(delegate: nil, queue: DispatchQueue.main)
            kept.withLock { $0 = (self, manager) }
            manager.delegate = self
            centralManagerDidUpdateState(manager)
        }

        func centralManagerDidUpdateState(_ central: CBCentralManager) {
            guard CBManager.authorization.rawValue != 0 else { return }
            if kept.withLock({ $0.take() }) != nil { completion() }
        }
    }
#endif
