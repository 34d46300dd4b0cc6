// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintLocks

/// A tracker of a runtime's open action stacks, with one stack for each feature in each session.
///
/// ```swift
/// LibraryFeature.open.perform(withInput: shelf)
/// EditorFeature.show.perform(withInput: book)
/// print(ActionStackTracker.instance.dumpActionStacks())
/// // #1 Library in session main, 2 entries
/// //   2026-05-02T09:00:00Z: Open (Novels)
/// //   #2 Editor in session main, 1 entry
/// //     2026-05-02T09:00:07Z: Show (Emma)
/// ```
///
/// All members can be called from any thread.
public final class ActionStackTracker: Sendable {
    fileprivate struct Key: Hashable {
        let session: ObjectIdentifier
        let feature: ObjectIdentifier
    }

    fileprivate struct State {
        var lastID: UInt64 = 0
        var byKey: [Key: ActionStack] = [:]
        var bySession: [ObjectIdentifier: [ActionStack]] = [:]
        /// The stack of the latest action, which usually receives the next action too.
        var latest: ActionStack?
    }

    private let state = Protected(State())
    private let observers = ObserverList<Void>()

    init() {}

    /// The tracker of the current runtime.
    public static var instance: ActionStackTracker { FlintRuntime.current.actionStacks }

    /// Returns the open stacks of one session or of all sessions, in the order in which they began.
    public func allActionStacks(in session: ActionSession? = nil) -> [ActionStack] {
        guard let session else {
            return state.withLock { Array($0.byKey.values) }.sorted { $0.number < $1.number }
        }
        return state.withLock { $0.bySession[ObjectIdentifier(session)] ?? [] }
    }

    /// Returns the open stack of a feature in one session or in all sessions, if any.
    ///
    /// If the feature has open stacks in several sessions, the newest stack is returned.
    public func actionStack(for feature: FeatureDefinition.Type, in session: ActionSession? = nil) -> ActionStack? {
        allActionStacks(in: session).last { $0.feature == feature }
    }

    /// Returns a textual description of the open stacks and their entries.
    ///
    /// Each stack is nested in the stack in which it began.
    public func dumpActionStacks() -> String {
        let stacks = allActionStacks()
        let open = Set(stacks.map(ObjectIdentifier.init))
        var lines: [String] = []
        for stack in stacks where stack.parent.map({ !open.contains(ObjectIdentifier($0)) }) ?? true {
            dump(stack, indent: "", into: &lines)
        }
        return lines.joined(separator: "\n")
    }

    private func dump(_ stack: ActionStack, indent: String, into lines: inout [String]) {
        lines.append("\(indent)\(stack.debugDescription)\(stack.isOpen ? "" : ", closed")")
        for entry in stack.withEntries({ $0 }) {
            if case .substack(let inner) = entry.content {
                dump(inner, indent: indent + "  ", into: &lines)
            } else {
                lines.append("\(indent)  \(entry.debugDescription)")
            }
        }
    }

    /// Calls a handler after each change to a stack until the returned token is canceled or released.
    ///
    /// A stack changes when it begins, when an entry is added, and when it is closed. The handler is called on the
    /// thread that makes the change, with no lock held.
    public func observe(_ handler: @escaping @Sendable () -> Void) -> ObservationToken {
        observers.add { handler() }
    }

    private func notify() {
        if !observers.isEmpty { observers.notify(()) }
    }

    /// Adds an action to its feature's stack, which is created if necessary.
    ///
    /// The closure creates the action's record from the stack's number. It is called with the lock held.
    func add(
        to feature: FeatureMetadata, in session: ActionSession, userInitiated: Bool, at date: Date,
        _ record: (UInt64) -> ActionRecord
    ) -> ActionRecord {
        let record = state.withLock { state in
            if state.latest?.metadata !== feature || state.latest?.sessionID != ObjectIdentifier(session) {
                state.latest = state.stack(of: feature, in: session, userInitiated: userInitiated, at: date)
            }
            // The stack is accessed in place, because retaining an object that is referenced weakly is slow.
            let record = record(state.latest?.number ?? 0)
            state.latest?.append(ActionStackEntry(startDate: date, content: .action(record)))
            return record
        }
        notify()
        return record
    }

