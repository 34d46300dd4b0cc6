public import FlintCore
import InspectorKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Puts saved overrides in force, saves every change of an override at once, and follows what other programs save.
///
/// An override that ends with the program is not saved. One that has run out while no program was running is dropped
/// from the file at the next start, and that is said.
///
/// A keeper may be used from any thread.
public final class OverrideKeeper: Sendable {
    /// Which override a record is.
    private struct Identity: Hashable {
        let kind: OverrideRecord.Kind
        let key: String

        init(_ record: OverrideRecord) {
            kind = record.kind
            key = record.key
        }
    }

    private struct State {
        var token: ObservationToken?
        var watcher: FileWatcher?
        /// Why changes that others save are not seen.
        var blindness: String?
        /// What the file held when it was last read, with what has been saved since.
        var known: [Identity: OverrideRecord] = [:]
        var readProblem: String?
        var saveProblem: String?
        /// What the file holds and a newer program understands, one sentence each.
        var notUnderstood: [String] = []
        /// What the file holds and this app cannot use, one sentence each.
        var unusable: [Identity: String] = [:]
        /// The problems that have been journalled, so that each is once.
        var advised: Set<String> = []
    }

    private let file: OverrideFile
    private let runtime: FlintRuntime
    /// Held while the file is read or written, so that the two never mix; nobody else's code is called meanwhile.
    private let state = Protected(State())
    private let observers = ChangeSignal()

    /// Creates a keeper of a runtime's overrides.
    public init(file: OverrideFile, runtime: FlintRuntime) {
        self.file = file
        self.runtime = runtime
    }

    /// Why the latest change could not be saved, or `nil` if it was.
    public var problem: String? { state.withLock { $0.saveProblem } }

    /// What is wrong with the file now, one sentence each.
    public var problems: [String] {
        state.withLock { state in
            var problems = [state.readProblem, state.saveProblem].compactMap { $0 }
            if problems.count == 2, problems[0] == problems[1] { problems.removeLast() }
            return problems + [state.blindness].compactMap { $0 } + state.notUnderstood + state.unusable.values.sorted()
        }
    }

    /// Reads the file, puts its overrides in force and starts saving.
    ///
    /// Overrides of things the app does not know stay in the file, in case another version of the app knows them.
    ///
    /// - Returns: What was wrong and what has run out, one sentence each.
    public func start() -> [String] {
        let now = Date()
        var (live, lapsed): ([OverrideRecord], [OverrideRecord]) = ([], [])
        state.withLock { state in
            let loaded = file.load()
            state.readProblem = loaded.problem
            lapsed = loaded.overrides.filter { $0.limit?.hasRunOut(at: now) == true }
            live = loaded.overrides.filter { $0.limit?.hasRunOut(at: now) != true }
            state.known = Self.byIdentity(live)
            state.notUnderstood = loaded.unknownNames.map(notUnderstood)
            let gone = lapsed
            if !gone.isEmpty { save(in: &state) { $0.removeAll { gone.contains($0) } } }
        }
        let token = runtime.facts.observe { [weak self] change in self?.save(change) }
        state.withLock { $0.token = token }
        var changed: [Identity: OverrideRecord?] = [:]
        for record in live { changed[Identity(record)] = record }
        apply(changed)
        let endings = lapsed.map { hasRunOut($0, at: now) }
        for ending in endings { runtime.advise(ending) }
        adviseOfProblems()
        return problems + endings
    }

    /// Follows what other programs save, from now on and on the main queue, for as long as the keeper lives.
    ///
    /// Nothing wakes up while nobody saves anything.
    public func watch() {
        let watcher = FileWatcher(path: file.path) { [weak self] in self?.fileDidChange() }
        state.withLock { state in
            state.watcher = watcher
            let blindness =
                "The state file \(file.path) cannot be watched, so that what other programs change is seen at the next "
                + "start. Let the system watch more files."
            state.blindness = watcher == nil ? blindness : nil
        }
        // What happened before the watch began would otherwise be missed.
        fileDidChange()
    }

    /// Puts in force what another program has changed in the file, and nothing else.
    ///
    /// A file that makes no sense stays where it is, because somebody may be writing it by hand.
    func fileDidChange() {
        let now = Date()
        let changed: [Identity: OverrideRecord?]? = state.withLock { state in
            let loaded: OverrideFile.Loaded
            do throws(StateFileError) {
                loaded = try file.read()
            } catch {
                state.readProblem = error.description
                return nil
            }
            state.readProblem = nil
            state.notUnderstood = loaded.unknownNames.map(notUnderstood)
            let found = Self.byIdentity(loaded.overrides.filter { $0.limit?.hasRunOut(at: now) != true })
            var changed: [Identity: OverrideRecord?] = [:]
            for (identity, record) in found where state.known[identity] != record { changed[identity] = record }
            for identity in state.known.keys where found[identity] == nil {
                changed.updateValue(nil, forKey: identity)
            }
            state.known = found
            state.unusable = state.unusable.filter { found[$0.key] != nil && changed[$0.key] == nil }
            return changed
        }
        if let changed { apply(changed) }
        adviseOfProblems()
        observers.send()
    }

