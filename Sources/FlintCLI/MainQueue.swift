import Dispatch

#if os(Linux)
    #if canImport(Glibc)
        import Glibc
    #else
        import Musl
    #endif
#endif

/// The main queue, on which everything in the program happens.
enum MainQueue {
    private static let key = DispatchSpecificKey<Bool>()

    /// Marks the main queue; called once at the start.
    static func mark() {
        DispatchQueue.main.setSpecific(key: key, value: true)
    }

    /// Whether the caller runs on the main queue.
    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

    /// Runs what is put on the main queue, for ever, on the main thread.
    ///
    /// On Linux `dispatchMain` would leave the main thread asleep and give the queue to the workers of a pool, which
    /// are started for a key and wake up again, to end, when no other follows for some seconds. So the thread waits
    /// for the queue itself, in the way Foundation's run loop does there.
    static func run() -> Never {
        #if os(Linux)
            // The parent process may have blocked signals, which `dispatchMain` would let through too.
            var none = sigset_t()
            sigemptyset(&none)
            pthread_sigmask(SIG_SETMASK, &none, nil)
            var wakeUp = pollfd(fd: mainQueueHandle(), events: Int16(POLLIN), revents: 0)
            var count: UInt64 = 0
            while true {
                guard poll(&wakeUp, 1, -1) > 0 else { continue }
                _ = read(wakeUp.fd, &count, MemoryLayout.size(ofValue: count))
                drainMainQueue(nil)
            }
        #else
            dispatchMain()
        #endif
    }
}

#if os(Linux)
    /// The descriptor that can be read when there is something on the main queue.
    @_silgen_name("_dispatch_get_main_queue_handle_4CF")
    private func mainQueueHandle() -> Int32

    /// Runs everything that is on the main queue.
    @_silgen_name("_dispatch_main_queue_callback_4CF")
    private func drainMainQueue(_ unused: UnsafeMutableRawPointer?)
#endif
