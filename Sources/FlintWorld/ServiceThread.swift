// SPDX-License-Identifier: MIT

import FlintLibc

/// A detached thread that runs one function.
///
/// The system's thread pool is not used, because once started, it wakes up every second until the process ends.
package enum ServiceThread {
    private final class Body {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    /// Starts a thread, or returns `false` without calling the function if the thread cannot be created.
    package static func start(_ run: @escaping @Sendable () -> Void) -> Bool {
        // The new thread takes over the retained function.
        let body = Unmanaged.passRetained(Body(run))
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        guard pthread_create(&thread, nil, { Self.enter($0) }, body.toOpaque()) == 0 else {
            body.release()
            return false
        }
        #if canImport(Darwin)
            if let thread { pthread_detach(thread) }
        #else
            pthread_detach(thread)
        #endif
        return true
    }

    private static func enter(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        // Block all signals, so that the app's own threads handle them.
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, nil)
        if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
    }
}
