import Dispatch
import FlintAttachServer
import FlintCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The end of a program without a screen by a signal.
///
/// The signal ends the program at once, unless changes are pending. These are saved first, on the main queue, which may
/// wait for a lock; another signal ends the program then.
@MainActor
enum SignalExit {
    private static var source: (any DispatchSourceRead)?
    /// The end of the pipe that the handler writes the signal to.
    private nonisolated(unsafe) static var wakeUp: Int32 = -1
    private nonisolated(unsafe) static var isSaving = false

    /// Handles the signals that end a program from now on.
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

    /// Installs the handler, which runs on any thread and may allocate nothing and take no lock.
    private nonisolated static func installHandler() {
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
        signal(number, SIG_DFL)
        raise(number)
    }
}
