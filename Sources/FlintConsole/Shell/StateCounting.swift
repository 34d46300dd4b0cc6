// SPDX-License-Identifier: MIT

import FlintWorld
import Synchronization

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
    ///     with the states or the reason that they are missing. If the thread cannot be started, the closure is called
    ///     immediately.
    init(_ featureID: String, in inspector: any Inspector, report: @escaping @Sendable (ConsoleEvent) -> Void) {
        let isStarted = ServiceThread.start { [weak self] in
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
        if !isStarted {
            report(.missing(.states(of: featureID), reason: "The system cannot start another thread."))
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
