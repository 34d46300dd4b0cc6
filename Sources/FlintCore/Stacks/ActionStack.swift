// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintLocks

/// A record of the actions performed with one feature in one session.
///
/// A stack begins with the feature's first action. It is closed when the outcome of one of the feature's actions
/// indicates that the user has finished with the feature, when its parent stack is closed, or when its session is
/// released. The entries of a closed stack remain readable. All members can be called from any thread.
public final class ActionStack: @unchecked Sendable, CustomDebugStringConvertible {
    package static let maximumEntries = 100

    /// The stack's number, which is unique among the stacks of a runtime, as a decimal string.
    public var id: String { "\(number)" }
    /// The date on which the first action was requested.
    public let startDate: Date
    /// The name of the session that the stack belongs to.
    public let sessionName: String
    /// Whether the user initiated the first action.
    public let userInitiated: Bool

    /// The number of the stack, which is higher than the numbers of earlier stacks.
    let number: UInt64
    /// The identifier of the session, which is not retained.
    let sessionID: ObjectIdentifier
    package let metadata: FeatureMetadata
    private let outer: WeakStack
    private let lock = Lock()
    // The lock protects the following properties, so dynamic exclusivity checks are omitted.
    @exclusivity(unchecked) private var entries = RingBuffer<ActionStackEntry>(capacity: maximumEntries)
    /// The total number of entries, including removed ones.
    @exclusivity(unchecked) private var added = 0
    @exclusivity(unchecked) private var isInUse = true

    init(
        id: UInt64, metadata: FeatureMetadata, session: ActionSession, userInitiated: Bool, parent: ActionStack?,
        at date: Date
    ) {
        number = id
        self.metadata = metadata
        sessionName = session.name
        sessionID = ObjectIdentifier(session)
        self.userInitiated = userInitiated
        outer = WeakStack(stack: parent)
        startDate = date
    }

    /// The feature that the actions belong to.
    public var feature: FeatureDefinition.Type { metadata.feature }

    /// The stack that was in use when this stack began.
    ///
    /// The value is `nil` if no other stack was in use, or if the stack has been released.
    public var parent: ActionStack? { outer.stack }

    /// Whether the feature is still in use.
    ///
    /// No entries are added to a closed stack. The feature's next action begins a new stack.
    public var isOpen: Bool { lock.withLock { isInUse } }

    /// The oldest entry that the stack retains.
    public var first: ActionStackEntry? { lock.withLock { entries.first } }

    /// The number of seconds since the first action, or 0 if the system clock has been set back.
    public var timeIntervalSinceStart: TimeInterval { max(0, Date().timeIntervalSince(startDate)) }

    /// The number of seconds from the first action to the newest entry, or `nil` if the stack has no entries.
    public var timeIntervalToLastEntry: TimeInterval? {
        lock.withLock { entries.last }.map { max(0, $0.startDate.timeIntervalSince(startDate)) }
    }

    /// Calls a closure with the entries that the stack retains, oldest first.
    ///
    /// A stack retains its newest 100 entries. The closure is called with no lock held.
    public func withEntries<Result>(_ body: ([ActionStackEntry]) throws -> Result) rethrows -> Result {
        try body(lock.withLock { entries.all })
    }

    package var entryCount: Int { lock.withLock { added } }

    /// Returns the retained entries after the given number of entries, oldest first, and the total number of entries.
    package func entries(after number: Int) -> (entries: [ActionStackEntry], count: Int) {
        lock.withLock {
            let new = number < added ? min(added - number, entries.count) : 0
            return (entries.newest(new), added)
        }
    }

    /// A textual description of the stack, with its number of entries.
    public var debugDescription: String {
        let count = lock.withLock { entries.count }
        return "#\(id) \(metadata.name) in session \(sessionName), \(count.counted("entry", plural: "entries"))"
    }

    func append(_ entry: consuming ActionStackEntry) {
        lock.lock()
        entries.append(entry)
        added += 1
        lock.unlock()
    }

    func close() {
        lock.withLock { isInUse = false }
    }
}

/// A weak reference to a parent stack.
///
/// The parent's entries retain the stacks that began in it. Weak references are read and cleared atomically, so they
/// need no lock.
private struct WeakStack: @unchecked Sendable {
    private(set) weak var stack: ActionStack?
}

/// An entry in an ``ActionStack``: an action or the beginning of another stack.
///
/// Names are formatted only when they are read, so that recording an action is cheap.
public struct ActionStackEntry: Sendable, CustomDebugStringConvertible {
    /// An action or the beginning of another stack.
    public enum Details: Sendable, CustomStringConvertible {
        /// An action was requested. The input is a description, or `nil` for an action without input.
        case action(name: String, source: ActionSource, input: String?)
        /// The user began to use another feature.
        case substack(stack: ActionStack)

        /// A textual description of the details.
        public var description: String {
            switch self {
            case .action(let name, _, let input): input.map { "\(name) (\($0))" } ?? name
            case .substack(let stack): "\(stack.metadata.name), stack #\(stack.id)"
            }
        }
    }

    enum Content: Sendable {
        case action(ActionRecord)
        case substack(ActionStack)
    }

    /// The date on which the action was requested.
    public let startDate: Date
    let content: Content

    /// The action or the stack that the entry records.
    public var details: Details {
        switch content {
        case .action(let record): record.step
        case .substack(let stack): .substack(stack: stack)
        }
    }

    /// The number of seconds since the request, or 0 if the system clock has been set back.
    public var timeIntervalSinceStart: TimeInterval { max(0, Date().timeIntervalSince(startDate)) }

    /// Whether the user initiated the action.
    public var userInitiated: Bool {
        switch content {
        case .action(let record): record.userInitiated
        case .substack(let stack): stack.userInitiated
        }
    }

    /// The feature of the action or of the substack.
    public var feature: FeatureDefinition.Type {
        switch content {
        case .action(let record): record.action.feature.feature
        case .substack(let stack): stack.feature
        }
    }

    /// The name of the session in which the action was performed.
    public var sessionName: String {
        switch content {
        case .action(let record): record.sessionName
        case .substack(let stack): stack.sessionName
        }
    }

    /// A textual description of the entry with its date.
    public var debugDescription: String { "\(startDate.formatted(.iso8601)): \(details)" }
}

extension ActionRecord {
    var step: ActionStackEntry.Details {
        .action(name: actionName, source: source, input: inputDescription)
    }
}
