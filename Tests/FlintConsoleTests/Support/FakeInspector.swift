import InspectorKit
import Synchronization

/// An inspector over a hand-made app; everything happens at once and in order.
final class FakeInspector: Inspector {
    private struct Content {
        var world: PodcastWorld
        var sent: [Command] = []
        var refreshCount = 0
        var snapshotCount = 0
        var observers: [Int: @Sendable () -> Void] = [:]
        var nextObserver = 0
    }

    private let content: Mutex<Content>

    init(_ world: PodcastWorld = PodcastWorld()) {
        content = Mutex(Content(world: world))
    }

    /// Every command that was sent, in order.
    var sent: [Command] { content.withLock { $0.sent } }
    var refreshCount: Int { content.withLock { $0.refreshCount } }
    var snapshotCount: Int { content.withLock { $0.snapshotCount } }
    var observerCount: Int { content.withLock { $0.observers.count } }

    /// Changes the app without a command, as the world outside does, and tells the observers.
    func change(_ body: @Sendable (inout PodcastWorld) -> Void) {
        content.withLock { body(&$0.world) }
        notify()
    }

    func snapshot() -> Snapshot {
        content.withLock {
            $0.snapshotCount += 1
            return $0.world.snapshot
        }
    }

    func events(after id: UInt64) -> [Event] {
        content.withLock { content in content.world.events.filter { $0.id > id } }
    }

    func logLines(after id: UInt64) -> [LogLine] {
        content.withLock { content in content.world.logLines.filter { $0.id > id } }
    }

    func send(_ command: Command, completion: @escaping @Sendable (CommandResult) -> Void) {
        let result = content.withLock { content in
            content.sent.append(command)
            return content.world.carryOut(command)
        }
        notify()
        completion(result)
    }

    func preview(_ command: Command) -> Preview {
        var world = content.withLock { $0.world }
        let before = world.snapshot.features
        _ = world.carryOut(command)
        let changes = zip(before, world.snapshot.features).compactMap { before, after in
            before.available == after.available
                ? nil
                : Preview.Change(
                    featureID: before.id, featureName: before.name, before: before.available, after: after.available)
        }
        return Preview(changes: changes)
    }

    func refresh() {
        content.withLock { $0.refreshCount += 1 }
    }

    func observe(_ handler: @escaping @Sendable () -> Void) -> InspectorObservation {
        let id = content.withLock { content in
            content.nextObserver += 1
            content.observers[content.nextObserver] = handler
            return content.nextObserver
        }
        return InspectorObservation { [weak self] in
            self?.content.withLock { _ = $0.observers.removeValue(forKey: id) }
        }
    }

    private func notify() {
        let observers = content.withLock { Array($0.observers.values) }
        for observer in observers { observer() }
    }
}
