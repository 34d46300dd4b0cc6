#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    public import Foundation
#endif

/// The trail of what has been done with one feature in one session, from its first action to the one that ends its use.
///
/// A stack is open until an action of the feature answers that the use of the feature is over, the stack it began in
/// is closed, or its session goes away. What happened stays readable after that. All members may be called from any
/// thread.
public final class ActionStack: @unchecked Sendable, CustomDebugStringConvertible {
    /// How many entries are kept, the newest ones.
    package static let maximumEntries = 100

    /// A number that is unique among the stacks of one runtime, in digits.
    public var id: String { "\(number)" }
    /// When the first action was requested.
    public let startDate: Date
    /// The name of the session.
    public let sessionName: String
    /// Whether the user initiated the first action.
    public let userInitiated: Bool

    /// The place of the stack in the order in which stacks began.
    let number: UInt64
    /// The session, which is not kept alive.
    let sessionID: ObjectIdentifier
    /// What is known of the feature.
    package let metadata: FeatureMetadata
    private let outer: WeakStack
    private let lock = Lock()
    // What follows is accessed only with the lock held, so a second check for overlapping access is omitted.
    @exclusivity(unchecked) private var entries = RingBuffer<ActionStackEntry>(capacity: maximumEntries)
    /// How many entries there have been.
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

    /// The feature the actions belong to.
    public var feature: FeatureDefinition.Type { metadata.feature }

    /// The stack that was in use when this one began, while that is still around.
    public var parent: ActionStack? { outer.stack }

    /// Whether the feature is still in use.
    public var isOpen: Bool { lock.withLock { isInUse } }

    /// The oldest entry that is still kept.
    public var first: ActionStackEntry? { lock.withLock { entries.first } }

    /// The seconds since the first action; 0 if the machine's clock has been set back since.
    public var timeIntervalSinceStart: TimeInterval { max(0, Date().timeIntervalSince(startDate)) }

    /// The seconds from the first action to the newest entry, or `nil` if there is none.
    public var timeIntervalToLastEntry: TimeInterval? {
        lock.withLock { entries.last }.map { max(0, $0.startDate.timeIntervalSince(startDate)) }
    }

    /// Hands out the entries that are kept, oldest first.
    public func withEntries<Result>(_ body: ([ActionStackEntry]) throws -> Result) rethrows -> Result {
        try body(lock.withLock { entries.all })
    }

    /// How many entries there have been, those that are no longer kept among them.
    package var entryCount: Int { lock.withLock { added } }

    /// The entries after those that have been seen already.
    ///
    /// - Parameter number: How many entries the caller has seen.
    /// - Returns: The later ones that are still kept, oldest first, and how many there have been in all.
    package func entries(after number: Int) -> (entries: [ActionStackEntry], count: Int) {
        lock.withLock {
            let new = number < added ? min(added - number, entries.count) : 0
            return (entries.newest(new), added)
        }
    }

    /// A textual description of the stack.
    public var debugDescription: String {
        let count = lock.withLock { entries.count }
        return "#\(id) \(metadata.name) in session \(sessionName), \(count) \(count == 1 ? "entry" : "entries")"
    }

    /// Adds an entry, and removes the oldest if there are too many.
    func append(_ entry: consuming ActionStackEntry) {
        lock.lock()
        entries.append(entry)
        added += 1
        lock.unlock()
    }

    /// Notes that the use of the feature is over.
    func close() {
        lock.withLock { isInUse = false }
    }
}

/// A stack that is not kept alive: its entries keep the stacks that began in it.
private struct WeakStack: @unchecked Sendable {
    /// Weak references are read and cleared atomically, so this needs no lock.
    private(set) weak var stack: ActionStack?
}

/// One step on the trail of an ``ActionStack``.
public struct ActionStackEntry: Sendable, CustomDebugStringConvertible {
    /// What a step is.
    public enum Details: Sendable, CustomStringConvertible {
        /// An action was requested; its input is a description, and `nil` if it takes none.
        case action(name: String, source: ActionSource, input: String?)
        /// The use of another feature began.
        case substack(stack: ActionStack)

        /// A textual description of the step.
        public var description: String {
            switch self {
            case .action(let name, _, let input): input.map { "\(name) (\($0))" } ?? name
            case .substack(let stack): "\(stack.metadata.name), stack #\(stack.id)"
            }
        }
    }

    /// What the entry is made from; names are made when they are read.
    enum Content: Sendable {
        case action(ActionRecord)
        case substack(ActionStack)
    }

    /// When it was requested.
    public let startDate: Date
    /// What it is about.
    let content: Content

    /// What the step is.
    public var details: Details {
        switch content {
        case .action(let record): record.step
        case .substack(let stack): .substack(stack: stack)
        }
    }

    /// The seconds since it was requested; 0 if the machine's clock has been set back since.
    public var timeIntervalSinceStart: TimeInterval { max(0, Date().timeIntervalSince(startDate)) }

    /// Whether the user initiated the action.
    public var userInitiated: Bool {
        switch content {
        case .action(let record): record.userInitiated
        case .substack(let stack): stack.userInitiated
        }
    }

    /// The feature it belongs to.
    public var feature: FeatureDefinition.Type {
        switch content {
        case .action(let record): record.action.feature.feature
        case .substack(let stack): stack.feature
        }
    }

    /// The name of the session.
    public var sessionName: String {
        switch content {
        case .action(let record): record.sessionName
        case .substack(let stack): stack.sessionName
        }
    }

    /// A textual description of the step.
    public var debugDescription: String { "\(startDate.formatted(.iso8601)): \(details)" }
}

extension ActionRecord {
    /// The request as a step of an action stack.
    var step: ActionStackEntry.Details {
        .action(name: actionName, source: source, input: inputDescription)
    }
}
