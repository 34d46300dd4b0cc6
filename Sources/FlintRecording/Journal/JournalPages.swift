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
    /// How many features are explained at once; the rest follows after what has happened since.
    private static let explanationLimit = 1_000

    private let inspector: any Inspector
    private var model = AppModel.empty
    private var status: AppStatus?
    private var stacks: [StackSnapshot] = []
    private var history: [HistoryEntry] = []
    private var lastStacks = ContinuousClock.now
    private var rowIDs: [RequirementState: Int] = [:]
    private var explanations: [Int32: RecordedExplanation] = [:]
    /// The features whose explanation may have changed and was not looked at yet, by number.
    private var pending: Set<Int32> = []
    private var texts = FeatureTexts()
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

    /// Whether there is more to write without that anything happens.
    var hasMore: Bool { !pending.isEmpty }

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
    /// - Parameter restarts: Whether the features are listed again as they are declared.
    /// - Returns: The lines.
    private func keyframe(restarts: Bool) -> [JournalLine] {
        wroteKeyframe = true
        keyframeNumber += 1
        (rowIDs, explanations, pending) = ([:], [:], [])
        model = inspector.list()
        status = model.status
        var lines: [JournalLine] = []
        if restarts {
            texts = inspector.featureTexts()
            lines += catalog(model.features, restarts: true)
        }
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
        lines += explain(model.features.map(\.number))
        (stacks, history) = ([], [])
        lines += stackLines() + historyLines()
        lines.append(.ready(keyframeNumber))
        return lines
    }

    /// The last event that had happened when the state was listed; later on, it is the last one in the file.
    private var lastSeenEvent: UInt64 { keyframeNumber == 1 ? inspector.events(after: 0).last?.id ?? 0 : 0 }

    private func catalog(_ features: [FeatureSummary], restarts: Bool) -> [JournalLine] {
        let recorded = features.compactMap { summary in
            inspector.detail(of: summary.id).map { detail in
                RecordedFeature(
                    summary, detail,
                    requirements: texts.requirements[Int(texts.requirementsIndex(of: summary.number))])
            }
        }
        let pages = Self.chunks(of: recorded) { 30 + 25 * $0.actions.count + 4 * $0.requirements.count }
        let lines = pages.enumerated().map {
            JournalLine.catalog(RecordedCatalog(restarts: restarts && $0.offset == 0, features: $0.element))
        }
        return lines.isEmpty && restarts ? [.catalog(RecordedCatalog(restarts: true, features: []))] : lines
    }

    private func lines(for changes: ModelChanges) -> [JournalLine] {
        var changes = changes
        var lines: [JournalLine] = []
        model.apply(changes)
        if !changes.registered.isEmpty {
            texts = inspector.featureTexts()
            lines += catalog(changes.registered, restarts: false)
            pending.formUnion(changes.registered.map(\.number))
            changes.registered = []
        }
        if changes.status == status { changes.status = nil } else if let new = changes.status { status = new }
        let isNoticeable = ModelChanges(revision: changes.revision) != changes
        if isNoticeable { lines += Self.pages(of: changes) }
        noteChanges(changes)
        lines += explain(takePending())
        if changes.stacksChanged, needsStacks { lines += stackLines() }
        if changes.status != nil { lines += historyLines() }
        if needsKeyframe, pending.isEmpty { lines += keyframe(restarts: false) }
        return lines
    }

    // MARK: Explanations

    /// Notes the features that changes may explain in another way: those whose state changed, and those that require a
    /// fact that changed, themselves or through a group.
    private func noteChanges(_ changes: ModelChanges) {
        for state in changes.states { pending.insert(state.number) }
        for fact in changes.facts {
            for id in inspector.usage(of: fact) {
                guard let index = model.tree.sortIndex(of: id) else { continue }
                for index in index..<model.tree.end(of: index) { pending.insert(model.features[index].number) }
            }
        }
    }

    private func takePending() -> [Int32] {
        guard pending.count > Self.explanationLimit else {
            defer { pending = [] }
            return pending.sorted()
        }
        let taken = Array(pending.sorted().prefix(Self.explanationLimit))
        pending.subtract(taken)
        return taken
    }

    /// Explains features, as far as that has changed.
    private func explain(_ numbers: [Int32]) -> [JournalLine] {
        var rows: [RecordedRow] = []
        var changed: [RecordedExplanation] = []
        for number in numbers {
            guard let index = model.tree.sortIndex(ofNumber: number),
                let detail = inspector.detail(of: model.features[index].id)
            else { continue }
            let ids = detail.requirements.map { row in
                if let id = rowIDs[row] { return id }
                let id = rowIDs.count + 1
                rowIDs[row] = id
                rows.append(RecordedRow(id: id, row: row))
                return id
            }
            let explanation = RecordedExplanation(
                number: number, available: detail.available, firstBlocking: detail.firstBlocking, rows: ids,
                userToggle: detail.userToggle, runtimeSwitch: detail.runtimeSwitch)
            guard explanations[number] != explanation else { continue }
            explanations[number] = explanation
            changed.append(explanation)
        }
        return Self.chunks(of: rows) { _ in 14 }.map(JournalLine.rows)
            + Self.chunks(of: changed) { 8 + $0.rows.count }.map(JournalLine.explanations)
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
