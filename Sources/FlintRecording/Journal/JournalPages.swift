import InspectorKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Makes the lines of a journal that hold the state of an app: everything first, then what is new.
///
/// Events and lines of the log are written apart from it, by ``JournalOutput``.
final class JournalPages {
    /// How many bytes there are between two keyframes at least.
    private static let keyframeInterval = 1 << 18
    /// How many values the elements of a line may have together.
    private static let lineWeight = 4_000

    private let inspector: any Inspector
    private var model = AppModel.empty
    private var status: AppStatus?
    private var stacks: [StackSnapshot] = []
    private var history: [HistoryEntry] = []
    private var lastStacks = ContinuousClock.now
    private var keyframeNumber = 0
    private var keyframeStart = 0
    private var fileSize = 0
    private var keyframeSize = 0
    private var wroteKeyframe = false
    /// Whether lines of the state are missing from the file.
    private var isIncomplete = false

    /// Creates the pages of an app.
    init(_ inspector: any Inspector) {
        self.inspector = inspector
    }

    /// Everything there is.
    func start() -> [JournalLine] { InspectorQuestion.join { keyframe(restarts: true) } }

    /// What has changed since.
    func news() -> [JournalLine] {
        InspectorQuestion.withoutReading {
            guard !isIncomplete, let changes = inspector.changes(since: model.revision) else {
                return keyframe(restarts: true)
            }
            return lines(for: changes)
        }
    }

    /// What is written when the file is about to be closed.
    func ending() -> [JournalLine] { stackLines() + historyLines() }

    /// Notes that lines are in the file.
    ///
    /// - Parameters:
    ///   - count: How many bytes the lines have.
    ///   - size: How many bytes the file has with them.
    func didWrite(_ count: Int, size: Int) {
        if wroteKeyframe { (keyframeSize, keyframeStart, isIncomplete) = (count, size, false) }
        (fileSize, wroteKeyframe) = (size, false)
    }

    /// Notes that lines are missing from the file, so that everything must be written again.
    func didLose() {
        (isIncomplete, wroteKeyframe) = (true, false)
    }

    /// Whether enough has been written since the last keyframe for another one.
    private var needsKeyframe: Bool {
        fileSize - keyframeStart > max(Self.keyframeInterval, 2 * min(keyframeSize, 16 << 20))
    }

    // MARK: State

    /// Everything there is now.
    ///
    /// - Parameter restarts: Whether what the features declare is listed again.
    /// - Returns: The lines.
    private func keyframe(restarts: Bool) -> [JournalLine] {
        wroteKeyframe = true
        keyframeNumber += 1
        model = inspector.list()
        status = model.status
        var lines: [JournalLine] = []
        if restarts { lines += catalog(of: nil) }
        lines.append(.keyframe(Keyframe(number: keyframeNumber, event: lastSeenEvent, date: Date())))
        var whole = ModelChanges(revision: model.revision)
        whole.status = model.status
        whole.states = model.features.map {
            FeatureSummary.State(number: $0.number, isAvailable: $0.isAvailable, isOverridden: $0.isOverridden)
        }
        whole.permissions = model.permissions
        whole.products = Array(model.products)
        whole.flags = Array(model.flags)
        whole.overrides = Array(model.overrides)
        lines += Self.pages(of: whole)
        lines += Self.facts(inspector.facts(of: nil))
        (stacks, history) = ([], [])
        lines += stackLines() + historyLines()
        lines.append(.ready(keyframeNumber))
        return lines
    }

    /// The last event that had happened when the state was listed; later on, it is the last one in the file.
    private var lastSeenEvent: UInt64 { keyframeNumber == 1 ? inspector.events(after: 0).last?.id ?? 0 : 0 }

    /// What features declare.
    ///
    /// - Parameter features: The ids of the features; `nil` for all, in place of those listed before.
    /// - Returns: The lines.
    private func catalog(of features: [String]?) -> [JournalLine] {
        var declared = inspector.catalog(of: features)
        let pages = Self.chunks(of: declared.features, weight: \.weight)
        return (pages.isEmpty ? [[]] : pages).enumerated().map { index, page in
            declared.features = page
            return .catalog(RecordedCatalog(restarts: features == nil && index == 0, declared: declared))
        }
    }

    private static func facts(_ facts: [FactRecord]) -> [JournalLine] {
        chunks(of: FactRecord.sorted(facts)) { _ in 12 }.map(JournalLine.facts)
    }

    private func lines(for changes: ModelChanges) -> [JournalLine] {
        var changes = changes
        var lines: [JournalLine] = []
        model.apply(changes)
        if !changes.registered.isEmpty {
            lines += catalog(of: changes.registered.map(\.id))
            changes.registered = []
        }
        if changes.status == status { changes.status = nil } else if let new = changes.status { status = new }
        let facts = Self.facts(changes.facts)
        changes.facts = []
        if !changes.isEmpty { lines += Self.pages(of: changes) }
        lines += facts
        if changes.stacksChanged, needsStacks { lines += stackLines() }
        if changes.status != nil { lines += historyLines() }
        if needsKeyframe { lines += keyframe(restarts: false) }
        return lines
    }

    // MARK: Stacks and the history

    /// Whether the stacks were written long enough ago: they change with every action.
    private var needsStacks: Bool { ContinuousClock.now - lastStacks > .seconds(1) }

    private func stackLines() -> [JournalLine] {
        let now = inspector.stacks()
        lastStacks = .now
        guard now != stacks else { return [] }
        stacks = now
        return [.stacks(now)]
    }

    private func historyLines() -> [JournalLine] {
        let now = inspector.history()
        guard now != history else { return [] }
        history = now
        return [.history(now)]
    }

    // MARK: Pages

    /// Changes in parts that each fit into a line.
    private static func pages(of changes: ModelChanges) -> [JournalLine] {
        var first = changes
        var rest: [ModelChanges] = []
        func page(_ change: (inout ModelChanges) -> Void) {
            var page = ModelChanges(revision: changes.revision)
            change(&page)
            rest.append(page)
        }
        (first.states, first.products, first.flags, first.overrides) = ([], [], [], [])
        if let all = changes.allProducts {
            first.allProducts = []
            for part in chunks(of: all, weight: { _ in 40 }) { page { $0.products = part } }
        }
        if let all = changes.allFlags {
            first.allFlags = []
            for part in chunks(of: all, weight: { 8 + 12 * $0.answers.count }) { page { $0.flags = part } }
        }
        for part in chunks(of: changes.states, weight: { _ in 4 }) { page { $0.states = part } }
        for part in chunks(of: changes.products, weight: { _ in 40 }) { page { $0.products = part } }
        for part in chunks(of: changes.flags, weight: { 8 + 12 * $0.answers.count }) { page { $0.flags = part } }
        for part in chunks(of: changes.overrides, weight: { _ in 12 }) { page { $0.overrides = part } }
        return ([first] + rest).map(JournalLine.state)
    }

    /// Elements in groups that each fit into a line.
    ///
    /// - Parameters:
    ///   - elements: The elements.
    ///   - weight: About how many values of JSON an element has.
    /// - Returns: The groups; none if there are no elements.
    private static func chunks<Element>(of elements: [Element], weight: (Element) -> Int) -> [[Element]] {
        var chunks: [[Element]] = []
        var current: [Element] = []
        var sum = 0
        for element in elements {
            let weight = weight(element)
            if !current.isEmpty, sum + weight > lineWeight {
                chunks.append(current)
                (current, sum) = ([], 0)
            }
            current.append(element)
            sum += weight
        }
        if !current.isEmpty { chunks.append(current) }
        return chunks
    }
}
