import Dispatch

/// Tells whether code is running on a given queue.
///
/// A queue is marked with its own identity the first time it is asked about, so the answer is right from then on;
/// while code of an unmarked queue is running, nobody has asked about it on behalf of an action yet.
enum QueueIdentity {
    private static let key = DispatchSpecificKey<ObjectIdentifier>()

    /// Whether the caller runs on a queue, or on one that targets it.
    static func isCurrent(_ queue: DispatchQueue) -> Bool {
        let identity = ObjectIdentifier(queue)
        if queue.getSpecific(key: key) != identity {
            // Global queues cannot be marked, and are never the reason to run inline.
            guard !queue.label.hasPrefix("com.apple.root") else { return false }
            queue.setSpecific(key: key, value: identity)
        }
        return DispatchQueue.getSpecific(key: key) == identity
    }
}
