// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintWorld

/// A producer of the journal lines that describe an app's state.
///
/// ``start()`` returns a keyframe, which contains the complete state. ``changes()`` returns the changes since the last
/// call, and another keyframe if the file has grown enough. ``JournalOutput`` writes events and log lines separately.
/// Only one thread at a time may use an instance.
final class JournalStateEncoder {
    /// The minimum number of bytes between two keyframes.
    private static let keyframeInterval = 1 << 18
    /// The maximum number of JSON values in one line.
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
    /// Whether the file lacks state lines because a write failed or the app did not answer.
    private var isIncomplete = false

    init(_ inspector: any Inspector) {
        self.inspector = inspector
    }

    func start() throws(MissingAnswer) -> [JournalLine] {
        try inspector.read()
        return try keyframe(restarts: true)
    }

    func changes() throws(MissingAnswer) -> [JournalLine] {
        // An app that no longer answers still has a status with the reason.
        guard !isIncomplete, let changes = inspector.sync(Sync(since: model.revision)).changes else {
            return try keyframe(restarts: true)
        }
        return try lines(for: changes)
    }

    /// Returns the stacks and the history if they have changed since they were last written.
    ///
    /// Call this method before closing the file, because changed stacks are written at most once per second.
    func finalLines() -> [JournalLine] { ((try? stackLines()) ?? []) + ((try? historyLines()) ?? []) }

    /// Records the size in bytes of lines that were written, and of the file after writing.
    func recordWrite(byteCount: Int, fileSize: Int) {
        if wroteKeyframe { (keyframeSize, keyframeStart, isIncomplete) = (byteCount, fileSize, false) }
        (self.fileSize, wroteKeyframe) = (fileSize, false)
    }

    /// Records that lines were lost.
    ///
    /// The next call to ``changes()`` returns a complete keyframe.
    func recordLoss() {
        (isIncomplete, wroteKeyframe) = (true, false)
    }

    private var needsKeyframe: Bool {
        // Keyframes must not dominate the file, so their distance grows with their size. The cap limits how much a
        // reader scans.
        fileSize - keyframeStart > max(Self.keyframeInterval, 2 * min(keyframeSize, 16 << 20))
    }

    // MARK: State

    /// Returns the lines of a keyframe with the current state.
    ///
    /// If `restarts` is `true`, the declarations of all features precede the keyframe.
    private func keyframe(restarts: Bool) throws(MissingAnswer) -> [JournalLine] {
        let listed = try inspector.readModel()
        let wanted = try news(ofFeatures: listed.features.map(\.id))
        (model, status) = (listed, listed.status)
        wroteKeyframe = true
        keyframeNumber += 1
        var lines: [JournalLine] = []
        if restarts { lines += Self.catalog(wanted.declared, restarts: true) }
        lines.append(.keyframe(Keyframe(number: keyframeNumber, event: try lastSeenEvent, date: Date())))
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
        lines += Self.facts(wanted.facts)
        // A keyframe also contains stacks and a history that have not changed.
        (stacks, history) = ([], [])
        lines += try stackLines() + historyLines()
        lines.append(.ready(keyframeNumber))
        return lines
    }

    /// The number of the last event before the first keyframe.
    ///
    /// The value is 0 for later keyframes, which follow the last event in the file.
    private var lastSeenEvent: UInt64 {
        get throws(MissingAnswer) { keyframeNumber == 1 ? try inspector.events(after: 0).last?.id ?? 0 : 0 }
    }

    private static func catalog(_ catalog: Catalog, restarts: Bool) -> [JournalLine] {
        var declared = catalog
        let pages = chunks(of: catalog.features, weight: \.weight)
        return (pages.isEmpty ? [[]] : pages).enumerated().map { index, page in
            declared.features = page
            return .catalog(RecordedCatalog(restarts: restarts && index == 0, declared: declared))
        }
    }

    private func news(ofFeatures features: [String]) throws(MissingAnswer) -> News {
        try inspector.sync(Sync(want: Sync.Want(features: features, rest: true))).complete()
    }

    private static func facts(_ facts: [FactRecord]) -> [JournalLine] {
        chunks(of: FactRecord.sorted(facts)) { _ in 12 }.map(JournalLine.facts)
    }

    private func lines(for changes: ModelChanges) throws(MissingAnswer) -> [JournalLine] {
        var changes = changes
        var lines: [JournalLine] = []
        model.apply(changes)
        if !changes.registered.isEmpty {
            lines += Self.catalog(try news(ofFeatures: changes.registered.map(\.id)).declared, restarts: false)
            changes.registered = []
        }
        if changes.status == status { changes.status = nil } else if let new = changes.status { status = new }
        let facts = Self.facts(changes.facts)
        changes.facts = []
        if !changes.isEmpty { lines += Self.pages(of: changes) }
        lines += facts
        if changes.stacksChanged, needsStacks { lines += try stackLines() }
        // A history that is missing is written with the next status.
        if changes.status != nil { lines += (try? historyLines()) ?? [] }
        if needsKeyframe { lines += try keyframe(restarts: false) }
        return lines
    }

    // MARK: Stacks and the history

    /// Whether the stacks were last written more than a second ago.
    ///
    /// The stacks change with every action.
    private var needsStacks: Bool { ContinuousClock.now - lastStacks > .seconds(1) }

    private func stackLines() throws(MissingAnswer) -> [JournalLine] {
        let now = try inspector.stacks()
        lastStacks = .now
        guard now != stacks else { return [] }
        stacks = now
        return [.stacks(now)]
    }

    private func historyLines() throws(MissingAnswer) -> [JournalLine] {
        let now = try inspector.history()
        guard now != history else { return [] }
        history = now
        return [.history(now)]
    }

    // MARK: Pages

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
            // The empty list replaces the old products, and the pages that follow add the new ones.
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

    /// Splits elements into groups of limited total weight.
    ///
    /// The weight is the approximate number of JSON values.
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
