import FlintCore
import InspectorKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Applies saved overrides, saves every change of an override, and follows what other programs save.
///
/// An override that ends with the program is not saved. One that has expired while no program was running is removed
/// from the file by the next program that may write, and that is reported. Where overrides are not allowed, the file is
/// neither loaded nor changed.
///
/// All members may be called from any thread.
package final class OverridePersistence: Sendable {
    private struct State {
        var tokens: [ObservationToken] = []
        /// The overrides of the file that have been applied, with the changes made here.
        var known: [OverrideRecord] = []
        /// Whether every override is being removed, which the file is told once.
        var isClearing = false
        /// The reason why overrides in the file are not loaded.
        var refusal: String?
        /// Overrides in the file that this app cannot use, with the reason.
        var unusable: [FactReference: String] = [:]
        /// Descriptions of what is not understood or cannot be used: of the first entries, and of the rest.
        var leftOut: [String] = []
        /// The problems that have been journalled, so that each is once.
        var advised: Set<String> = []
    }

    private let cache: StateCache<SavedOverrides>
    private let runtime: FlintRuntime
    /// Held while a change is added to the cache, so that it is never taken for one by another program; no foreign
    /// code is called meanwhile.
    private let state = Protected(State())
    private let observers = ChangeSignal()

    /// How many entries of the file that have no effect are described one by one.
    private static let describedEntries = 10

    /// Creates the persistence of a runtime's overrides.
    package convenience init(file: OverrideFile, runtime: FlintRuntime) {
        self.init(StateCache(file), runtime: runtime)
    }

    /// Creates the persistence of a runtime's overrides in a cached file.
    package init(_ cache: StateCache<SavedOverrides>, runtime: FlintRuntime) {
        self.cache = cache
        self.runtime = runtime
    }

    /// The setting that the file follows.
    var access: StateFileAccess { cache.file.access }

    /// The reason why the latest change is not saved, or `nil` if it is or has not been tried yet.
    package var problem: String? { cache.saveError?.description }

    /// The present problems with the file, one sentence each.
    package var problems: [String] {
        let (refusal, leftOut) = state.withLock { ($0.refusal, $0.leftOut) }
        return cache.problems + [refusal].compactMap { $0 } + leftOut
    }

    /// Reads the file, applies its overrides and starts saving.
    ///
    /// Overrides of things the app does not know stay in the file, in case another version of the app knows them.
    ///
    /// - Returns: The overrides that have expired, one sentence each; see ``problems`` for what is wrong.
    package func start() -> [String] {
        let content = cache.content ?? SavedOverrides()
        guard runtime.facts.allowsOverrides else {
            refuse(content)
            return []
        }
        let now = Date()
        let expired = content.records.filter { $0.expiry?.hasPassed(by: now) == true }
        let live = Self.live(content.records, at: now)
        let removed = Set(expired)
        if !removed.isEmpty { cache.keep { $0.records.removeAll { removed.contains($0) } } }
        let tokens = [
            runtime.facts.observe { [weak self] change in self?.save(change) },
            cache.file.access.observe { [weak self] in self?.problemsDidChange() },
        ]
        state.withLock { state in
            state.known = live
            state.tokens = tokens
        }
        // In the order of the file, which may hold very many; where it holds two of one fact, the last one counts.
        apply(live.lazy.map { ($0.identity, $0) })
        var endings = expired.prefix(Self.describedEntries).map { hasRunOut($0, at: now) }
        if expired.count > endings.count {
            endings.append("\(expired.count - endings.count) more overrides have expired.")
        }
        for ending in endings { runtime.advise(ending) }
        adviseOfProblems()
        return endings
    }

    /// Leaves the file alone, where overrides are not allowed, and reports what is not loaded.
    private func refuse(_ content: SavedOverrides) {
        let count = content.records.count + content.newerNames.count
        if count > 0 {
            let refusal =
                "The state file \(cache.file.path) holds \(count == 1 ? "1 override" : "\(count) overrides"), not loaded "
                + "and not deleted. \(RuntimeInspector.overrideRefusal)"
            state.withLock { $0.refusal = refusal }
        }
        adviseOfProblems()
    }

    /// Follows what other programs save, from now on and on the main queue, for as long as this object lives.
    ///
    /// Where overrides are not allowed, nothing is followed.
    package func watch() {
        guard runtime.facts.allowsOverrides else { return }
        cache.watch { [weak self] in self?.follow() }
        follow()
    }

    /// Reads the file again and applies what another program has changed in it, as is done by itself while it is
    /// watched.
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

    /// Returns the overrides that have not expired.
    private static func live(_ records: [OverrideRecord], at now: Date) -> [OverrideRecord] {
        func isOver(_ record: OverrideRecord) -> Bool { record.expiry?.hasPassed(by: now) == true }
        return records.contains(where: isOver) ? records.filter { !isOver($0) } : records
    }

    /// Removes overrides from the file in one step, and then from the facts.
    ///
    /// - Parameters:
    ///   - kind: The kind of override to remove; `nil` for all, those that only a newer program understands too.
    ///   - present: The overrides of the facts that are removed.
    ///   - removal: Removes them.
    /// - Returns: The number of other overrides that the file held.
    func clear(_ kind: FactKind?, present: [OverrideRecord], _ removal: () -> Void) -> Int {
        let present = Set(present.map(\.identity))
        let count = state.withLock { state in
            state.isClearing = true
            cache.refresh()
            guard let content = cache.content else { return 0 }
            let saved = content.records.filter { kind == nil || $0.kind == kind }
            let newer = kind == nil ? content.newerNames.count : 0
            // A file that holds nothing, or is not there, is left alone.
            guard saved.count + newer > 0 else { return 0 }
            cache.keep { $0.removeAll(of: kind) }
            state.known.removeAll { kind == nil || $0.kind == kind }
            state.unusable = state.unusable.filter { kind != nil && $0.key.kind != kind }
            describeLeftOut(in: &state)
            return saved.count { !present.contains($0.identity) } + newer
        }
        removal()
        state.withLock { $0.isClearing = false }
        adviseOfProblems()
        return count
    }

    /// Calls a handler after the file has been looked at again, until the observation is cancelled or released.
    func observe(_ handler: @escaping @Sendable () -> Void) -> InspectorObservation {
        observers.add(handler)
    }

    // MARK: From the file

    /// Overrides facts as records describe, or removes overrides where there is no record any more.
    private func apply(_ changed: some Sequence<(fact: FactReference, record: OverrideRecord?)>) {
        let handler = OverrideCommandHandler(runtime: runtime, cause: .saved)
        var unusable: [(FactReference, String)] = []
        runtime.bind {
            Cause.withCause(.saved) {
                for (fact, record) in changed {
                    do throws(CommandError) {
                        if let record {
                            try handler.install(record)
                        } else if let key = FactKey(fact), let override = runtime.facts[key]?.override,
                            override.expiry != .untilQuit
                        {
                            runtime.facts.setOverride(nil, for: key, cause: .saved)
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

    /// Describes what the file holds without effect: the first entries, and how many more there are.
    private func describeLeftOut(in state: inout State) {
        let path = cache.file.path
        let newer = cache.content?.newerNames ?? []
        let all =
            newer.map { "The state file \(path) holds an override that is not understood and is kept: \($0)." }
            + state.unusable.sorted { $0.key.isBefore($1.key) }
            .map { "The state file \(path) overrides something unknown: \($0.value)" }
        state.leftOut = Array(all.prefix(Self.describedEntries))
        let rest = all.count - state.leftOut.count
        if rest > 0 { state.leftOut.append("The state file \(path) holds \(rest) more overrides without effect.") }
    }

    // MARK: To the file

    /// Saves what has become of an override, unless the file said so itself.
    private func save(_ change: FactChange) {
        guard change.layer == .override, change.cause != .saved else { return }
        let before = change.before?.override.flatMap { OverrideRecord(key: change.key, override: $0) }
        let after = change.after.override.flatMap { OverrideRecord(key: change.key, override: $0) }
        guard let fact = (after ?? before)?.identity else { return }
        let hasWornOff = Self.hasWornOff(before, after, change.cause)
        // Where another program has changed the same override, the file differs from it, and is followed.
        @Sendable func edit(_ records: inout [OverrideRecord]) {
            if let before, hasWornOff { return Self.wear(before, to: after, in: &records) }
            records.removeAll { $0.identity == fact }
            if let after, after.expiry != .untilQuit { records.append(after) }
        }
        state.withLock { state in
            guard !state.isClearing else { return }
            edit(&state.known)
            cache.keep(later: true) { edit(&$0.records) }
        }
        adviseOfProblems()
    }

    /// Whether an override has been used or has ended by itself, rather than been changed.
    private static func hasWornOff(_ before: OverrideRecord?, _ after: OverrideRecord?, _ cause: Cause) -> Bool {
        guard let before, let after else { return before != nil && cause == .expiry }
        guard case .uses(let count)? = before.expiry, case .uses(let rest)? = after.expiry else { return false }
        return rest < count && after.value == before.value && after.reason == before.reason
    }

    /// Takes what has been used off the saved record, which other programs use up too.
    private static func wear(_ before: OverrideRecord, to after: OverrideRecord?, in records: inout [OverrideRecord]) {
        guard let index = records.firstIndex(where: { $0.identity == before.identity }) else { return }
        let saved = records[index]
        guard saved.value == before.value, saved.reason == before.reason else { return }
        guard case .uses(let count)? = before.expiry, case .uses(let left)? = saved.expiry else {
            if saved == before { records.remove(at: index) }
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

    /// Journals every problem that is new.
    private func adviseOfProblems() {
        let problems = problems
        let new = state.withLock { state in
            defer { state.advised = Set(problems) }
            return problems.filter { !state.advised.contains($0) }
        }
        for problem in new { runtime.advise(problem) }
    }

    private func hasRunOut(_ record: OverrideRecord, at now: Date) -> String {
        let key = try? runtime.key(of: record.identity)
        let title = key.map(runtime.title) ?? "\(record.kind.rawValue) \(record.key)"
        let reason = record.reason.map { ", because of “\($0)”" } ?? ""
        var end = ""
        if let expiry = record.expiry, case .until = expiry { end = " \(expiry.displayText(at: now))" }
        return "An override has expired: \(title), \(record.value)\(end)\(reason)."
    }
}

extension FactReference {
    /// Whether the fact comes before another one in the file and in the journal.
    fileprivate func isBefore(_ other: FactReference) -> Bool {
        (kind.rawValue, key) < (other.kind.rawValue, other.key)
    }
}
