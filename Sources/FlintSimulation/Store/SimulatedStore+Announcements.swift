import FlintCore

extension SimulatedStore {
    /// What the store answers about a product.
    struct Answer: Equatable {
        var isOwned: Bool?
        var balance: Int?

        /// What it answers about a product nothing has been said of.
        static let nothing = Answer(isOwned: false, balance: nil)
    }

    /// Something that has happened and is to be told.
    struct Step {
        var events: [StoreEvent] = []
        /// What the store answers about every product it knows, and in the end only what is new in that.
        var answers: [String: Answer]
        /// Whether the cause that observers get is the store, rather than the caller that set its answer.
        var isStoresOwn = true
    }

    /// What has been told of a store, and what is still to be told.
    struct State {
        /// What is told about each product; what has happened may be ahead of it.
        var told: [String: Answer] = [:]
        /// What will be told about each product once everything has been.
        var latest: [String: Answer] = [:]
        var steps: ArraySlice<Step> = []
        var isTelling = false
        /// How many events there were when the store was last looked at.
        var eventCount = 0
        var unlocked: Set<ObjectIdentifier> = []
    }
}

extension SimulatedStore.State {
    /// Puts a step on the list, with only the answers that are new, if there is anything to tell in it.
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

    /// Returns the next step to announce, unless another caller is announcing one; its answers apply from now on.
    mutating func nextStep() -> SimulatedStore.Step? {
        guard !isTelling, let step = steps.popFirst() else { return nil }
        isTelling = true
        told.merge(step.answers) { $1 }
        return step
    }
}
