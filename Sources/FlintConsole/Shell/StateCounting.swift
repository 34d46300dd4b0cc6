import InspectorKit
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Counts the states of a feature in a thread of its own, until it is done or stopped.
///
/// The system's pool of threads is not used, because once started it wakes up every second as long as the process lives.
final class StateCounting: Sendable {
    private let isStopped = Atomic(false)

    /// Starts to count.
    ///
    /// - Parameters:
    ///   - featureID: The feature.
    ///   - inspector: The app.
    ///   - report: Takes how far the count is, and in the end the states; called from the thread.
    init(_ featureID: String, in inspector: any Inspector, report: @escaping @Sendable (ConsoleEvent) -> Void) {
        DetachedThread.start { [weak self] in
            var percent = -1
            let states = inspector.states(of: featureID) { share in
                if Int(share * 100) > percent {
                    percent = Int(share * 100)
                    if percent > 0, percent < 100 { report(.counting(featureID, share)) }
                }
                return self?.isStopped.load(ordering: .relaxed) == false
            }
            report(.states(featureID, states))
        }
    }

    /// Stops the count; its last report is that there is no result.
    func stop() {
        isStopped.store(true, ordering: .relaxed)
    }

    deinit {
        stop()
    }
}

/// A thread that runs a function and ends.
private enum DetachedThread {
    /// What a thread runs.
    private final class Body {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    /// Starts a thread; where the system has none left, the function runs at once.
    static func start(_ run: @escaping @Sendable () -> Void) {
        let body = Unmanaged.passRetained(Body(run))
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let status = pthread_create(&thread, nil, { Self.enter($0) }, body.toOpaque())
        guard status == 0 else {
            body.takeRetainedValue().run()
            return
        }
        #if canImport(Darwin)
            if let thread { pthread_detach(thread) }
        #else
            pthread_detach(thread)
        #endif
    }

    private static func enter(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
    }
}
