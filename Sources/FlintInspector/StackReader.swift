// SPDX-License-Identifier: MIT

import FlintCore
import FlintLocks
import FlintWorld

/// Converts open action stacks into snapshots.
///
/// Front ends read the stacks after every action, but an action adds only one or two steps. The reader therefore caches
/// snapshots and converts only new steps.
final class StackReader: Sendable {
    private let known = Protected<[String: StackSnapshot]>([:])

    init() {}

    func snapshots(of runtime: FlintRuntime) -> [StackSnapshot] {
        let known = known.withLock { $0 }
        let stacks = runtime.actionStacks.allActionStacks().map { Self.snapshot(of: $0, knowing: known[$0.id]) }
        let now = Dictionary(stacks.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        self.known.withLock { $0 = now }
        return stacks
    }

    private static func snapshot(of stack: ActionStack, knowing known: StackSnapshot?) -> StackSnapshot {
        let parent = stack.parent.flatMap { $0.isOpen ? $0.id : nil }
        // A stack with another start date is a different stack with the same identifier.
        guard var snapshot = known, snapshot.started == stack.startDate else {
            let (entries, count) = stack.entries(after: 0)
            return StackSnapshot(
                id: stack.id, featureID: stack.metadata.path.description, featureName: stack.metadata.name,
                session: stack.sessionName, started: stack.startDate, userInitiated: stack.userInitiated,
                parent: parent, stepCount: count, steps: entries.map(step))
        }
        if snapshot.parent != parent { snapshot.parent = parent }
        guard stack.entryCount != snapshot.stepCount else { return snapshot }
        let (entries, count) = stack.entries(after: snapshot.stepCount)
        snapshot.steps += entries.map(step)
        snapshot.steps.removeFirst(max(0, snapshot.steps.count - ActionStack.maximumEntries))
        snapshot.stepCount = count
        return snapshot
    }

    private static func step(_ entry: ActionStackEntry) -> StackSnapshot.Step {
        let content: StackSnapshot.Step.Content =
            switch entry.details {
            case .action(let name, let source, let input):
                .action(
                    name: name, input: input.map { LogLine.clipped($0, to: LogLine.valueLimit) },
                    source: source.rawValue)
            case .substack(let stack): .substack(id: stack.id, featureName: stack.metadata.name)
            }
        return StackSnapshot.Step(date: entry.startDate, userInitiated: entry.userInitiated, content: content)
    }
}
