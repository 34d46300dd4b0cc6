/// What all features have in common that are registered together, with one group or alone.
final class Registration {
    /// Finds out which members they leave to default implementations.
    let probe: DeclarationProbe
    /// Reads the facts they depend on; `nil` before set-up.
    let sources: FactSources?
    /// Whether something knows what has been purchased.
    let hasPurchaseTracker: Bool
    private var read: Set<FactKey> = []

    /// Begins a registration.
    init(probe: DeclarationProbe, sources: FactSources?, hasPurchaseTracker: Bool) {
        self.probe = probe
        self.sources = sources
        self.hasPurchaseTracker = hasPurchaseTracker
    }

    /// Returns the path a feature fixes for itself, or `nil` if it leaves that to the engine.
    func identifier(fixedBy feature: FeatureDefinition.Type) -> FeaturePath? {
        var identifier: FeaturePath?
        let missing = probe.membersLeftToDefaults(.identifier, of: feature) { identifier = feature.identifier }
        return missing.isEmpty ? identifier : nil
    }

    /// Returns whether a feature defines `isAvailable` itself, as features of the oldest style do.
    func definesAvailability(_ feature: ConditionalFeatureDefinition.Type) -> Bool {
        probe.membersLeftToDefaults(.isAvailable, of: feature) { _ = feature.isAvailable }.isEmpty
    }

    /// Whether a fact that features share has still to be read, which it is once however many of them there are.
    func isUnread(_ key: FactKey) -> Bool {
        read.insert(key).inserted
    }
}
