import DequeModule

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The trail of what has been done with one feature in one session, from its first action to the one that ends its use.
///
/// A stack is open until an action of the feature answers that the use of the feature is over, the stack it began in
/// is closed, or its session goes away. What happened stays readable after that. All members may be called from any
/// thread.
public final class ActionStack: Sendable, CustomDebugStringConvertible {
    private struct State {
        var entries: Deque<ActionStackEntry> = []
        /// How many entries there have been.
        var count = 0
        var isOpen = true
    }

    /// How many entries are kept, the newest ones.
    public static let maximumEntries = 100

    /// A number that is unique among the stacks of one runtime, in digits.
    public let id: String
    /// When the first action was requested.
    public let startDate: Date
    /// The name of the session.
    public let sessionName: String
    /// Whether a person asked for the first action.
    public let userInitiated: Bool

    /// The session, which is not kept alive.
    let sessionID: ObjectIdentifier
    /// What is known of the feature.
    package let metadata: FeatureMetadata
    private let outer: WeakStack
    private let state = Protected(State())

    init(
        id: UInt64, metadata: FeatureMetadata, session: ActionSession, userInitiated: Bool, parent: ActionStack?,
        at date: Date
    ) {
        self.id = "\(id)"
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

    /// Whether the use of the feature goes on.
    public var isOpen: Bool { state.withLock { $0.isOpen } }

    /// The oldest entry that is still kept.
    public var first: ActionStackEntry? { state.withLock { $0.entries.first } }

    /// The seconds since the first action.
    public var timeIntervalSinceStart: TimeInterval { Date().timeIntervalSince(startDate) }

    /// The seconds from the first action to the newest entry, or `nil` if there is none.
    public var timeIntervalToLastEntry: TimeInterval? {
        state.withLock { $0.entries.last }.map { $0.startDate.timeIntervalSince(startDate) }
    }

    /// Hands out the entries that are kept, oldest first.
    public func withEntries<Result>(_ body: ([ActionStackEntry]) throws -> Result) rethrows -> Result {
        try body(state.withLock { Array($0.entries) })
    }

    /// How many entries there have been, those that are no longer kept among them.
    package var entryCount: Int { state.withLock { $0.count } }

    /// The entries after those that have been seen already.
    ///
    /// - Parameter number: How many entries the caller has seen.
    /// - Returns: Those of the others that are still kept, oldest first, and how many there have been in all.
    package func entries(after number: Int) -> (entries: [ActionStackEntry], count: Int) {
        state.withLock { state in
            let new = number < state.count ? min(state.count - number, state.entries.count) : 0
            return (Array(state.entries.suffix(new)), state.count)
        }
    }

    /// The stack in words.
    public var debugDescription: String {
        let count = state.withLock { $0.entries.count }
        return "#\(id) \(metadata.name) in session \(sessionName), \(count) \(count == 1 ? "entry" : "entries")"
    }

    /// Adds an entry, and drops the oldest if there are too many.
    func append(_ entry: ActionStackEntry) {
        state.withLock { state in
            state.entries.append(entry)
            state.count += 1
            if state.entries.count > Self.maximumEntries { _ = state.entries.popFirst() }
        }
    }

    /// Notes that the use of the feature is over.
    func close() {
        state.withLock { $0.isOpen = false }
    }
}

/// A stack that is not kept alive: its entries keep the stacks that began in it.
private struct WeakStack: @unchecked Sendable {
    /// Weak references are read and cleared atomically, so this needs no lock.
    private(set) weak var stack: ActionStack?
}