    /// Closes a feature's stack in a session, along with the stacks that began in it.
    ///
    /// The call has no effect if a newer stack has replaced the stack with the given number.
    func close(_ number: UInt64, of feature: FeatureMetadata, in session: ActionSession) {
        let wasOpen = state.withLock { state in
            let key = Key(session: ObjectIdentifier(session), feature: ObjectIdentifier(feature))
            guard let stack = state.byKey[key], stack.number == number, var open = state.bySession[key.session] else {
                return false
            }
            state.latest = nil
            // A stack begins after its parent, so a single pass finds all descendants.
            var closing: Set<ObjectIdentifier> = [ObjectIdentifier(stack)]
            for inner in open where inner.parent.map({ closing.contains(ObjectIdentifier($0)) }) ?? false {
                closing.insert(ObjectIdentifier(inner))
            }
            open.removeAll { candidate in
                guard closing.contains(ObjectIdentifier(candidate)) else { return false }
                candidate.close()
                state.byKey[Key(session: stack.sessionID, feature: ObjectIdentifier(candidate.metadata))] = nil
                return true
            }
            state.bySession[stack.sessionID] = open.isEmpty ? nil : open
            return true
        }
        if wasOpen { notify() }
    }

    func closeAll(of session: ObjectIdentifier) {
        let closed = state.withLock { state in
            let closed = state.bySession.removeValue(forKey: session) ?? []
            for stack in closed {
                stack.close()
                state.byKey[Key(session: session, feature: ObjectIdentifier(stack.metadata))] = nil
            }
            if !closed.isEmpty { state.latest = nil }
            return closed
        }
        if !closed.isEmpty { notify() }
    }

    func reset() {
        state.withLock { $0 = State() }
        observers.removeAll()
    }
}

extension ActionStackTracker.State {
    fileprivate mutating func stack(
        of feature: FeatureMetadata, in session: ActionSession, userInitiated: Bool, at date: Date
    ) -> ActionStack {
        let key = ActionStackTracker.Key(session: ObjectIdentifier(session), feature: ObjectIdentifier(feature))
        if let stack = byKey[key] { return stack }
        lastID += 1
        // A new stack begins in the newest open stack of the session.
        let parent = bySession[key.session]?.last
        let stack = ActionStack(
            id: lastID, metadata: feature, session: session, userInitiated: userInitiated, parent: parent, at: date)
        byKey[key] = stack
        bySession[key.session, default: []].append(stack)
        parent?.append(ActionStackEntry(startDate: date, content: .substack(stack)))
        return stack
    }
}

/// The framework feature that records action stacks.
///
/// The feature can be enabled and disabled at any time. While it is unavailable, actions are performed without being
/// added to a stack.
public final class ActionStacksFeature: ConditionalFeature {
    /// The description shown in the console.
    public static let description = "Records the action stack of each feature"
    /// Always `false`, because the feature is not meant for the app's users.
    public static let isVisible = false

    /// Whether actions are added to stacks.
    ///
    /// A change of the value, or of its override, takes effect immediately.
    public static var isEnabled: Bool? {
        get { FlintRuntime.current.isEnabled(.actionStacks) }
        set { FlintRuntime.current.setEnabled(.actionStacks, newValue ?? false) }
    }

    // MARK: Old spelling

    /// Whether the feature is available.
    ///
    /// Setting the value sets ``isEnabled``.
    public static var isAvailable: Bool? {
        get { isAvailableToEngine }
        @available(*, deprecated, renamed: "isEnabled")
        set { isEnabled = newValue }
    }

    /// Requires the feature's runtime switch to be on.
    public static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.runtimeEnabled()
    }

    /// Declares no actions.
    public static func prepare(actions: FeatureActionsBuilder) {}
}
