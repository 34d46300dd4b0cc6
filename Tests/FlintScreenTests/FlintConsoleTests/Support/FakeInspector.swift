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
        var wanted: [String] = []
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
    /// The ids of the features whose declarations were requested.
    var wanted: [String] { content.withLock { $0.wanted } }
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

    func sync(_ request: Sync) -> News {
        content.withLock { content in
            if request.reading != nil {
                content.refreshCount += 1
                if let store = content.app.deviceStore, store.rate != 0 {
                    content.app.deviceStore?.now += store.rate
                    content.advance()
                }
            }
            let app = content.app
            var news = app.world(at: Revision(rawValue: content.revision)).news(request.want)
            if request.want.stacks { news.stacks = app.stacks }
            content.wanted += request.want.features
            news.changes = request.since.flatMap { content.history[$0.rawValue] }.flatMap {
                app.changes(since: $0, at: Revision(rawValue: content.revision))
            }
            if let event = request.event { news.events = app.events.filter { $0.id > event } }
            if let line = request.line {
                news.lines = app.logLines.filter { $0.id > line }.map { line in
                    var line = line
                    line.actionName = app.actionName(of: line)
                    return line
                }
            }
            return news
        }
    }

    func world(of features: [String]?) -> World {
        content.withLock { $0.app.world(at: Revision(rawValue: $0.revision)) }
    }

    func plans(_ alternatives: [[Command]]) -> [CommandPlan] { alternatives.map(plan) }

    private func plan(_ commands: [Command]) -> CommandPlan {
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
