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

    /// Whether an action may certainly be performed now; if not, there is more to ask.
    @inline(__always)
    func areOpen(feature: Any.Type, action: Any.Type) -> Bool {
        let node = actions._withUnsafeGuaranteedRef { $0.decidingNode(feature: feature, action: action) }
        return node >= 0
            && verdicts._withUnsafeGuaranteedRef { !$0.reservations.contains(.overridesEnd) && $0.isTrue(node) }
    }
}
