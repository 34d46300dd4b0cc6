// SPDX-License-Identifier: MIT

import FlintCore

extension SimulatedStore {
    /// The store's answers about a product, where `nil` means unknown.
    struct Answer: Equatable {
        var isOwned: Bool?
        var balance: Int?

        static let nothing = Answer(isOwned: false, balance: nil)
    }

    /// A change in the store that is announced as a unit.
    struct Step {
        var events: [StoreEvent] = []
        /// The answers about all known products, or only the changed ones in a queued step.
        var answers: [String: Answer]
        /// Whether observers see the store as the cause of the change, rather than the caller that made it.
        var isCausedByStore = true
    }

    /// The state of a store's announcements, which are made one at a time.
    ///
    /// The store itself changes immediately. Each change adds a step to the queue, and observers see a step's answers
    /// only while and after it is announced.
    struct State {
        /// The answers that observers currently see; the store itself may be ahead of them.
        var announcedAnswers: [String: Answer] = [:]
        var latest: [String: Answer] = [:]
        var steps: ArraySlice<Step> = []
        var isAnnouncing = false
        var eventCount = 0
        var unlocked: Set<ObjectIdentifier> = []
    }
}

extension SimulatedStore.State {
    /// Queues a step with only its changed answers, or discards a step without events or changes.
    mutating func enqueue(_ step: SimulatedStore.Step) {
        var step = step
        // A product that is missing from the answers has disappeared and is announced as not owned.
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

    /// Removes the next step and applies its answers.
    ///
    /// The result is `nil` if the queue is empty or another caller is announcing a step.
    mutating func nextStep() -> SimulatedStore.Step? {
        // Another thread that is announcing takes the remaining steps too, which keeps their order.
        guard !isAnnouncing, let step = steps.popFirst() else { return nil }
        isAnnouncing = true
        announcedAnswers.merge(step.answers) { $1 }
        return step
    }
}
