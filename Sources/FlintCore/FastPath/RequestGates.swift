/// Answers most requests without a lock and without counting references.
///
/// The objects it refers to must be kept by whoever keeps this.
struct RequestGates: @unchecked Sendable {
    private let actions: Unmanaged<ActionTable>
    private let verdicts: Unmanaged<PublishedVerdicts>

    /// Refers to a catalog's actions and to a fact store's verdicts.
    init(actions: ActionTable, verdicts: PublishedVerdicts) {
        self.actions = Unmanaged.passUnretained(actions)
        self.verdicts = Unmanaged.passUnretained(verdicts)
    }

    /// What is known of an action that may certainly be performed now; if there is nothing, there is more to ask.
    @inline(__always)
    func admitted(feature: Any.Type, action: Any.Type) -> Unmanaged<ActionMetadata>? {
        guard let found = actions._withUnsafeGuaranteedRef({ $0.found(feature, action) }),
            verdicts._withUnsafeGuaranteedRef({ verdicts in
                verdicts.reservations.isEmpty
                    && verdicts.isTrue(found._withUnsafeGuaranteedRef { $0.gate.decidingNode })
            })
        else { return nil }
        return found
    }

    /// What is known of an action, if nothing but a verdict, and perhaps a switch, has to be asked about it.
    func found(feature: Any.Type, action: Any.Type) -> Unmanaged<ActionMetadata>? {
        guard verdicts._withUnsafeGuaranteedRef({ $0.reservations.isEmpty }) else { return nil }
        return actions._withUnsafeGuaranteedRef { $0.found(feature, action) }
    }

    /// Whether an action may certainly be performed now; if not, there is more to ask.
    @inline(__always)
    func areOpen(feature: Any.Type, action: Any.Type) -> Bool {
        let node = actions._withUnsafeGuaranteedRef { $0.decidingNode(feature: feature, action: action) }
        return node >= 0
            && verdicts._withUnsafeGuaranteedRef { !$0.reservations.contains(.overridesEnd) && $0.isTrue(node) }
    }
}
