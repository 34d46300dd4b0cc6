package import FlintCore
package import FlintInspector
package import FlintWorld

/// Answers to single questions.
extension Inspector {
    package func detail(of id: String) throws(MissingAnswer) -> FeatureSnapshot? { try world(of: [id]).detail(of: id) }

    package func explanation(of id: String) throws(MissingAnswer) -> FeatureSnapshot? {
        try world(of: [id]).explanation(of: id)
    }

    package func plans(of id: String) throws(MissingAnswer) -> FeaturePlans? { try world(of: [id]).plans(of: id) }

    package func states(of id: String) throws(MissingAnswer) -> AvailableStates? {
        try world(of: [id]).states(of: id) { _ in true }
    }

    package func usage(of fact: FactReference) throws(MissingAnswer) -> [String] {
        try world(of: [], dependingOn: [fact], in: .empty).usage(of: fact)
    }

    package func featureTexts() throws(MissingAnswer) -> FeatureTexts {
        try sync(Sync(want: Sync.Want(texts: true))).complete().texts
    }

    package func target(of url: String) throws(MissingAnswer) -> ActionInvocation? {
        try plan([.openURL(url)]).target
    }

    package func preview(_ commands: [Command], limit: Int = .max) throws(MissingAnswer) -> Preview {
        let (world, plan) = (try world(of: nil), try plan(commands))
        return Preview(world.changes(to: plan.facts), limit: limit, refusal: plan.refusal)
    }

    package func preview(_ command: Command, limit: Int = .max) throws(MissingAnswer) -> Preview {
        try preview([command], limit: limit)
    }

    package func snapshot() throws(MissingAnswer) -> Snapshot {
        Snapshot(of: try world(of: nil), stacks: try stacks())
    }

    package func availability(assuming scenarios: [[Command]]) throws(MissingAnswer) -> [AvailabilityColumn] {
        let world = try world(of: nil)
        return try plans(scenarios).map { world.availability(with: $0.refusal == nil ? $0.facts : nil) }
    }
}

/// An inspector that always answers, such as that of an app in the same process.
package protocol AnsweringInspector: Inspector {
    func readModel() -> AppModel
    func world(of features: [String]?, reading: Bool) -> World
    func plans(_ alternatives: [[Command]]) -> [CommandPlan]
}

extension RuntimeInspector: AnsweringInspector {}

extension AnsweringInspector {
    package func read() { _ = sync(Sync(reading: Sync.Reading(features: nil))) }

    package func world(of ids: [String]?) -> World { world(of: ids, reading: true) }

    package func plan(_ commands: [Command]) -> CommandPlan { plans([commands])[0] }

    package func changes(since revision: Revision) -> ModelChanges? { sync(Sync(since: revision)).changes }

    package func events(after id: UInt64) -> [EventRecord] { sync(Sync(event: id)).events }

    package func logLines(after id: UInt64) -> [LogLine] { sync(Sync(line: id)).lines }

    package func stacks() -> [StackSnapshot] { sync(Sync(want: Sync.Want(stacks: true))).stacks }

    package func detail(of id: String) -> FeatureSnapshot? { world(of: [id]).detail(of: id) }

    package func explanation(of id: String) -> FeatureSnapshot? { world(of: [id]).explanation(of: id) }

    package func plans(of id: String) -> FeaturePlans? { world(of: [id]).plans(of: id) }

    package func states(of id: String) -> AvailableStates? { world(of: [id]).states(of: id) { _ in true } }

    package func usage(of fact: FactReference) -> [String] {
        var world = World()
        world.add(sync(Sync(want: Sync.Want(dependents: [fact]))))
        return world.usage(of: fact)
    }

    package func featureTexts() -> FeatureTexts { sync(Sync(want: Sync.Want(texts: true))).texts }

    package func target(of url: String) -> ActionInvocation? { plan([.openURL(url)]).target }

    package func preview(_ commands: [Command], limit: Int = .max) -> Preview {
        let (world, plan) = (world(of: nil), plan(commands))
        return Preview(world.changes(to: plan.facts), limit: limit, refusal: plan.refusal)
    }

    package func preview(_ command: Command, limit: Int = .max) -> Preview { preview([command], limit: limit) }

    package func snapshot() -> Snapshot { Snapshot(of: world(of: nil), stacks: stacks()) }

    package func availability(assuming scenarios: [[Command]]) -> [AvailabilityColumn] {
        let world = world(of: nil)
        return plans(scenarios).map { world.availability(with: $0.refusal == nil ? $0.facts : nil) }
    }
}
