import Dispatch

/// Tells whether code runs on the main queue, which on Linux need not be the main thread.
enum MainQueue {
    private static let key = DispatchSpecificKey<Bool>()

    /// Marks the main queue; called once at the start.
    static func mark() {
        DispatchQueue.main.setSpecific(key: key, value: true)
    }

    /// Whether the caller runs on the main queue.
    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}
