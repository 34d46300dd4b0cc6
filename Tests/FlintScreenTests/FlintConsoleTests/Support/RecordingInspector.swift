import FlintInspectorTestSupport
import FlintLocks
import FlintWorld
import Foundation

/// An inspector that records what a console requests, and forwards the requests to another inspector.
///
/// It adds foreign events, log lines, and stacks, and gives the app's own events fixed dates and durations. A test can
/// change the reported status, or show a world as a value, which refuses commands.
class RecordingInspector: AnsweringInspector, @unchecked Sendable {
    /// A fixed date at 12:03:41.
    static let start = Date(timeIntervalSince1970: 1_699_963_421)

    private struct Record {
        var base: any Inspector
        var status: @Sendable (inout AppStatus) -> Void = { _ in }
        var foreign = News()
        /// Whether the status or foreign content was changed since the last request for changes.
        var isChanged = false
        var sent: [Command] = []
        var refreshCount = 0
        var listCount = 0
        var wanted: [String] = []
        var observerCount = 0
    }

    private let record: Protected<Record>
    private let signal = ChangeSignal()

    init(_ base: any Inspector) { record = Protected(Record(base: base)) }

    private var base: any Inspector { record.withLock { $0.base } }
    var sent: [Command] { record.withLock { $0.sent } }
    var refreshCount: Int { record.withLock { $0.refreshCount } }
    var listCount: Int { record.withLock { $0.listCount } }
    /// The ids of the features whose declarations were requested.
    var wanted: [String] { record.withLock { $0.wanted } }
    var observerCount: Int { record.withLock { $0.observerCount } }

    /// Shows a world in place of the app, which front ends have to list again.
    func show(_ world: World, personas: PersonaList = PersonaList()) {
        let records = MomentInspector.Records(
            stacks: [], history: { [] }, events: { _ in [] }, logLines: { _ in [] }, personas: { personas }, moment: nil
        )
        let moment = RecordedMoment(name: "", event: 0, date: Self.start, isLast: true)
        record.withLock { $0.base = MomentInspector(moment, world, records) }
    }

    /// Changes the status that the app reports from now on.
    func setStatus(_ change: @escaping @Sendable (inout AppStatus) -> Void) {
        record.withLock { ($0.status, $0.isChanged) = (change, true) }
        signal.send()
    }

    /// Adds events, log lines, or stacks to an app that must not record any.
    func add(_ change: (inout News) -> Void) {
        record.withLock { record in
            change(&record.foreign)
            record.isChanged = true
        }
        signal.send()
    }

    private func edited(_ model: AppModel) -> AppModel {
        var (model, changes) = (model, ModelChanges(revision: model.revision))
        changes.status = edited(model.status)
        model.apply(changes)
        return model
    }

    private func edited(_ status: AppStatus) -> AppStatus {
        var status = status
        status.recording = nil
        record.withLock { $0.status }(&status)
        return status
    }

    func readModel() -> AppModel {
        record.withLock { $0.listCount += 1 }
        return edited(answer { base throws(MissingAnswer) in try base.readModel() })
    }

    func world(of features: [String]?, reading: Bool) -> World {
        var world = answer { base throws(MissingAnswer) in try base.world(of: features, reading: reading) }
        world.model = edited(world.model)
        return world
    }

    func sync(_ request: Sync) -> News {
        let (foreign, isChanged) = record.withLock { record in
            if request.reading != nil { record.refreshCount += 1 }
            record.wanted += request.want.features
            defer { if request.since != nil { record.isChanged = false } }
            return (record.foreign, record.isChanged)
        }
        var news = base.sync(request)
        if isChanged {
            news.changes?.status = answer { base throws(MissingAnswer) in try base.readModel().status }
            news.changes?.stacksChanged = true
        }
        if let status = news.changes?.status { news.changes?.status = edited(status) }
        if request.want.stacks, !foreign.stacks.isEmpty { news.stacks = foreign.stacks }
        for index in news.events.indices {
            news.events[index].date = Self.start.addingTimeInterval(Double(news.events[index].id - 1))
            if case .actionCompleted(let execution, let outcome, _) = news.events[index].content {
                news.events[index].content = .actionCompleted(execution, outcome: outcome, duration: 0.0123)
            }
        }
        news.events += foreign.events.filter { $0.id > request.event ?? .max }
        news.lines += foreign.lines.filter { $0.id > request.line ?? .max }
        return news
    }

    func send(_ command: Command, completion: @escaping @Sendable (CommandResult) -> Void) {
        record.withLock { $0.sent.append(command) }
        base.send(command, completion: completion)
    }

    func observe(_ handler: @escaping @Sendable () -> Void) -> ObservationToken {
        record.withLock { $0.observerCount += 1 }
        let tokens = [base.observe(handler), signal.add(handler)]
        return ObservationToken { [weak self] in
            for token in tokens { token.cancel() }
            self?.record.withLock { $0.observerCount -= 1 }
        }
    }

    func plans(_ alternatives: [[Command]]) -> [CommandPlan] {
        answer { base throws(MissingAnswer) in try base.plans(alternatives) }
    }

    func history() -> [HistoryEntry] { answer { base throws(MissingAnswer) in try base.history() } }
    func personas() -> PersonaList { answer { base throws(MissingAnswer) in try base.personas() } }

    /// Returns an answer of the app or of the shown world, which are never missing.
    private func answer<Answer>(_ ask: (any Inspector) throws(MissingAnswer) -> Answer) -> Answer {
        do throws(MissingAnswer) {
            return try ask(base)
        } catch {
            preconditionFailure(error.description)
        }
    }
}
