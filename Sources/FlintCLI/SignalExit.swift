// SPDX-License-Identifier: MIT

import Dispatch
import FlintAttachServer
import FlintCore
import FlintLibc

/// Handles the signals that end a program without a screen.
///
/// A signal ends the program immediately unless changes are pending. Pending changes are saved first, on the main
/// queue, which may have to wait for a file lock. A second signal ends the program during that wait.
@MainActor
enum SignalExit {
    private static var source: (any DispatchSourceRead)?
    /// The write end of the pipe through which the signal handler wakes the main queue.
    private nonisolated(unsafe) static var wakeUp: Int32 = -1
    private nonisolated(unsafe) static var isSaving = false

    static func handle() {
        var ends: [Int32] = [-1, -1]
        guard source == nil, pipe(&ends) == 0 else { return }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        wakeUp = ends[1]
        let output = ends[0]
        let source = DispatchSource.makeReadSource(fileDescriptor: output, queue: .main)
        source.setEventHandler {
            var byte: UInt8 = 0
            guard read(output, &byte, 1) == 1 else { return }
            _ = SavedState.finishAndReport()
            end(with: Int32(byte))
        }
        source.activate()
        self.source = source
        installHandler()
    }

    private nonisolated static func installHandler() {
        // The handlers run on any thread and must neither allocate memory nor take locks.
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signal(number) { number in
                guard StateFileAccess.process.hasPendingChanges, !SignalExit.isSaving else {
                    return SignalExit.end(with: number)
                }
                SignalExit.isSaving = true
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(SignalExit.wakeUp, &byte, 1)
            }
        }
    }

    private nonisolated static func end(with number: Int32) {
        InspectorServer.removeInterruptedSocket()
        // The default action ends the process in such a way that its parent learns of the signal.
        signal(number, SIG_DFL)
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, number)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        raise(number)
        // The first process of a container is not ended by the signal.
        _exit(128 + number)
    }
}
