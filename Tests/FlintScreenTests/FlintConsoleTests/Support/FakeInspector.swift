import FlintWorld
import Foundation
import Synchronization

/// The inspector of a sample app, which answers synchronously and in order.
///
/// Answers about gating follow from the app's world, as for any other app. Events, log lines, and stacks are added by
/// tests.
final class FakeInspector: Inspector {
    private struct Content {
        var app: PodcastWorld
        var sent: [Command] = []
        var refreshCount = 0
        var listCount = 0
        var explained: [String] = []
        var revision: UInt64 = 0
        var history: [UInt64: PodcastWorld] = [:]
        var observers: [Int: @Sendable () -> Void] = [:]
        var nextObserver = 0

        mutating func advance() {
            revision += 1
            history[revision] = app
        }
    }

    private let content: Mutex<Content>

    init(_ app: PodcastWorld = PodcastWorld()) {
        content = Mutex(Content(app: app, history: [0: app]))
    }

    var podcasts: PodcastWorld { content.withLock { $0.app } }
    var sent: [Command] { content.withLock { $0.sent } }
    var refreshCount: Int { content.withLock { $0.refreshCount } }
    var listCount: Int { content.withLock { $0.listCount } }
    var explained: [String] { content.withLock { $0.explained } }
    var observerCount: Int { content.withLock { $0.observers.count } }

    /// Changes the app without a command and notifies the observers.
    func change(_ body: @Sendable (inout PodcastWorld) -> Void) {
        content.withLock {
            body(&$0.app)
            $0.advance()
        }
        notify()
    }

    func list() -> AppModel {
        content.withLock { content in
            content.listCount += 1
            return content.app.world(at: Revision(rawValue: content.revision)).model
        }
    }

    func changes(since revision: Revision) -> ModelChanges? {
        content.withLock { content in
            content.history[revision.rawValue].flatMap {
                content.app.changes(since: $0, at: Revision(rawValue: content.revision))
            }
        }
    }

    func world(of features: [String]?) -> World {
        content.withLock { $0.app.world(at: Revision(rawValue: $0.revision)) }
    }

    func detail(of featureID: String) -> FeatureSnapshot? {
        content.withLock { $0.explained.append(featureID) }
        return world(of: [featureID]).detail(of: featureID)
    }

    func details(of featureIDs: [String]) -> [FeatureSnapshot] {
        content.withLock { $0.explained += featureIDs }
        let world = world(of: featureIDs)
        return featureIDs.compactMap { world.detail(of: $0) }
    }

    func plans(of featureID: String) -> FeaturePlans? {
        var plans = world(of: [featureID]).plans(of: featureID)
        if !podcasts.plansAreComplete { plans?.areComplete = false }
        return plans
    }

    func plan(_ commands: [Command]) -> CommandPlan {
        var app = podcasts
        let before = app.facts
        let results = commands.map { app.execute($0) }
        let after = before.mapValues { Fact(actual: $0.actual, source: $0.source, since: $0.since) }
            .merging(app.facts) { $1 }
        return CommandPlan(
            after.filter { before[$0.key] != $0.value }.map { FactRecord(key: $0, fact: $1) },
            refusal: results.first { $0.status != .done }?.message)
    }

    func personas() -> PersonaList { podcasts.personas }

    /// The sample app has no routes.
    func target(of url: String) -> ActionInvocation? { nil }

    func stacks() -> [StackSnapshot] { podcasts.stacks }

    func events(after id: UInt64) -> [EventRecord] { podcasts.events.filter { $0.id > id } }

    func logLines(after id: UInt64) -> [LogLine] {
        let app = podcasts
        return app.logLines.filter { $0.id > id }.map { line in
            var line = line
            line.actionName = app.actionName(of: line)
            return line
        }
    }

    func history() -> [HistoryEntry] { [] }

    func send(_ command: Command, completion: @escaping @Sendable (CommandResult) -> Void) {
        let result = content.withLock { content in
            content.sent.append(command)
            defer { content.advance() }
            return content.app.execute(command)
        }
        notify()
        completion(result)
    }

    func refresh(features: [String], facts: [FactReference]) {
        content.withLock { content in
            content.refreshCount += 1
            guard let store = content.app.deviceStore, store.rate != 0 else { return }
            content.app.deviceStore?.now += store.rate
            content.advance()
        }
    }

    func observe(_ handler: @escaping @Sendable () -> Void) -> ObservationToken {
        let id = content.withLock { content in
            content.nextObserver += 1
            content.observers[content.nextObserver] = handler
            return content.nextObserver
        }
        return ObservationToken { [weak self] in
            self?.content.withLock { _ = $0.observers.removeValue(forKey: id) }
        }
    }

    private func notify() {
        let observers = content.withLock { Array($0.observers.values) }
        for observer in observers { observer() }
    }
}
