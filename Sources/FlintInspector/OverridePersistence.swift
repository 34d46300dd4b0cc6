// SPDX-License-Identifier: MIT

import FlintCore
import FlintFoundation
import FlintLocks
import FlintWorld

/// Keeps a runtime's overrides and their file in sync.
///
/// ``start()`` applies the overrides in the file and then saves every change. ``watch()`` follows changes that other
/// programs save. An override that lasts until the program quits is not saved. Expired overrides are reported, and the
/// next program with write access removes them from the file. If the app does not allow overrides, the file is neither
/// loaded nor changed.
///
/// All members can be called from any thread.
package final class OverridePersistence: Sendable {
    private struct State {
        var tokens: [ObservationToken] = []
        /// The overrides from the file that have been applied, including changes made by this process.
        var known: [OverrideRecord] = []
        /// Whether overrides are being removed in bulk, so that the file changes only once.
        var isClearing = false
        var refusal: String?
        var unusable: [FactReference: String] = [:]
        /// Descriptions of entries without effect: the first entries individually, followed by a count of the others.
        var ineffectiveEntries: [String] = []
        var reportedProblems: Set<String> = []
        /// The names under which other running programs' overrides were applied.
        var otherPrograms: Set<Cause> = []
    }

    private let cache: StateCache<SavedOverrides>
    private let app: RunningApp
    private let process: ProcessIdentity
    private var runtime: FlintRuntime { app.runtime }
    /// The state, with a lock that is held while a change is added to the cache.
    ///
    /// This prevents the change from being mistaken for another program's change. No external code is called while the
    /// lock is held.
    private let state = Protected(State())
    private let observers = ChangeSignal()

    private static let describedEntries = 10

    package init(
        _ cache: StateCache<SavedOverrides>, runtime: FlintRuntime, system: (any SimulatedSystem)? = nil,
        process: ProcessIdentity = .current
    ) {
        self.cache = cache
        self.process = process
        app = RunningApp(runtime: runtime, system: system)
    }

    var access: StateFileAccess { cache.file.access }

    /// The reason the latest change is not saved, or `nil` if it is saved or pending.
    package var problem: String? { cache.saveError?.description }

    package var problems: [String] {
        let (refusal, ineffectiveEntries) = state.withLock { ($0.refusal, $0.ineffectiveEntries) }
        return cache.problems + [refusal].compactMap { $0 } + ineffectiveEntries
    }

    /// Reads the file, applies its overrides, and starts to save changes.
    ///
    /// Overrides of unknown facts stay in the file, because another version of the app may know them.
    ///
    /// - Returns: Sentences about expired overrides: the first ones individually, followed by a count of the others.
    ///   See ``problems`` for errors.
    package func start() -> [String] {
        let content = cache.content ?? SavedOverrides()
        guard runtime.facts.allowsOverrides else {
            refuse(content)
            return []
        }
        let now = Date()
        let expired = content.records.filter { $0.expiry?.hasPassed(by: now) == true }
        let live = Self.live(content.records, at: now).filter { !isOutdated($0) }
        let removed = Set(content.records).subtracting(live)
        if !removed.isEmpty { cache.applyImmediately { $0.records.removeAll { removed.contains($0) } } }
        // Changes that other threads make while the overrides are applied are saved.
        let tokens = [
            runtime.facts.observe { [weak self] change in self?.save(change) },
            cache.file.access.observe { [weak self] in self?.problemsDidChange() },
        ]
        state.withLock { state in
            state.known = live
            state.tokens = tokens
        }
        // The overrides are applied in the order of the file, so that the last of two overrides of a fact takes
        // effect. The map is lazy, because the file can be very long.
        apply(live.lazy.map { ($0.identity, $0) })
        var endings = expired.prefix(Self.describedEntries).map { expirationMessage(for: $0, at: now) }
        if expired.count > endings.count {
            endings.append("\(expired.count - endings.count) more overrides have expired.")
        }
        for ending in endings { runtime.advise(ending) }
        adviseOfProblems()
        return endings
    }

    /// Returns whether the app has changed or removed an override in its own store since it was saved.
    private func isOutdated(_ record: OverrideRecord) -> Bool {
        guard record.kind == .flag,
            case (.featureFlag(let flag), let override)? = try? app.checked(
                record.override, of: record.identity, by: .saved)
        else { return false }
        return runtime.storedOverride(of: flag, differsFrom: override.value.truth.boolValue)
    }

    private func refuse(_ content: SavedOverrides) {
        let count = content.records.count + content.newerNames.count
        if count > 0 {
            let refusal =
                "The state file \(cache.file.path) contains \(count.counted("override")), "
                + "neither loaded nor deleted. \(RuntimeInspector.overrideRefusal)"
            state.withLock { $0.refusal = refusal }
        }
        adviseOfProblems()
    }

    /// Starts to follow changes that other programs save.
    ///
    /// Changes are applied on the main queue for the lifetime of this object. This method has no effect if the app does
    /// not allow overrides.
    package func watch() {
        guard runtime.facts.allowsOverrides else { return }
        cache.watch { [weak self] in self?.follow() }
        follow()
    }

    /// Reads the file again and applies other programs' changes.
    ///
    /// You need not call this method if the file is watched.
    func fileDidChange() {
        cache.refresh()
        follow()
    }

    private func follow() {
        let now = Date()
        let changed = state.withLock { state -> [FactReference: OverrideRecord?] in
            guard let content = cache.content else { return [:] }
            let live = Self.live(content.records, at: now)
            guard live != state.known else { return [:] }
            let (known, found) = (Self.index(state.known), Self.index(live))
            var changed: [FactReference: OverrideRecord?] = [:]
            for (fact, record) in found where known[fact] != record { changed[fact] = record }
            // Assigning `nil` would remove the entry instead of storing a missing record.
            for fact in known.keys where found[fact] == nil { changed.updateValue(nil, forKey: fact) }
            state.known = live
            state.unusable = state.unusable.filter { found[$0.key] != nil && changed[$0.key] == nil }
            return changed
        }
        apply(changed.sorted { $0.key.isBefore($1.key) }.lazy.map { ($0.key, $0.value) })
        problemsDidChange()
    }

    private static func index(_ records: [OverrideRecord]) -> [FactReference: OverrideRecord] {
        Dictionary(records.lazy.map { ($0.identity, $0) }, uniquingKeysWith: { $1 })
    }

    private static func live(_ records: [OverrideRecord], at now: Date) -> [OverrideRecord] {
        func isOver(_ record: OverrideRecord) -> Bool { record.expiry?.hasPassed(by: now) == true }
        return records.contains(where: isOver) ? records.filter { !isOver($0) } : records
    }

    /// Removes overrides from the file in one step, and then from the facts.
    ///
    /// Without a kind, all overrides are removed, including overrides that only a newer program understands. Other
    /// programs that use the file record the cause.
    ///
    /// - Returns: The number of overrides removed from the file that were not applied to a fact.
    func clear(_ kind: FactKind?, present: [OverrideRecord], cause: Cause, _ removal: () -> Void) -> Int {
        let present = Set(present.map(\.identity))
        let count = state.withLock { state in
            state.isClearing = true
            // Another program may have added overrides.
            cache.refresh()
            guard let content = cache.content else { return 0 }
            let saved = content.records.filter { kind == nil || $0.kind == kind }
            let newer = kind == nil ? content.newerNames.count : 0
            // An empty or missing file remains unchanged.
            guard saved.count + newer > 0 else { return 0 }
            let remover = remover(cause)
            cache.applyImmediately {
                $0.removeAll(of: kind)
                $0.remover = remover
            }
            state.known.removeAll { kind == nil || $0.kind == kind }
            state.unusable = state.unusable.filter { kind != nil && $0.key.kind != kind }
            describeLeftOut(in: &state)
            return saved.count { !present.contains($0.identity) } + newer
        }
        removal()
        state.withLock { $0.isClearing = false }
        adviseOfProblems()
        observers.send()
        return count
    }

    func observe(_ handler: @escaping @Sendable () -> Void) -> ObservationToken {
        observers.add(handler)
    }

    // MARK: Loading

    private func apply(_ changed: some Sequence<(fact: FactReference, record: OverrideRecord?)>) {
        let (origins, remover) = (cache.content?.origins ?? [:], cache.content?.remover)
        var unusable: [(FactReference, String)] = []
        runtime.bind {
            Cause.withCause(.saved) {
                for (fact, record) in changed {
                    do throws(CommandError) {
                        if let record {
                            let origin = origins[fact]
                            let program = otherProgram(record.source, origin?.process)
                            var signed = record.override
                            signed.source = program?.rawValue ?? signed.source
                            let (key, override) = try app.checked(signed, of: fact, by: .saved)
                            let cause = program ?? .saved
                            _ = Cause.withCause(cause) {
                                runtime.facts.set(override, of: key, since: origin?.since, cause: cause)
                            }
                        } else if let key = FactKey(fact), let override = runtime.facts[key]?.override,
                            // An override that lasts until the app quits is never in the file.
                            override.expiry != .untilQuit
                        {
                            let cause = otherProgram(remover?.source, remover?.process) ?? .saved
                            _ = Cause.withCause(cause) { runtime.facts.setOverride(nil, for: key, cause: cause) }
                        }
                    } catch {
                        unusable.append((fact, error.message))
                    }
                }
            }
        }
        state.withLock { state in
            state.unusable.merge(unusable) { $1 }
            describeLeftOut(in: &state)
        }
    }

    private func otherProgram(_ source: String?, _ process: Int32?) -> Cause? {
        guard let source, let process, let program = self.process.otherProgram(source, in: process) else { return nil }
        state.withLock { _ = $0.otherPrograms.insert(program) }
        return program
    }

    private func remover(_ cause: Cause) -> SavedOverrides.Remover? {
        process.signature.map { SavedOverrides.Remover(source: cause.rawValue, process: $0) }
    }

    private func describeLeftOut(in state: inout State) {
        let path = cache.file.path
        let newer = cache.content?.newerNames ?? []
        let all =
            newer.map { "The state file \(path) contains an unsupported override, which is kept: \($0)." }
            + state.unusable.sorted { $0.key.isBefore($1.key) }
            .map { "The state file \(path) contains an override without effect: \($0.value)" }
        state.ineffectiveEntries = Array(all.prefix(Self.describedEntries))
        let rest = all.count - state.ineffectiveEntries.count
        if rest > 0 {
            state.ineffectiveEntries.append("The state file \(path) contains \(rest) more overrides without effect.")
        }
    }

    // MARK: Saving

    /// Saves a change to an override, unless the change came from the file or from the persona of the launch.
    private func save(_ change: FactChange) {
        guard change.layer == .override, change.cause != .saved, change.cause != .launch,
            !state.withLock({ $0.otherPrograms.contains(change.cause) })
        else { return }
        let before = change.before?.override.flatMap { OverrideRecord(key: change.key, override: $0) }
        let after = change.after.override.flatMap { OverrideRecord(key: change.key, override: $0) }
        guard let fact = (after ?? before)?.identity else { return }
        let isUseOrExpiration = Self.isUseOrExpiration(before, after, change.cause)
        // If another program has replaced a used or expired override, the other program's record is kept.
        @Sendable func edit(_ records: inout [OverrideRecord]) {
            if let before, isUseOrExpiration { return Self.subtractUses(before, to: after, in: &records) }
            records.removeAll { $0.identity == fact }
            if let after, after.expiry != .untilQuit { records.append(after) }
        }
        state.withLock { state in
            // These overrides have already been removed from the file. An override that another thread sets during the
            // removal is still saved.
            if state.isClearing, after == nil { return }
            edit(&state.known)
            let origin = SavedOverrides.Origin(since: change.after.override?.since, process: process.signature)
            let remover = isUseOrExpiration ? nil : remover(change.cause)
            cache.applyImmediately(savesLater: true) { content in
                let count = content.records.count
                edit(&content.records)
                if content.records.count < count { content.remover = remover }
                if !isUseOrExpiration { content.origins[fact] = after == nil ? nil : origin }
            }
        }
        adviseOfProblems()
    }

    /// Returns whether a change results from a use or the expiry of an override rather than from a command.
    private static func isUseOrExpiration(_ before: OverrideRecord?, _ after: OverrideRecord?, _ cause: Cause) -> Bool {
        guard let before, let after else { return before != nil && cause == .expiry }
        guard case .uses(let count)? = before.expiry, case .uses(let rest)? = after.expiry else { return false }
        return rest < count && after.value == before.value && after.reason == before.reason
    }

    /// Subtracts this process's uses from the saved record, because other programs update the record too.
    private static func subtractUses(
        _ before: OverrideRecord, to after: OverrideRecord?, in records: inout [OverrideRecord]
    ) {
        guard let index = records.firstIndex(where: { $0.identity == before.identity }) else { return }
        let saved = records[index]
        guard saved.value == before.value, saved.reason == before.reason else { return }
        guard case .uses(let count)? = before.expiry, case .uses(let left)? = saved.expiry else {
            if saved.expiry == before.expiry { records.remove(at: index) }
            return
        }
        var rest = 0
        if case .uses(let number)? = after?.expiry { rest = number }
        if left - (count - rest) < 1 {
            records.remove(at: index)
        } else {
            records[index].expiry = .uses(left - (count - rest))
        }
    }

    // MARK: Messages

    private func problemsDidChange() {
        adviseOfProblems()
        observers.send()
    }

    private func adviseOfProblems() {
        let problems = problems
        let new = state.withLock { state in
            defer { state.reportedProblems = Set(problems) }
            return problems.filter { !state.reportedProblems.contains($0) }
        }
        for problem in new { runtime.advise(problem) }
    }

    private func expirationMessage(for record: OverrideRecord, at now: Date) -> String {
        let key = try? app.key(of: record.identity)
        let title = key.map(runtime.title) ?? "\(record.kind.rawValue) \(record.key)"
        let reason = Override.displayText(forReason: record.reason)
        var end = ""
        if let expiry = record.expiry, case .until = expiry { end = " \(expiry.displayText(at: now))" }
        return "An override has expired: \(title), \(record.value)\(end)\(reason)."
    }
}

extension FactReference {
    fileprivate func isBefore(_ other: FactReference) -> Bool {
        (kind.rawValue, key) < (other.kind.rawValue, other.key)
    }
}
