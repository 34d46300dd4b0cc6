import Synchronization

/// Relays requests to show a screen, from any thread; without a console, nothing happens.
final class ShellRelay: ScreenPresenter {
    private let inbox = Mutex<ShellInbox?>(nil)

    /// Starts to pass on.
    func connect(_ inbox: ShellInbox) {
        self.inbox.withLock { $0 = inbox }
    }

    /// Stops to pass on.
    func disconnect() {
        inbox.withLock { $0 = nil }
    }

    func show(_ screen: ConsoleScreen) {
        inbox.withLock { $0 }?.leave(.open(screen))
    }

    func hide() {
        inbox.withLock { $0 }?.leave(.hide)
    }
}
