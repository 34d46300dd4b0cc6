import Synchronization

/// Decides whether overrides are accepted: they are a tool for development, which a shipped app refuses.
///
/// A store that accepted them in a shipped app would let a file that lies around unlock what has to be paid for.
final class OverrideGate: Sendable {
    /// Whether overrides are accepted where nothing else was configured: in builds that define `DEBUG`.
    static var isOpenByDefault: Bool {
        #if DEBUG
            true
        #else
            false
        #endif
    }

    private let openFlag = Atomic(OverrideGate.isOpenByDefault)
    private let refusalHandler = Protected<(@Sendable (FactKey) -> Void)?>(nil)

    /// Whether overrides are accepted.
    var isOpen: Bool {
        get { openFlag.load(ordering: .acquiring) }
        set { openFlag.store(newValue, ordering: .releasing) }
    }

    /// Has a handler called with the fact of every override that is refused, with no lock held.
    func onRefusal(_ handler: @escaping @Sendable (FactKey) -> Void) {
        refusalHandler.withLock { $0 = handler }
    }

    /// Reports an override that is refused.
    func refuse(_ key: FactKey) {
        refusalHandler.withLock { $0 }?(key)
    }
}
