// SPDX-License-Identifier: MIT

import InspectorKit
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A count of a feature's possible states, running on a separate thread.
///
/// The count ends when it is complete, when ``stop()`` is called, or when the object is deallocated. It uses a
/// dedicated thread because the system's thread pool, once started, wakes up every second for the rest of the process.
final class StateCounting: Sendable {
    private let isStopped = Atomic(false)

    /// Starts a count.
    ///
    /// - Parameters:
    ///   - featureID: The id of the feature.
    ///   - inspector: The app's inspector.
    ///   - report: A closure that is called on the counting thread, with the progress after each percent and finally
    ///     with the states.
    init(_ featureID: String, in inspector: any Inspector, report: @escaping @Sendable (ConsoleEvent) -> Void) {
        DetachedThread.start { [weak self] in
            var percent = -1
            let (states, missing) = MissingAnswer.collect {
                inspector.states(of: featureID) { share in
                    if Int(share * 100) > percent {
                        percent = Int(share * 100)
                        if percent > 0, percent < 100 { report(.counting(featureID, share)) }
                    }
                    return self?.isStopped.load(ordering: .relaxed) == false
                }
            }
            if let missing {
                report(.missing(.states(of: featureID), reason: missing.description))
            } else {
                report(.states(featureID, states))
            }
        }
    }

    /// Stops the count.
    ///
    /// The final report then contains no states.
    func stop() {
        isStopped.store(true, ordering: .relaxed)
    }

    deinit {
        stop()
    }
}

private enum DetachedThread {
    private final class Body {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    /// Runs a function on a new thread, or on the calling thread if the system cannot create one.
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