    /// Drops whatever the file still holds.
    ///
    /// - Parameter kind: The sort of override to drop; `nil` for all, those only a newer program understands too.
    /// - Returns: How many overrides that were.
    func clear(_ kind: OverrideRecord.Kind? = nil) -> Int {
        let count = state.withLock { state in
            // A file that holds nothing, or is not there, is left as it is.
            guard let loaded = try? file.read() else { return 0 }
            let dropped = loaded.overrides.count { kind == nil || $0.kind == kind }
            guard dropped + (kind == nil ? loaded.unknownNames.count : 0) > 0 else { return 0 }
            var count = dropped
            attempt(in: &state) { () throws(StateFileError) in
                if let kind {
                    try file.update { $0.removeAll { $0.kind == kind } }
                } else {
                    count = try file.removeAll()
                }
            }
            guard state.saveProblem == nil else { return 0 }
            state.known = state.known.filter { kind != nil && $0.key.kind != kind }
            if kind == nil { state.notUnderstood = [] }
            state.unusable = state.unusable.filter { kind != nil && $0.key.kind != kind }
            return count
        }
        adviseOfProblems()
        return count
    }

    /// Calls a handler after the file has been looked at again, until the observation is cancelled or released.
    func observe(_ handler: @escaping @Sendable () -> Void) -> InspectorObservation {
        observers.add(handler)
    }

    // MARK: From the file

    /// Lays records over their facts, or takes off what was there, on behalf of the file.
    private func apply(_ changed: [Identity: OverrideRecord?]) {
        let inspector = RuntimeInspector(runtime: runtime, configuration: .init(appName: "", cause: .saved))
        let desk = OverrideDesk(inspector: inspector)
        var unusable: [Identity: String] = [:]
        runtime.bind {
            Cause.declare(.saved) {
                let inOrder = changed.sorted { ($0.key.kind.rawValue, $0.key.key) < ($1.key.kind.rawValue, $1.key.key) }
                for (identity, record) in inOrder {
                    do throws(CommandError) {
                        if let record {
                            _ = try desk.run(.override(record))
                        } else {
                            drop(identity)
                        }
                    } catch {
                        unusable[identity] =
                            "The state file \(file.path) overrides something unknown: \(error.message)"
                    }
                }
            }
        }
        let found = unusable
        state.withLock { $0.unusable.merge(found) { $1 } }
    }

    /// Takes off an override that is gone from the file; one that was never in it stays.
    private func drop(_ identity: Identity) {
        let overrides = runtime.facts.overrides
        for (key, override) in overrides where override.expiry != .untilQuit {
            guard OverrideRecord(key: key, override: override).map(Identity.init) == identity else { continue }
            runtime.facts.setOverride(nil, for: key, cause: .saved)
        }
    }

    private static func byIdentity(_ records: [OverrideRecord]) -> [Identity: OverrideRecord] {
        Dictionary(records.map { (Identity($0), $0) }, uniquingKeysWith: { $1 })
    }

    // MARK: To the file

    /// Saves what has become of an override, unless the file said so itself.
    private func save(_ change: FactChange) {
        guard change.layer == .override, change.cause != .saved else { return }
        let before = change.before?.override.flatMap { OverrideRecord(key: change.key, override: $0) }
        let after = change.after.override.flatMap { OverrideRecord(key: change.key, override: $0) }
        guard let identity = (after ?? before).map(Identity.init) else { return }
        state.withLock { state in
            save(in: &state) { records in
                if let before, Self.hasWornOff(before, after, change.cause) {
                    Self.wear(before, to: after, in: &records)
                } else {
                    records.removeAll { Identity($0) == identity }
                    if let after, after.limit != .untilQuit { records.append(after) }
                }
            }
            guard state.saveProblem == nil else { return }
            // Where another program has changed the same override, the file says something else, and is followed.
            state.known[identity] = after?.limit == .untilQuit ? nil : after
        }
        adviseOfProblems()
    }

    /// Whether an override has been used or has ended by itself, rather than been changed by somebody.
    private static func hasWornOff(_ before: OverrideRecord, _ after: OverrideRecord?, _ cause: Cause) -> Bool {
        guard let after else { return cause == .expiry }
        guard case .decisions(let count)? = before.limit, case .decisions(let rest)? = after.limit else { return false }
        return rest < count && after.value == before.value && after.reason == before.reason
    }

    /// Takes what has been used off the saved record, which other programs use up too.
    private static func wear(_ before: OverrideRecord, to after: OverrideRecord?, in records: inout [OverrideRecord]) {
        guard let place = records.firstIndex(where: { Identity($0) == Identity(before) }) else { return }
        let saved = records[place]
        guard saved.value == before.value, saved.reason == before.reason else { return }
        guard case .decisions(let count)? = before.limit, case .decisions(let left)? = saved.limit else {
            if saved == before { records.remove(at: place) }
            return
        }
        var rest = 0
        if case .decisions(let number)? = after?.limit { rest = number }
        if left - (count - rest) < 1 {
            records.remove(at: place)
        } else {
            records[place].limit = .decisions(left - (count - rest))
        }
    }

    private func save(in state: inout State, _ body: (inout [OverrideRecord]) -> Void) {
        attempt(in: &state) { () throws(StateFileError) in try file.update(body) }
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
        let key = try? OverrideDesk(
            inspector: RuntimeInspector(runtime: runtime, configuration: .init(appName: "", cause: .saved))
        ).key(of: record)
        let title = key.map(runtime.title) ?? "\(record.kind.rawValue) \(record.key)"
        let reason = record.reason.map { ", because of “\($0)”" } ?? ""
        let end =
            switch record.limit {
            case .until?: " \(record.limit?.words(at: now) ?? "")"
            default: ""
            }
        return "An override has run out: \(title), \(record.value)\(end)\(reason)."
    }
}
