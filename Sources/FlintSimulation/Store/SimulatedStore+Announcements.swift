// SPDX-License-Identifier: MIT

import FlintCore

extension SimulatedStore {
    /// The store's answers about a product.
    ///
    /// A value of `nil` means unknown.
    struct Answer: Equatable {
        var isOwned: Bool?
        var balance: Int?

        /// The answer about an unknown product.
        static let nothing = Answer(isOwned: false, balance: nil)
    }

    /// A change in the store that is announced as a unit.
    struct Step {
        var events: [StoreEvent] = []
        /// The answers about all known products.
        ///
        /// A queued step contains only the changed answers.
        var answers: [String: Answer]
        /// Whether observers see the store as the cause of the change, rather than the caller that made it.
        var isCausedByStore = true
    }

    /// The announcements of a store, which take place one at a time.
    ///
    /// The store itself changes immediately. Each change adds a step to the queue, and observers see a step's answers
    /// only while and after it is announced.
    struct State {
        /// The answers that observers currently see.
        ///
        /// The store itself may be ahead of them.
        var announcedAnswers: [String: Answer] = [:]
        /// The answers that observers will see once the queue is empty.
        var latest: [String: Answer] = [:]
        var steps: ArraySlice<Step> = []
        var isAnnouncing = false
        var eventCount = 0
        var unlocked: Set<ObjectIdentifier> = []
    }
}

extension SimulatedStore.State {
    /// Queues a step with only its changed answers.
    ///
    /// A step without events or changes is discarded.
    mutating func enqueue(_ step: SimulatedStore.Step) {
        var step = step
        let known = Set(latest.keys).union(step.answers.keys)
        let all = step.answers
        step.answers = [:]
        for productID in known {
            let answer = all[productID] ?? .nothing
            if answer != latest[productID] ?? .nothing { step.answers[productID] = answer }
        }
        latest = all
        if !step.events.isEmpty || !step.answers.isEmpty { steps.append(step) }
    }

    /// Removes the next step from the queue and applies its answers.
    ///
    /// - Returns: The step, or `nil` if the queue is empty or another caller is announcing a step.
    mutating func nextStep() -> SimulatedStore.Step? {
        guard !isAnnouncing, let step = steps.popFirst() else { return nil }
        isAnnouncing = true
        announcedAnswers.merge(step.answers) { $1 }
        return step
    }
}
