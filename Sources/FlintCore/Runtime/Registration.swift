/// What all features have in common that are registered together, with one group or alone.
final class Registration {
    /// Finds out which of them say themselves whether they are available.
    let survey: OwnAvailability
    /// Reads the facts they depend on; `nil` before set-up.
    let sources: FactSources?
    /// Whether something knows what has been purchased.
    let hasPurchaseTracker: Bool
    private var read: Set<FactKey> = []

    /// Begins a registration.
    init(survey: OwnAvailability, sources: FactSources?, hasPurchaseTracker: Bool) {
        self.survey = survey
        self.sources = sources
        self.hasPurchaseTracker = hasPurchaseTracker
    }

    /// Whether a fact that features share has still to be read, which it is once however many of them there are.
    func isUnread(_ key: FactKey) -> Bool {
        read.insert(key).inserted
    }
}
