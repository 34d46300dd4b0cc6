import Foundation
import InspectorKit
import Synchronization

/// An inspector of a sample app that answers synchronously and in order.
final class FakeInspector: Inspector {
    private struct Content {
        var world: PodcastWorld
        var sent: [Command] = []
        var refreshCount = 0
        var listCount = 0
        var explained: [String] = []
        var revision: UInt64 = 0
        /// The app as it was at every revision.
        var history: [UInt64: PodcastWorld] = [:]

        mutating func advance() {
            revision += 1
            history[revision] = world
        }
        var observers: [Int: @Sendable () -> Void] = [:]
        var nextObserver = 0
        /// Whether commands are tried rather than carried out.
        var isScratch = false
        var tried: [Command] = []
    }

    private let content: Mutex<Content>

    init(_ world: PodcastWorld = PodcastWorld()) {
        content = Mutex(Content(world: world, history: [0: world]))
    }

    /// The app as it is.
    var world: PodcastWorld { content.withLock { $0.world } }
    /// Every command that was sent, in order.
    var sent: [Command] { content.withLock { $0.sent } }
    var refreshCount: Int { content.withLock { $0.refreshCount } }
    var listCount: Int { content.withLock { $0.listCount } }
    /// The features that were explained, in order.
    var explained: [String] { content.withLock { $0.explained } }
    var observerCount: Int { content.withLock { $0.observers.count } }

    /// Changes the app without a command and notifies the observers.
    func change(_ body: @Sendable (inout PodcastWorld) -> Void) {
        content.withLock {
            body(&$0.world)
            $0.advance()
        }
        notify()
    }

    /// No URL leads anywhere.
    func target(of url: String) -> ActionInvocation? { nil }

    /// What would be tried and not undone, if this is a scratch copy.
    var commands: [Command] { content.withLock { $0.tried } }

    /// A copy of the app on which commands are tried.
    func trial() -> FakeInspector {
        let copy = FakeInspector(content.withLock { $0.world })
        copy.content.withLock { $0.isScratch = true }
        return copy
    }

    func list() -> AppModel {
        content.withLock { content in
            content.listCount += 1
            let revision = Revision(rawValue: content.revision)
            var model = content.world.model(at: revision)
            if content.isScratch {
                var changes = ModelChanges(revision: revision)
                changes.status = model.status
                changes.status?.scratch = ScratchStatus(
                    changes: content.tried.map { "\($0)".prefix { $0 != "(" } + "" },
                    differenceCount: content.tried.count)
                model.apply(changes)
            }
            return model
        }
    }

    func changes(since revision: Revision) -> ModelChanges? {
        content.withLock { content in
            if content.isScratch, revision.rawValue != content.revision { return nil }
            return changes(since: revision, content)
        }
    }

    private func changes(since revision: Revision, _ content: Content) -> ModelChanges? {
        content.history[revision.rawValue].flatMap {
            content.world.changes(since: $0, at: Revision(rawValue: content.revision))
        }
    }

    func detail(of featureID: String) -> FeatureSnapshot? {
        content.withLock { content in
            content.explained.append(featureID)
            return content.world.snapshot.features.first { $0.id == featureID }
        }
    }

    func featureTexts() -> FeatureTexts {
        var texts = FeatureTexts()
        for (number, feature) in content.withLock({ $0.world.snapshot.features }).enumerated() {
            let rows = feature.requirements.filter {
                !$0.kind.isHeading && $0.kind != .parent && $0.inheritedFrom == nil
            }
            texts.add(
                number: number, description: feature.description,
                requirements: rows.map {
                    .init(kind: $0.kind, title: $0.title, key: $0.kind == .toggle ? nil : $0.key)
                })
        }
        return texts
    }

    func plans(of featureID: String) -> FeaturePlans? {
        content.withLock { content in
            content.world.snapshot.features.first { $0.id == featureID }
                .map { FeaturePlans(plans: $0.unlockPlans ?? [], areComplete: content.world.plansAreComplete) }
        }
    }

    func states(of featureID: String, progress: @escaping (Double) -> Bool) -> AvailableStates? {
        guard progress(0), let feature = detail(of: featureID) else { return nil }
        let titles = feature.requirements.filter { $0.factReference != nil }.map(\.title)
        return AvailableStates(
            allowed: "1", all: "\(1 << titles.count)", part: 1 / Double(1 << titles.count),
            variables: titles.map { AvailableStates.Variable(title: $0, values: 2) },
            condition: titles.joined(separator: " and "))
    }

    func personas() -> PersonaList { content.withLock { $0.world.personas } }

    func catalog(of features: [String]?) -> Catalog { Catalog() }

    func facts(of features: [String]?) -> [FactRecord] { [] }

    func world(of features: [String]?) -> World { World(model: list()) }

    func plan(_ commands: [Command]) -> CommandPlan { CommandPlan() }

    func usage(of fact: FactReference) -> [String] {
        let features = content.withLock { $0.world.snapshot.features }
        return features.filter { $0.requirements.contains { $0.factReference == fact } }.map(\.id)
    }

    func stacks() -> [StackSnapshot] { content.withLock { $0.world.stacks } }

    func events(after id: UInt64) -> [EventRecord] {
        content.withLock { content in content.world.events.filter { $0.id > id } }
    }

    func logLines(after id: UInt64) -> [LogLine] {
        content.withLock { content in
            content.world.logLines.filter { $0.id > id }.map { line in
                var line = line
                line.actionName = content.world.actionName(of: line)
                return line
            }
        }
    }

    func send(_ command: Command, completion: @escaping @Sendable (CommandResult) -> Void) {
        let result = content.withLock { content in
            if content.isScratch {
                switch command {
                case .undo: _ = content.tried.popLast()
                case _ where command.isForeseeable: content.tried.append(command)
                default: return CommandResult(status: .failed, message: "Nothing is carried out here.")
                }
            }
            content.sent.append(command)
            defer { content.advance() }
            return content.world.carryOut(command)
        }
        notify()
        completion(result)
    }

    func history() -> [HistoryEntry] { [] }

    func preview(_ commands: [Command], limit: Int) -> Preview {
        var world = content.withLock { $0.world }
        let before = world.snapshot.features
        for command in commands { _ = world.carryOut(command) }
        let changes = zip(before, world.snapshot.features).compactMap { before, after in
            before.available == after.available
                ? nil
                : FeatureChange(
                    featureID: before.id, featureName: before.name, before: before.available, after: after.available)
        }
        return Preview(changes: changes)
    }

    func availability(assuming scenarios: [[Command]]) -> [AvailabilityColumn] {
        scenarios.map { commands in
            var world = content.withLock { $0.world }
            for command in commands { _ = world.carryOut(command) }
            return AvailabilityColumn(world.snapshot.features.map(\.available))
        }
    }

    func refresh(features: [String], facts: [FactReference]) {
        content.withLock { content in
            content.refreshCount += 1
            guard let store = content.world.deviceStore, store.rate != 0 else { return }
            content.world.deviceStore?.now += store.rate
            content.advance()
        }
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
