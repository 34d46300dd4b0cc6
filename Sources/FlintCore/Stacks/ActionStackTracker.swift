#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Keeps the open action stacks of a runtime, one for each feature in each session.
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
/// All members may be called from any thread.
public final class ActionStackTracker: Sendable {
    fileprivate struct Key: Hashable {
        let session: ObjectIdentifier
        let feature: ObjectIdentifier
    }

    fileprivate struct State {
        var lastID: UInt64 = 0
        var byKey: [Key: ActionStack] = [:]
        /// The open stacks of each session, in the order in which they began.
        var bySession: [ObjectIdentifier: [ActionStack]] = [:]
        /// The stack that was added to last, which most often is the one to be added to next.
        var latest: ActionStack?
    }

    private let state = Protected(State())
    private let observers = ObserverList<Void>()

    init() {}

    /// The stacks of the current runtime.
    public static var instance: ActionStackTracker { FlintRuntime.current.actionStacks }

    /// The open stacks of one session, or of all, in the order in which they began.
    public func allActionStacks(in session: ActionSession? = nil) -> [ActionStack] {
        guard let session else {
            return state.withLock { Array($0.byKey.values) }.sorted { $0.number < $1.number }
        }
        return state.withLock { $0.bySession[ObjectIdentifier(session)] ?? [] }
    }

    /// The open stack of a feature in one session, or in all; the one that began last, if there are several.
    public func actionStack(for feature: FeatureDefinition.Type, in session: ActionSession? = nil) -> ActionStack? {
        allActionStacks(in: session).last { $0.feature == feature }
    }

    /// A textual description of the open stacks with their entries, each stack under the step of another that began
    /// it.
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

    /// Calls a handler whenever a stack begins, grows or is closed, until the returned token is cancelled or released.
    ///
    /// It is called on the thread of the change, with no lock held, and costs actions one load while there are no
    /// observers.
    public func observe(_ handler: @escaping @Sendable () -> Void) -> ObservationToken {
        observers.add { handler() }
    }

    private func notify() {
        if !observers.isEmpty { observers.notify(()) }
    }

    /// Adds an action to its stack, which begins with it if there is none.
    ///
    /// - Parameters:
    ///   - feature: The feature of the action.
    ///   - session: Where it is performed.
    ///   - userInitiated: Whether the user initiated it.
    ///   - date: When.
    ///   - record: Makes what is known of the action, given the number of the stack; called with the lock held.
    /// - Returns: What is known of the action.
    func add(
        to feature: FeatureMetadata, in session: ActionSession, userInitiated: Bool, at date: Date,
        _ record: (UInt64) -> ActionRecord
    ) -> ActionRecord {
        let record = state.withLock { state in
            if state.latest?.metadata !== feature || state.latest?.sessionID != ObjectIdentifier(session) {
                state.latest = state.stack(of: feature, in: session, userInitiated: userInitiated, at: date)
            }
            // Reached where it is kept, because a stack in which another began takes long to count references to.
            let record = record(state.latest?.number ?? 0)
            state.latest?.append(ActionStackEntry(startDate: date, content: .action(record)))
            return record
        }
        notify()
        return record
    }

    /// Closes the stack of a feature in a session, and everything that began in it, unless it is another by now.
    func close(_ number: UInt64, of feature: FeatureMetadata, in session: ActionSession) {
        let wasOpen = state.withLock { state in
            let key = Key(session: ObjectIdentifier(session), feature: ObjectIdentifier(feature))
            guard let stack = state.byKey[key], stack.number == number, var open = state.bySession[key.session] else {
                return false
            }
            state.latest = nil
            // A stack begins after the one it began in, so that one pass finds all generations.
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

    /// Closes every stack of a session that goes away.
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

    /// Forgets every stack.
    func reset() {
        state.withLock { $0 = State() }
        observers.removeAll()
    }
}

extension ActionStackTracker.State {
    /// Returns the open stack of a feature in a session, which begins if there is none.
    fileprivate mutating func stack(
        of feature: FeatureMetadata, in session: ActionSession, userInitiated: Bool, at date: Date
    ) -> ActionStack {
        let key = ActionStackTracker.Key(session: ObjectIdentifier(session), feature: ObjectIdentifier(feature))
        if let stack = byKey[key] { return stack }
        lastID += 1
        let parent = bySession[key.session]?.last
        let stack = ActionStack(
            id: lastID, metadata: feature, session: session, userInitiated: userInitiated, parent: parent, at: date)
        byKey[key] = stack
        bySession[key.session, default: []].append(stack)
        parent?.append(ActionStackEntry(startDate: date, content: .substack(stack)))
        return stack
    }
}

/// The framework's own keeping of action stacks, which can be turned off and on at any time.
public final class ActionStacksFeature: ConditionalFeature {
    /// What the feature offers.
    public static let description = "Keeps the trail of what is done with each feature"
    /// Whether the app shows the feature to its users, for whom it is not meant.
    public static let isVisible = false

    /// Whether actions are added to stacks; takes effect at once, as does an override of the switch.
    public static var isEnabled: Bool? {
        get { FlintRuntime.current.framework(.actionStacks) }
        set { FlintRuntime.current.setFramework(.actionStacks, newValue ?? false) }
    }

    // MARK: Old spelling

    /// Whether the feature is available; setting it sets ``isEnabled``.
    public static var isAvailable: Bool? {
        get { isAvailableToEngine }
        @available(*, deprecated, renamed: "isEnabled")
        set { isEnabled = newValue }
    }

    /// Requires the switch to be on.
    public static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.runtimeEnabled()
    }

    /// Declares no actions.
    public static func prepare(actions: FeatureActionsBuilder) {}
}
