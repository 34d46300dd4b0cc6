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
/// from the file by the next program that may write, and that is reported. A change is saved before it is announced
/// further; where this process saves later, it is saved after the present turn of the main queue. If another process holds
/// the file's lock and this one must not wait for it, a change is saved as soon as the lock is released. Where overrides are not
/// allowed, the file is neither loaded nor changed.
///
/// All members may be called from any thread.
package final class OverridePersistence: Sendable {
    /// A change of the file.
    private struct PendingChange {
        /// The fact that it is about, and what has become of its override; `nil` if it is about several.
        var fact: (identity: OverrideIdentity, record: OverrideRecord?)?
        /// Changes what the file holds.
        let apply: @Sendable (inout [OverrideRecord]) -> Void
    }

    private struct State {
        var token: ObservationToken?
        var watcher: FileWatcher?
        /// Why changes that other processes save are not seen.
        var watchError: String?
        /// What the file held when it was last read, with what has been saved since.
        var known = OverrideIndex()
        var readProblem: String?
        var saveProblem: String?
        /// Changes that are not in the file yet.
        var pending: [PendingChange] = []
        /// How often the pending changes were to be saved and the lock was held.
        var attempts = 0
        /// Whether the pending changes will be saved by themselves.
        var isScheduled = false
        /// Saves the pending changes before the process ends.
        var finishing: ObservationToken?
        /// Whether every override is being removed, which the file is told once.
        var isClearing = false
        /// What became of a malformed file.
        var quarantineNotice: String?
        /// Descriptions of what the file holds and only a newer program understands.
        var notUnderstood: [String] = []
        /// What the file holds and this app cannot use, with the reason.
        var unusable: [OverrideIdentity: String] = [:]
        /// What is not understood or cannot be used, one sentence each for the first and one for the rest.
        var leftOut: [String] = []
        /// The problems that have been journalled, so that each is once.
        var advised: Set<String> = []
    }

    private let file: OverrideFile
    private let runtime: FlintRuntime
    /// Held while the file is read or written, so that the two never mix; no foreign code is called meanwhile.
    private let state = Protected(State())
    private let observers = ChangeSignal()
    private let timer: any DeadlineTimer

    /// How many entries of the file that have no effect are described one by one.
    private static let describedEntries = 10

    /// Creates the persistence of a runtime's overrides.
    package convenience init(file: OverrideFile, runtime: FlintRuntime) {
        self.init(file: file, runtime: runtime, timer: MainQueueTimer())
    }

    /// Creates the persistence with a timer that calls for a change to be saved again.
    package init(file: OverrideFile, runtime: FlintRuntime, timer: any DeadlineTimer) {
        self.file = file
        self.runtime = runtime
        self.timer = timer
    }

    deinit {
        timer.set(nil)
    }

    /// Why the latest change could not be saved, or `nil` if it was.
    package var problem: String? { state.withLock { $0.saveProblem } }

    /// What is wrong with the file now, one sentence each.
    package var problems: [String] {
        state.withLock { state in
            var problems = [state.readProblem, state.saveProblem].compactMap { $0 }
            if problems.count == 2, problems[0] == problems[1] { problems.removeLast() }
            return problems + [state.quarantineNotice, state.watchError].compactMap { $0 } + state.leftOut
        }
    }

    /// Reads the file, applies its overrides and starts saving.
    ///
    /// Overrides of things the app does not know stay in the file, in case another version of the app knows them.
    ///
    /// - Returns: The overrides that have run out, one sentence each; what was wrong is in ``problems``.
    package func start() -> [String] {
        guard runtime.facts.allowsOverrides else {
            refuse()
            return []
        }
        let now = Date()
        var (live, expired): ([OverrideRecord], [OverrideRecord]) = ([], [])
        state.withLock { state in
            let loaded = file.load()
            state.readProblem = loaded.problem
            expired = loaded.overrides.filter { $0.expiry?.hasPassed(by: now) == true }
            live = Self.live(loaded.overrides, at: now)
            state.known = OverrideIndex(live)
            state.notUnderstood = loaded.unknownNames
            let removed = Set(expired)
            if !removed.isEmpty { save(PendingChange { $0.removeAll { removed.contains($0) } }, in: &state) }
        }
        let token = runtime.facts.observe { [weak self] change in self?.save(change) }
        let finishing = file.savesLater ? file.onFinish { [weak self] in self?.savePending() } : nil
        state.withLock { state in
            state.token = token
            state.finishing = finishing
        }
        // In the order of the file, which may hold very many; where it holds two of one fact, the last one counts.
        apply(live.lazy.map { (OverrideIdentity($0), $0) })
        var endings = expired.prefix(Self.describedEntries).map { hasRunOut($0, at: now) }
        if expired.count > endings.count {
            endings.append("\(expired.count - endings.count) more overrides have expired.")
        }
        for ending in endings { runtime.advise(ending) }
        adviseOfProblems()
        return endings
    }

    /// Leaves the file alone, where overrides are not allowed, and reports what is not loaded.
    private func refuse() {
        state.withLock { state in
            do throws(StateFileError) {
                let loaded = try file.read()
                let count = loaded.overrides.count + loaded.unknownNames.count
                guard count > 0 else { return }
                state.readProblem =
                    "The state file \(file.path) holds \(count == 1 ? "1 override" : "\(count) overrides"), not loaded "
                    + "and not deleted. \(RuntimeInspector.overrideRefusal)"
            } catch {
                state.readProblem = error.description
            }
        }
        adviseOfProblems()
    }

    /// Follows what other programs save, from now on and on the main queue, for as long as this object lives.
    ///
    /// Nothing wakes up while nothing is saved. Where overrides are not allowed, nothing is followed.
    package func watch() {
        guard runtime.facts.allowsOverrides else { return }
        let watcher = FileWatcher(path: file.path) { [weak self] in self?.fileDidChange() }
        state.withLock { state in
            state.watcher = watcher
            let watchError =
                "The state file \(file.path) cannot be watched, so that what other programs change is seen at the next "
                + "start. Let the system watch more files."
            state.watchError = watcher == nil ? watchError : nil
        }
        // What happened before the watch began would otherwise be missed.
        fileDidChange()
    }

    /// Applies what another program has changed in the file, and nothing else.
    ///
    /// A malformed file stays where it is, because the user may be editing it.
    func fileDidChange() {
        let now = Date()
        let changed: [OverrideIdentity: OverrideRecord?]? = state.withLock { state in
            let loaded: OverrideFile.Loaded
            do throws(StateFileError) {
                loaded = try file.read()
            } catch {
                state.readProblem = error.description
                return nil
            }
            state.readProblem = nil
            state.notUnderstood = loaded.unknownNames
            let live = Self.live(loaded.overrides, at: now)
            if state.known.isMade(of: live) { return [:] }
            var index = OverrideIndex(live)
            let (known, found) = (state.known.all, index.all)
            var changed: [OverrideIdentity: OverrideRecord?] = [:]
            for (identity, record) in found where known[identity] != record { changed[identity] = record }
            for identity in known.keys where found[identity] == nil { changed.updateValue(nil, forKey: identity) }
            state.known = index
            state.unusable = state.unusable.filter { found[$0.key] != nil && changed[$0.key] == nil }
            return changed
        }
        apply((changed ?? [:]).sorted { $0.key.isBefore($1.key) }.lazy.map { ($0.key, $0.value) })
        adviseOfProblems()
        observers.send()
    }

    /// Removes overrides from the file in one step, and then from the facts.
    ///
    /// - Parameters:
    ///   - kind: The kind of override to remove; `nil` for all, those that only a newer program understands too.
    ///   - present: The overrides of the facts that are removed.
    ///   - removal: Removes them.
    /// - Returns: How many the file held besides those.
    func clear(_ kind: FactKind?, present: [OverrideRecord], _ removal: () -> Void) -> Int {
        let identities = Set(present.map(OverrideIdentity.init))
        let count = state.withLock { state in
            state.isClearing = true
            // A file that holds nothing, or is not there, is left as it is.
            guard let loaded = try? file.read() else { return 0 }
            let saved = loaded.overrides.filter { kind == nil || $0.kind == kind }
            let unknown = kind == nil ? loaded.unknownNames.count : 0
            guard saved.count + unknown > 0 || !state.pending.isEmpty else { return 0 }
            save(PendingChange { $0.removeAll { kind == nil || $0.kind == kind } }, in: &state)
            if kind == nil, unknown > 0 { attempt(in: &state) { () throws(StateFileError) in try file.removeAll() } }
            guard state.saveProblem == nil else { return 0 }
            state.known.keep { kind != nil && $0.kind != kind }
            if kind == nil { state.notUnderstood = [] }
            state.unusable = state.unusable.filter { kind != nil && $0.key.kind != kind }
            describeLeftOut(in: &state)
            return saved.count { !identities.contains(OverrideIdentity($0)) } + unknown
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
    private func apply(_ changed: some Sequence<(identity: OverrideIdentity, record: OverrideRecord?)>) {
        let handler = OverrideCommandHandler(runtime: runtime, cause: .saved)
        var unusable: [(OverrideIdentity, String)] = []
        // One that was never in the file stays.
        let present = changed.contains { $0.record == nil } ? presentOverrides : [:]
        runtime.bind {
            Cause.withCause(.saved) {
                for (identity, record) in changed {
                    do throws(CommandError) {
                        if let record {
                            try handler.install(record)
                        } else if let key = present[identity] {
                            runtime.facts.setOverride(nil, for: key, cause: .saved)
                        }
                    } catch {
                        unusable.append((identity, error.message))
                    }
                }
            }
        }
        // Made at once, since a dictionary that grows is hashed several times.
        let found = Dictionary(unusable, uniquingKeysWith: { $1 })
        state.withLock { state in
            if state.unusable.isEmpty { state.unusable = found } else { state.unusable.merge(found) { $1 } }
            describeLeftOut(in: &state)
        }
    }

    /// The facts that are overridden for longer than the program runs.
    private var presentOverrides: [OverrideIdentity: FactKey] {
        var keys: [OverrideIdentity: FactKey] = [:]
        for (key, override) in runtime.facts.overrides where override.expiry != .untilQuit {
            if let record = OverrideRecord(key: key, override: override) { keys[OverrideIdentity(record)] = key }
        }
        return keys
    }

    /// Describes what the file holds without effect: the first entries, and how many more there are.
    private func describeLeftOut(in state: inout State) {
        let names = state.notUnderstood.prefix(Self.describedEntries).map(notUnderstood)
        var first: [(OverrideIdentity, String)] = []
        for entry in state.unusable {
            if first.count == Self.describedEntries, let last = first.last, !entry.key.isBefore(last.0) { continue }
            let index = first.firstIndex { entry.key.isBefore($0.0) } ?? first.endIndex
            first.insert((entry.key, entry.value), at: index)
            if first.count > Self.describedEntries { first.removeLast() }
        }
        state.leftOut =
            names + first.map { "The state file \(file.path) overrides something unknown: \($0.1)" }
        let rest = state.notUnderstood.count - names.count + state.unusable.count - first.count
        if rest > 0 { state.leftOut.append("The state file \(file.path) holds \(rest) more overrides without effect.") }
    }

    /// Returns the overrides that have not run out.
    private static func live(_ overrides: [OverrideRecord], at now: Date) -> [OverrideRecord] {
        func isOver(_ record: OverrideRecord) -> Bool { record.expiry?.hasPassed(by: now) == true }
        return overrides.contains(where: isOver) ? overrides.filter { !isOver($0) } : overrides
    }

    // MARK: To the file

    /// Saves what has become of an override, unless the file said so itself.
    private func save(_ change: FactChange) {
        guard change.layer == .override, change.cause != .saved else { return }
        let before = change.before?.override.flatMap { OverrideRecord(key: change.key, override: $0) }
        let after = change.after.override.flatMap { OverrideRecord(key: change.key, override: $0) }
        guard let identity = (after ?? before).map(OverrideIdentity.init) else { return }
        // Where another program has changed the same override, the file differs from it, and is followed.
        var pending = PendingChange { records in
            if let before, Self.hasWornOff(before, after, change.cause) {
                Self.wear(before, to: after, in: &records)
            } else {
                records.removeAll { OverrideIdentity($0) == identity }
                if let after, after.expiry != .untilQuit { records.append(after) }
            }
        }
        pending.fact = (identity, after?.expiry == .untilQuit ? nil : after)
        state.withLock { state in
            guard !state.isClearing else { return }
            if file.savesLater {
                state.pending.append(pending)
                if !state.isScheduled { schedule(at: .distantPast, in: &state) }
            } else {
                save(pending, in: &state)
            }
        }
        adviseOfProblems()
    }

    /// Whether an override has been used or has ended by itself, rather than been changed.
    private static func hasWornOff(_ before: OverrideRecord, _ after: OverrideRecord?, _ cause: Cause) -> Bool {
        guard let after else { return cause == .expiry }
        guard case .uses(let count)? = before.expiry, case .uses(let rest)? = after.expiry else { return false }
        return rest < count && after.value == before.value && after.reason == before.reason
    }

    /// Takes what has been used off the saved record, which other programs use up too.
    private static func wear(_ before: OverrideRecord, to after: OverrideRecord?, in records: inout [OverrideRecord]) {
        let identity = OverrideIdentity(before)
        guard let index = records.firstIndex(where: { OverrideIdentity($0) == identity }) else { return }
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

    /// Saves a change after those that are pending.
    private func save(_ change: PendingChange, in state: inout State) {
        state.pending.append(change)
        save(in: &state)
    }

    /// Saves the pending changes.
    ///
    /// Where the file's lock is held by another process and this one must not wait, they are saved later, which is a
    /// problem only if it takes long. What cannot be saved is tried again with the next change.
    private func save(in state: inout State) {
        let changes = state.pending
        do throws(StateFileError) {
            try file.update(onQuarantine: { state.quarantineNotice = $0 }) { records in
                for change in changes { change.apply(&records) }
            }
            for case let (identity, record)? in changes.map(\.fact) { state.known.set(record, of: identity) }
            (state.pending, state.attempts, state.saveProblem) = ([], 0, nil)
        } catch {
            guard case .locked = error, file.isDeferring else { return state.saveProblem = error.description }
            state.attempts += 1
            if state.attempts > 1 {
                state.saveProblem =
                    "A change of an override is not saved yet, and will be as soon as that is possible. "
                    + error.description
            }
            schedule(at: Date(timeIntervalSinceNow: state.attempts > 1 ? 0.2 : 0.05), in: &state)
        }
    }

    /// Saves the pending changes at a moment, or as soon as possible if it has passed.
    private func schedule(at date: Date, in state: inout State) {
        state.isScheduled = true
        timer.set(date) { [weak self] in self?.savePending() }
    }

    /// Saves the pending changes if there are some.
    private func savePending() {
        let (before, after) = state.withLock { state in
            let before = state.saveProblem
            state.isScheduled = false
            if !state.pending.isEmpty { save(in: &state) }
            return (before, state.saveProblem)
        }
        guard before != after else { return }
        adviseOfProblems()
        observers.send()
    }

    /// Changes the file, and keeps what is wrong if that cannot be done.
    private func attempt(in state: inout State, _ change: () throws(StateFileError) -> Void) {
        do throws(StateFileError) {
            try change()
            state.saveProblem = nil
        } catch {
            state.saveProblem = error.description
        }
    }

    // MARK: Words

    /// Journals every problem that is new.
    private func adviseOfProblems() {
        let problems = problems
        let new = state.withLock { state in
            defer { state.advised = Set(problems) }
            return problems.filter { !state.advised.contains($0) }
        }
        for problem in new { runtime.advise(problem) }
    }

    private func notUnderstood(_ name: String) -> String {
        "The state file \(file.path) holds an override that is not understood and is kept: \(name)."
    }

    private func hasRunOut(_ record: OverrideRecord, at now: Date) -> String {
        let key = try? runtime.key(of: record.identity)
        let title = key.map(runtime.title) ?? "\(record.kind.rawValue) \(record.key)"
        let reason = record.reason.map { ", because of “\($0)”" } ?? ""
        let end =
            switch record.expiry {
            case .until?: " \(record.expiry?.displayText(at: now) ?? "")"
            default: ""
            }
        return "An override has expired: \(title), \(record.value)\(end)\(reason)."
    }
}
