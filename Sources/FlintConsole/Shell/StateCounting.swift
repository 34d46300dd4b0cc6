// SPDX-License-Identifier: MIT

import FlintLocks
import FlintWorld

/// A count of a feature's possible states, running on a separate thread.
///
/// The count ends when it is complete, when ``stop()`` is called, or when the object is deallocated. It uses a
/// dedicated thread because the system's thread pool, once started, wakes up every second for the rest of the process.
final class StateCounting: Sendable {
    let featureID: String
    private let isStopped = Atomic(false)

    /// Starts a count.
    ///
    /// The `report` closure is called on the counting thread, with the progress after each percent and finally with the
    /// states. If the thread cannot be started, the closure is called immediately.
    init(_ featureID: String, in world: World, report: @escaping @Sendable (ConsoleEvent) -> Void) {
        self.featureID = featureID
        let isStarted = ServiceThread.start { [weak self] in
            var percent = -1
            let states = world.states(of: featureID) { share in
                if Int(share * 100) > percent {
                    percent = Int(share * 100)
                    if percent > 0, percent < 100 { report(.counting(featureID, share)) }
                }
                return self?.isStopped.load(ordering: .relaxed) == false
            }
            report(.states(featureID, states))
        }
        if !isStarted {
            report(.states(featureID, nil))
            report(.announce("The system cannot start another thread"))
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
